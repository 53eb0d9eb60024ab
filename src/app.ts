import cors from '@koa/cors';
import Koa from 'koa';
import type { Logger } from 'pino';
import { createApi } from './api/api.ts';
import { send } from './api/response.ts';
import type { Middleware, State } from './api/state.ts';
import type { Authenticate } from './auth/authenticate.ts';
import contract from './generated/openapi.json' with { type: 'json' };
import { exposedHeaders, fallbackResponses, operations, sharedResponses } from './generated/operations.ts';
import { createHandlers, type Dependencies } from './handlers/index.ts';
import { rejectBadRequests } from './middleware/bad-requests.ts';
import { handleErrors } from './middleware/error-handler.ts';
import { type Observe, observeRequests } from './middleware/observe-requests.ts';
import { setRequestId } from './middleware/request-id.ts';
import { logRequests } from './middleware/request-log.ts';
import { setSecurityHeaders } from './middleware/security-headers.ts';
import { nameSpan } from './observability/name-span.ts';
import { createContractRoutes, createPages, type PagesOptions } from './pages/routes.ts';

export interface AppOptions extends Dependencies {
  readonly authenticate: Authenticate;
  readonly corsOrigins: readonly string[];
  /** The operator's paths; undefined if they have a port of their own. */
  readonly endpoints: Middleware | undefined;
  readonly measureRequest: Observe;
  readonly logger: Logger;
  /** Undefined if there are no pages. */
  readonly pages: PagesOptions | undefined;
}

/** The whole service except its socket and its database. */
export async function createApp({
  authenticate,
  corsOrigins,
  endpoints,
  measureRequest,
  logger,
  pages,
  ...dependencies
}: AppOptions): Promise<Koa<State>> {
  const handlers = createHandlers(dependencies);
  const api = await createApi({ contract, handlers, fallbacks: fallbackResponses, authenticate, logger });
  const contractRoutes = await createContractRoutes();
  const pageRoutes = pages && (await createPages(pages));

  const observe = observeRequests(measureRequest, logRequests(logger), nameSpan);
  const app = createKoa(logger, observe);
  if (endpoints !== undefined) app.use(endpoints); // before the middleware that logs and measures requests
  app.use(observe);
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins));
  app.use(allowAnyOrigin); // after the list, which it overrides
  app.use(handleErrors(logger, sharedResponses.internalError));
  app.use(api);
  app.use(contractRoutes.routes());
  if (pageRoutes !== undefined) app.use(pageRoutes.routes()); // after the API, whose requests never get here
  app.use((ctx) => send(ctx, sharedResponses.notFound));
  return app;
}

/** The app on `ADMIN_PORT`: only the operator's paths. */
export function createAdminApp(endpoints: Middleware, logger: Logger): Koa<State> {
  const app = createKoa(logger, observeRequests(logRequests(logger)));
  app.use(endpoints);
  app.use((ctx) => send(ctx, sharedResponses.notFound));
  return app;
}

function createKoa(logger: Logger, observe: Middleware): Koa<State> {
  const app = new Koa<State>();
  app.on('error', (err, ctx) => logger.warn({ err, requestId: ctx?.state.requestId }, 'connection failed'));
  app.use(setRequestId);
  app.use(setSecurityHeaders);
  app.use(rejectBadRequests(observe));
  return app;
}

/** How long browsers cache a preflight response, in seconds. It bounds how long an origin removed from the list still gets through. */
const preflightMaxAge = 600;

function allowOrigins(origins: readonly string[]): Middleware {
  return cors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return origins.includes(origin) ? origin : '';
    },
    allowMethods: [...new Set(operations.map(({ method }) => method))],
    exposeHeaders: exposedHeaders,
    maxAge: preflightMaxAge,
  });
}

/**
 * Lets the pages of any origin read what needs no token. A shared cache keeps such a response for all of them, so it must name none. Reading it
 * takes no preflight request.
 */
const allowAnyOrigin: Middleware = async (ctx, next) => {
  await next();
  if (ctx.state.operation?.security?.length !== 0) return;
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Access-Control-Expose-Headers', exposedHeaders.join());
};
