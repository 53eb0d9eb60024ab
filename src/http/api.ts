import type { Context, Middleware } from 'koa';
import { type Document, OpenAPIBackend, type Operation, type Request } from 'openapi-backend';
import type { Authenticate } from '../auth/authenticate.ts';
import contract from '../generated/openapi.json' with { type: 'json' };
import { type Handlers, sharedReplies, submitVerseReplies } from '../generated/operations.ts';
import { readJson } from './body.ts';
import { type Reply, send } from './reply.ts';
import type { AuthenticatedRequest } from './request.ts';

/**
 * Routes and authenticates as `openapi.yaml` says, then calls the operation's handler.
 *
 * Requests are not validated here: the contract fixes the order of the checks, so the handler makes them.
 *
 * @throws when an operation has no handler
 */
export async function createApi(
  handlers: Handlers<AuthenticatedRequest>,
  authenticate: Authenticate,
): Promise<Middleware> {
  const api = new OpenAPIBackend({
    definition: contract as Document,
    strict: true,
    validate: false,
    quick: true, // a test has validated the document: no need to at each start
    ignoreTrailingSlashes: false,
  });
  await api.init();
  computeOnce(api.router);
  api.registerSecurityHandler('bearerAuth', ({ request }) => authenticate(header(request.headers.authorization)));
  for (const [operationId, handle] of Object.entries(handlers)) {
    api.register(operationId, ({ security }, ctx: Context): Promise<Reply> => {
      const userId = security?.['bearerAuth'];
      ctx.state['userId'] = userId; // for the log
      return handle({
        userId,
        idempotencyKey: header(ctx.req.headers['idempotency-key']),
        readBody: () => readJson(ctx),
      });
    });
  }
  api.register('unauthorizedHandler', ({ security }): Reply => {
    // What a security handler throws arrives here too: only the absence of a user means that nobody is authenticated.
    const failure = security?.['bearerAuth']?.error;
    if (failure) throw failure;
    return submitVerseReplies.unauthorized;
  });
  api.register('notFound', () => undefined);
  api.register('methodNotAllowed', ({ request }): Reply => {
    return sharedReplies.methodNotAllowed({ Allow: allowedMethods(api, request.path) });
  });

  return async (ctx, next) => {
    const reply: Reply | undefined = await api.handleRequest(
      { method: ctx.method, path: ctx.path, headers: { authorization: ctx.get('authorization') } },
      ctx,
    );
    if (reply === undefined) await next();
    else send(ctx, reply);
  };
}

/**
 * The router lists all operations for each request, looks for the one that matches, and parses the request twice; but neither the list
 * nor where a path of it leads ever changes, and the body is the handler's.
 */
function computeOnce(router: OpenAPIBackend['router']): void {
  const operations = router.getOperations();
  const known = new Map(
    operations.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation]),
  );
  const match = router.matchOperation.bind(router) as (request: Request, strict?: boolean) => Operation;
  router.getOperations = () => operations;
  router.matchOperation = (request: Request, strict?: boolean) =>
    known.get(`${request.method} ${request.path}`) ?? match(request, strict);
  router.parseRequest = (request) => ({
    ...request,
    params: {},
    query: {},
    cookies: {},
    headers: request.headers as Record<string, string>,
    requestBody: undefined,
  });
}

function allowedMethods(api: OpenAPIBackend, path: string): string {
  return api.router
    .getOperations()
    .filter((operation) => operation.path === path)
    .map(({ method }) => method.toUpperCase())
    .join(', ');
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
