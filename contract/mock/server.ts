import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import cors from '@koa/cors';
import Koa, { type Context, type Middleware } from 'koa';
import { OpenAPIBackend, type Operation, type Request } from 'openapi-backend';
import { sharedResponses } from '../../src/generated/operations.ts';
import { allowedMethods, operationsAt } from '../../src/http/allowed-methods.ts';
import { handleClientErrors } from '../../src/http/client-errors.ts';
import { setRequestId } from '../../src/http/request-id.ts';
import { type ApiResponse, send } from '../../src/http/response.ts';
import { setSecurityHeaders } from '../../src/http/security-headers.ts';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import { Examples } from './examples.ts';
import { readPreference } from './prefer.ts';
import { requestChecks } from './request-checks.ts';

const contract = join(root, 'openapi.yaml');
const host = '127.0.0.1';

export interface Mock {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Answers every operation of the contract with its examples, whether or not the service has a handler for it.
 *
 * @param port 0 takes any free one
 * @throws StartError when it cannot listen there
 */
export async function startMock(port: number): Promise<Mock> {
  const app = new Koa();
  // Open, for a frontend on any local port; what pages may read is what the service lets them read.
  app.use(cors({ origin: '*', exposeHeaders: ['Retry-After', 'X-Request-Id'] }));
  app.use(setRequestId);
  app.use(setSecurityHeaders);
  app.use(await answerFromContract());
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

async function answerFromContract(): Promise<Middleware> {
  const api = new OpenAPIBackend({ definition: contract, strict: true, validate: false, ignoreTrailingSlashes: false });
  await api.init();
  const operations = api.router.getOperations();
  const examples = new Map(operations.map(({ operationId = '' }) => [operationId, new Examples(api, operationId)]));
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
    // What a client asks for, it gets, whatever else there is to say about its request.
    const response =
      operation !== undefined && (preference.code !== undefined || preference.example !== undefined)
        ? examplesOf(operation).preferred(preference)
        : await api.handleRequest(request, ctx);
    send(ctx, 'unknown' in response ? rejectPreference(response.unknown) : response);
  };
}

/** With a status that the contract does not have, so that no test of a frontend takes it for the service's. */
function rejectPreference(error: string): ApiResponse {
  return { status: 422, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, body: { error } };
}
