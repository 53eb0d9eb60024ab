import type { Context, Middleware } from 'koa';
import { type Document, OpenAPIBackend, type Operation, type Request } from 'openapi-backend';
import type { Logger } from 'pino';
import type { Authenticate } from '../auth/authenticate.ts';
import { sharedReplies } from '../generated/operations.ts';
import { allowedMethods, operationsAt } from './allowed-methods.ts';
import { bindHandler, type FallbackReplies, type Handler } from './bind-handler.ts';
import { type Reply, send } from './reply.ts';

export interface ApiOptions {
  readonly contract: object;
  /** The handlers of the contract's operations, by their ids: what the generated `Handlers` describes. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** The generated `fallbackReplies` of the contract. */
  readonly fallbacks: Readonly<Record<string, FallbackReplies>>;
  /** Needed where the contract has security. */
  readonly authenticate?: Authenticate;
  readonly logger: Logger;
}

/**
 * Routes and authenticates as the contract says, then calls the operation's handler. A HEAD is the GET without its body, which Koa leaves
 * out. What fails unexpectedly is the operation's documented 500: the reason goes to the log, never to the client. A path that the contract
 * does not have is left to the next middleware.
 *
 * @throws when an operation has no handler
 */
export async function createApi(options: ApiOptions): Promise<Middleware> {
  const { contract, handlers, fallbacks, authenticate, logger } = options;
  const api = new OpenAPIBackend({
    definition: contract as Document,
    strict: true,
    validate: false, // the contract fixes the order of the checks, so each validates what it is about
    quick: true, // a test has validated the document: doing so at each start takes 90 ms and 25 MiB
    ignoreTrailingSlashes: false,
  });
  await api.init();

  const fallbacksOf = ({ operationId = '' }: Operation) => fallbacks[operationId] as FallbackReplies;
  for (const operation of api.router.getOperations()) {
    const { operationId = '' } = operation;
    const handle = handlers[operationId];
    if (handle === undefined) throw new Error(`The operation ${operationId} has no handler`);
    api.register(operationId, bindHandler(operation, handle, fallbacksOf(operation)));
  }
  if (authenticate !== undefined) {
    api.registerSecurityHandler('bearerAuth', ({ request }) => authenticate(request.headers.authorization));
  }
  api.register({
    postRoutingHandler({ operation }, ctx: Context) {
      ctx.state['operation'] = operation; // for the log and the measurements
    },
    notFound: () => undefined,
    methodNotAllowed({ request }, ctx: Context): Reply {
      const operations = operationsAt(api, request.path);
      ctx.state['operation'] = operations[0];
      return sharedReplies.methodNotAllowed({ Allow: allowedMethods(operations) });
    },
    unauthorizedHandler({ operation, security }): Reply | undefined {
      // What a security handler throws arrives here too: only the absence of a user means that nobody is authenticated.
      const failure = security?.['bearerAuth']?.error;
      if (failure) throw failure;
      return fallbacksOf(operation).unauthorized;
    },
  });

  async function replyTo(ctx: Context): Promise<Reply | undefined> {
    const { method, path, query, headers } = ctx;
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
    const reply = isDecodable(ctx.path) ? await replyTo(ctx) : undefined;
    if (reply === undefined) await next();
    else send(ctx, reply);
  };
}

/** No path of a contract matches one whose percent-encoding is broken; openapi-backend would throw where a parameter does. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
