import cors from '@koa/cors';
import Koa from 'koa';
import { type Document, OpenAPIBackend } from 'openapi-backend';
import { createApi, isDecodable } from '../src/api/api.ts';
import { assertGenerated } from '../src/api/assert-generated.ts';
import type { HandlerRequest } from '../src/api/operation-handler.ts';
import { type ApiResponse, send } from '../src/api/response.ts';
import type { Middleware, State } from '../src/api/state.ts';
import {
  exposedHeaders,
  getChapterResponses,
  getEligibilityResponses,
  sharedResponses,
  submitVersePatterns,
  submitVerseResponses,
} from '../src/generated/operations.ts';
import { rejectBadHosts, rejectBadTargets } from '../src/http/bad-requests.ts';
import { closeAfter413 } from '../src/http/close-after-413.ts';
import { replaceCachedId, setRequestId } from '../src/http/request-id.ts';
import { setSecurityHeaders } from '../src/http/security-headers.ts';
import { createLogger } from '../src/log.ts';
import { validateChapter, validateOptionalVerse, validateVerse } from '../src/verse/validate.ts';
import { operationsOf } from './document/operations.ts';
import { type ContractFile, contractFiles, generatedOf, readContract } from './document/read.ts';
import { contentOf, type DocumentedResponse, documentedResponses, mediaType } from './document/responses.ts';
import { rolesOf } from './document/roles.ts';

/** The members of a body; none where an operation has no body. */
type Members = Readonly<Record<string, unknown>>;

/** The checks of a handler that need no database, in their order, by the operation's id. */
const checks: Readonly<Record<string, (request: HandlerRequest, body: Members) => ApiResponse | undefined>> = {
  getChapter({ path }) {
    const chapter = validateChapter(path);
    return 'error' in chapter ? getChapterResponses.invalidVerse(chapter) : undefined;
  },
  getEligibility({ query, malformed }) {
    const verse = validateOptionalVerse(query, malformed);
    return verse !== undefined && 'error' in verse ? getEligibilityResponses.invalidVerse(verse) : undefined;
  },
  submitVerse(_request, body) {
    const { localDate } = body;
    if (typeof localDate !== 'string' || !submitVersePatterns.localDate.test(localDate)) {
      return submitVerseResponses.invalidLocalDate;
    }
    const verse = validateVerse(body);
    return 'error' in verse ? submitVerseResponses.invalidVerse(verse) : undefined;
  },
};

/**
 * Serves the contracts to pages of any origin, without a database: a request that passes the checks
 * that need none gets the contract's example, and `Prefer: code=429` or `Prefer: example=NAME`
 * selects any other documented response, with or without a token.
 *
 * @throws StartError when a contract was edited without `npm run codegen`
 */
export async function createMock(): Promise<Koa<State>> {
  assertGenerated();
  const app = new Koa<State>();
  app.use(cors({ origin: '*', exposeHeaders: exposedHeaders }));
  app.use(setRequestId);
  app.use(replaceCachedId);
  app.use(setSecurityHeaders);
  app.use(closeAfter413);
  for (const reject of [rejectBadTargets, rejectBadHosts]) app.use(reject((_ctx, next) => next()));
  for (const file of contractFiles) for (const middleware of await mockContract(file)) app.use(middleware);
  app.use((ctx) => send(ctx, sharedResponses.notFound));
  return app;
}

async function mockContract(file: ContractFile): Promise<Middleware[]> {
  const contract = readContract(file);
  // openapi-backend resolves its references in place.
  const definition = structuredClone(contract) as object as Document;
  const backend = new OpenAPIBackend({ definition, validate: false, ignoreTrailingSlashes: false });
  await backend.init();
  const responses = new Map(
    operationsOf(contract).map(({ name, operation: { operationId } }) => [
      operationId,
      documentedResponses(contract).filter(({ operation }) => operation === name),
    ]),
  );

  function exampleOf(operationId: string, wanted: { code?: number; example?: string } = {}): ApiResponse {
    const { status, mock } = backend.mockResponseForOperation(operationId, wanted);
    const documented = responses.get(operationId)?.find((each) => each.status === String(status));
    return responseOf(documented as DocumentedResponse, mock);
  }

  const handlers = [...responses.keys()].map((operationId) => {
    const handle = async (request: HandlerRequest) => {
      const body = (await request.readBody?.()) ?? { members: {} };
      if ('response' in body) return body.response;
      return checks[operationId]?.(request, body.members) ?? exampleOf(operationId);
    };
    return [operationId, handle] as const;
  });

  /** Any token is a user with every role. */
  const authenticate = async (authorization = '') =>
    /^bearer +\S/i.test(authorization) ? { id: 'anybody', roles: Object.keys(rolesOf(contract)) } : undefined;
  const { fallbackResponses } = await import(`../${generatedOf(file).operations}`);
  const api = await createApi({
    contract,
    handlers: Object.fromEntries(handlers),
    fallbacks: fallbackResponses,
    ...(contract.components.securitySchemes && { authenticate }),
    logger: createLogger('error'),
  });

  const prefer: Middleware = async (ctx, next) => {
    ctx.vary('Prefer'); // caches may store a chapter
    const { code, example } = readPreference(ctx.get('Prefer'));
    const request = { method: ctx.method === 'HEAD' ? 'GET' : ctx.method, path: ctx.path, headers: {} };
    const { operationId = '' } = (isDecodable(ctx.path) && backend.matchOperation(request)) || {};
    const all = responses.get(operationId);
    if (all === undefined || (code ?? example) === undefined) return await next();
    const found = all.find(({ status, kind }) => (code ?? status) === status && (example ?? kind) === kind);
    if (found === undefined) return send(ctx, rejectPreference(all));
    send(ctx, exampleOf(operationId, { code: Number(found.status), ...(found.kind && { example: found.kind }) }));
  };
  return [prefer, api];
}

/** The status and the name of the example that a client wants. */
interface Wanted {
  readonly code?: string;
  readonly example?: string;
}

/**
 * Reads `code` and `example` of a `Prefer` header; the first of two equal names counts (RFC 7240).
 */
function readPreference(header: string): Wanted {
  const found = header.matchAll(/(?<=^|,)\s*(code|example)\s*=\s*(?:"([^"]*)"|([^\s,;]*))/gi);
  const preferences = [...found].map(([, name = '', quoted, token]) => [name.toLowerCase(), quoted ?? token]);
  return Object.fromEntries(preferences.reverse());
}

/**
 * A status that the contract does not have, so that nobody takes the response for the service's.
 */
function rejectPreference(documented: readonly DocumentedResponse[]): ApiResponse {
  const allowed = documented.map(
    ({ status, kind }) => `code=${status}${kind === undefined ? '' : `, example=${kind}`}`,
  );
  const error = `This operation has no such response. Prefer one of: ${allowed.join('; ')}`;
  return { status: 422, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, body: { error } };
}

/** Adds the headers, which `mockResponseForOperation` leaves out; middleware sets some of them. */
function responseOf({ status, response }: DocumentedResponse, body: object | string): ApiResponse {
  const headers = Object.entries(response.headers).flatMap(([name, header]) =>
    header['x-set-by'] === undefined ? [[name, header.example]] : [],
  );
  const content = contentOf(response) && { 'Content-Type': mediaType(response) };
  return { status: Number(status), headers: { ...content, ...Object.fromEntries(headers) }, ...(content && { body }) };
}
