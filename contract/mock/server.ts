import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import cors from '@koa/cors';
import Koa, { type Context, type Middleware } from 'koa';
import { type Document, OpenAPIBackend, type Operation, type Request } from 'openapi-backend';
import { readConfig } from '../../src/config.ts';
import { exposedHeaders, fallbackResponses, sharedResponses } from '../../src/generated/operations.ts';
import { allowedMethods, operationsAt } from '../../src/http/allowed-methods.ts';
import { rejectBadRequests } from '../../src/http/bad-requests.ts';
import { bindHandler, type FallbackResponses, type Handler } from '../../src/http/bind-handler.ts';
import { handleClientErrors } from '../../src/http/client-errors.ts';
import { setRequestId } from '../../src/http/request-id.ts';
import { type ApiResponse, send } from '../../src/http/response.ts';
import { setSecurityHeaders } from '../../src/http/security-headers.ts';
import { urlOf } from '../../src/http/url-of.ts';
import { StartError } from '../../src/start-error.ts';
import { operationsOf, readContract } from '../document.ts';
import { Examples } from './examples.ts';
import { createHandlers } from './handlers.ts';
import { appliedPreferences, delayOf, readPreference } from './prefer.ts';

export interface Mock {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves every operation of the contract with its examples, even before the service has a handler for it.
 *
 * Prism would do most of this, but it weighs more than 60 MiB, only warns of an undocumented status, and does not know `x-checks`.
 *
 * @param port 0 takes any free one
 * @param host a name or an address of this machine
 * @param clock returns the current instant; tests replace the system's clock
 * @throws StartError when it cannot listen there
 */
export async function startMock(
  port: number,
  host = '127.0.0.1',
  clock: () => Temporal.Instant = Temporal.Now.instant,
): Promise<Mock> {
  const app = new Koa();
  // Any origin, for a frontend on any local port; the exposed headers are the service's, and the one of the preferences.
  app.use(cors({ origin: '*', exposeHeaders: [...exposedHeaders, 'Preference-Applied'] }));
  app.use(setRequestId);
  app.use(setSecurityHeaders);
  app.use(rejectBadRequests((_, next) => next()));
  app.use(await respondFromContract(clock));
  const server = app.listen(port, host);
  handleClientErrors(server);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new StartError(
      `The mock cannot listen on host ${host}, port ${port}: ${reason}. The host must be a name or an address of this machine, the port a free one.`,
      { cause },
    );
  }
  return {
    url: urlOf(server),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function respondFromContract(clock: () => Temporal.Instant): Promise<Middleware> {
  const contract = readContract();
  const definition = structuredClone(contract) as object as Document; // openapi-backend resolves references in place
  const api = new OpenAPIBackend({ definition, strict: true, validate: false, ignoreTrailingSlashes: false });
  await api.init();
  const { calendar } = readConfig({});
  const examples = new Map(
    operationsOf(contract).map(({ name, operation }) => [
      operation.operationId,
      new Examples(contract, name, calendar, clock),
    ]),
  );
  const examplesOf = ({ operationId = '' }: Operation) => examples.get(operationId) as Examples;
  const fallbacks: Readonly<Record<string, FallbackResponses>> = fallbackResponses;
  const fallbacksOf = ({ operationId = '' }: Operation) => fallbacks[operationId] as FallbackResponses;
  const handlers = createHandlers(calendar, clock) as object as Readonly<Record<string, Handler>>;

  api.registerSecurityHandler('bearerAuth', ({ request }) =>
    /^bearer +\S/i.test(String(request.headers['authorization'])),
  );
  for (const operation of api.router.getOperations()) {
    const { operationId = '' } = operation;
    const handle = handlers[operationId] ?? (async () => examplesOf(operation).success());
    api.register(operationId, bindHandler(operation, handle, fallbacksOf(operation)));
  }
  api.register({
    notFound: (): ApiResponse => sharedResponses.notFound,
    methodNotAllowed: ({ request }): ApiResponse =>
      sharedResponses.methodNotAllowed({ Allow: allowedMethods(operationsAt(api, request.path)) }),
    unauthorizedHandler: ({ operation }) => fallbacksOf(operation).unauthorized,
  });

  return async (ctx: Context) => {
    const { path, query, headers } = ctx;
    const request = { method: ctx.method === 'HEAD' ? 'GET' : ctx.method, path, query, headers } as Request;
    const operation = api.matchOperation(request);
    const preference = readPreference(ctx.get('Prefer'));
    const delay = delayOf(preference);
    const preferred = operation && examplesOf(operation).preferred(preference);
    if (typeof delay === 'object') return send(ctx, rejectPreference(delay.rejected));
    if (preferred !== undefined && 'rejected' in preferred) return send(ctx, rejectPreference(preferred.rejected));

    await wait(delay, undefined, { ref: false });
    const own: ApiResponse = await api.handleRequest(request, ctx);
    // A preferred response is returned whether or not the request would get it. A request that would get it gets its own: it has its verse.
    const isOwn = own.status === preferred?.status && own.status < 300 && preference.example === undefined;
    send(ctx, preferred === undefined || isOwn ? own : preferred);
    const applied = appliedPreferences(preferred === undefined ? { wait: preference.wait } : preference);
    if (applied !== undefined) ctx.set('Preference-Applied', applied);
  };
}

/** The status is none of the contract's: a frontend's test cannot mistake this response for the service's. */
function rejectPreference(error: string): ApiResponse {
  return { status: 422, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, body: { error } };
}
