import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import cors from '@koa/cors';
import Koa, { type Context, type Middleware } from 'koa';
import { type Document, OpenAPIBackend, type Operation, type Request } from 'openapi-backend';
import { sharedResponses } from '../../src/generated/operations.ts';
import { allowedMethods, operationsAt } from '../../src/http/allowed-methods.ts';
import { handleClientErrors } from '../../src/http/client-errors.ts';
import { setRequestId } from '../../src/http/request-id.ts';
import { type ApiResponse, send } from '../../src/http/response.ts';
import { setSecurityHeaders } from '../../src/http/security-headers.ts';
import { StartError } from '../../src/start-error.ts';
import { operationsOf, readContract } from '../document.ts';
import { Examples } from './examples.ts';
import { readPreference } from './prefer.ts';
import { requestChecks } from './request-checks.ts';

const host = '127.0.0.1';

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
 * @throws StartError when it cannot listen there
 */
export async function startMock(port: number): Promise<Mock> {
  const app = new Koa();
  // Any origin, for a frontend on any local port; the exposed headers are the service's.
  app.use(cors({ origin: '*', exposeHeaders: ['Retry-After', 'X-Request-Id'] }));
  app.use(setRequestId);
  app.use(setSecurityHeaders);
  app.use(await respondFromContract());
  const server = app.listen(port, host);
  handleClientErrors(server);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new StartError(`The mock cannot listen on port ${port}: ${(cause as Error).message}`, { cause });
  }
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function respondFromContract(): Promise<Middleware> {
  const contract = readContract();
  const definition = structuredClone(contract) as object as Document; // openapi-backend resolves references in place
  const api = new OpenAPIBackend({ definition, strict: true, validate: false, ignoreTrailingSlashes: false });
  await api.init();
  const examples = new Map(
    operationsOf(contract).map((placed) => [placed.operation.operationId, new Examples(contract, placed)]),
  );
  const examplesOf = ({ operationId = '' }: Operation) => examples.get(operationId) as Examples;

  api.registerSecurityHandler('bearerAuth', ({ request }) =>
    /^bearer +\S/i.test(String(request.headers['authorization'])),
  );
  api.register({
    notFound: (): ApiResponse => sharedResponses.notFound,
    methodNotAllowed: ({ request }): ApiResponse =>
      sharedResponses.methodNotAllowed({ Allow: allowedMethods(operationsAt(api, request.path)) }),
    unauthorizedHandler: ({ operation }) => examplesOf(operation).preferred({ code: '401' }),
    async notImplemented({ operation }, ctx: Context): Promise<ApiResponse> {
      return (await requestChecks[operation.operationId ?? '']?.(ctx)) ?? examplesOf(operation).success();
    },
  });

  return async (ctx) => {
    const { path, query, headers } = ctx;
    const request = { method: ctx.method === 'HEAD' ? 'GET' : ctx.method, path, query, headers } as Request;
    const operation = api.matchOperation(request);
    const preference = readPreference(ctx.get('Prefer'));
    // A preferred response is returned whether or not the request would get it.
    const response =
      operation !== undefined && (preference.code !== undefined || preference.example !== undefined)
        ? examplesOf(operation).preferred(preference)
        : await api.handleRequest(request, ctx);
    send(ctx, 'unknown' in response ? rejectPreference(response.unknown) : response);
  };
}

/** The status is none of the contract's: a frontend's test cannot mistake this response for the service's. */
function rejectPreference(error: string): ApiResponse {
  return { status: 422, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, body: { error } };
}
