import { type Document, OpenAPIBackend, type Operation, type Request } from 'openapi-backend';
import type { Logger } from 'pino';
import type { Authenticate } from '../auth/authenticate.ts';
import { sharedResponses } from '../generated/operations.ts';
import {
  type BeforeHandler,
  createOperationHandler,
  type FallbackResponses,
  type Handler,
} from './operation-handler.ts';
import { type ApiResponse, send } from './response.ts';
import type { Context, Middleware } from './state.ts';

export interface ApiOptions {
  readonly contract: object;
  /** The handlers of the contract's operations, by operation id: the generated `Handlers`. */
  readonly handlers: object;
  /** The generated `fallbackResponses` of the contract. */
  readonly fallbacks: Readonly<Record<string, FallbackResponses>>;
  /** Required if the contract has security. */
  readonly authenticate?: Authenticate;
  readonly logger: Logger;
  readonly beforeHandler?: BeforeHandler;
}

/**
 * Returns middleware that routes and authenticates as the contract says, checks the user's role,
 * then calls the operation's handler. A HEAD runs as a GET; Koa omits the body. An unexpected error
 * becomes the operation's documented 500, and its reason goes to the log, never to the client. A
 * path that is not in the contract goes to the next middleware.
 *
 * @throws when an operation has no handler
 */
export async function createApi(options: ApiOptions): Promise<Middleware> {
  const { contract, handlers, fallbacks, authenticate, logger, beforeHandler } = options;
  const api = new OpenAPIBackend({
    definition: structuredClone(contract) as Document, // in which it resolves the references
    strict: true,
    validate: false, // the contract fixes the order of the checks, so each check validates its own part
    ignoreTrailingSlashes: false,
  });
  await api.init();

  // Code generation types each handler's request from this contract, so a handler gets what its
  // type says.
  const handlerOf = handlers as Readonly<Record<string, Handler>>;
  const fallbacksOf = ({ operationId = '' }: Operation) => fallbacks[operationId] as FallbackResponses;
  for (const operation of api.router.getOperations()) {
    const { operationId = '' } = operation;
    const handle = handlerOf[operationId];
    if (handle === undefined) throw new Error(`The operation ${operationId} has no handler`);
    api.register(operationId, createOperationHandler(operation, handle, fallbacksOf(operation), beforeHandler));
  }
  if (authenticate !== undefined) {
    api.registerSecurityHandler('bearerAuth', ({ request }) => authenticate(request.headers.authorization));
  }
  api.register({
    postRoutingHandler({ operation }, ctx: Context) {
      ctx.state.operation = operation; // for the log and the metrics
    },
    notFound: () => undefined,
    methodNotAllowed({ request }, ctx: Context): ApiResponse {
      const operations = operationsAt(api, request.path);
      ctx.state.operation = operations[0];
      const methods = operations.map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()));
      return sharedResponses.methodNotAllowed({ Allow: methods.join(', ') });
    },
    unauthorizedHandler({ operation, security }): ApiResponse | undefined {
      // An error of the security handler arrives here too. Only a missing user means
      // "unauthorized".
      const failure = security?.['bearerAuth']?.error;
      if (failure) throw failure;
      return fallbacksOf(operation).unauthorized;
    },
  });

  async function responseTo(ctx: Context): Promise<ApiResponse | undefined> {
    const { method, path, headers } = ctx;
    // Koa parses a query string only if it is asked for.
    const query = ctx.querystring === '' ? undefined : ctx.query;
    try {
      return await api.handleRequest(
        { method: method === 'HEAD' ? 'GET' : method, path, query, headers } as Request,
        ctx,
      );
    } catch (err) {
      const { operation, requestId } = ctx.state;
      if (operation === undefined) throw err;
      logger.error({ err, requestId }, 'request failed');
      return fallbacksOf(operation).failed;
    }
  }

  return async (ctx, next) => {
    const response = isDecodable(ctx.path) ? await responseTo(ctx) : undefined;
    if (response === undefined) await next();
    else send(ctx, response);
  };
}

/** The operations of a path, with any of the methods that a contract can have. */
function operationsAt(api: OpenAPIBackend, path: string): Operation[] {
  return ['GET', 'PUT', 'POST', 'DELETE'].flatMap((method) => api.matchOperation({ method, path, headers: {} }) ?? []);
}

/**
 * A path with invalid percent-encoding matches no path of a contract. openapi-backend would throw
 * if it matched one with a parameter.
 */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
