import cors from '@koa/cors';
import type { Router } from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import { createApi } from './api/api.ts';
import { apiContract, deskContract } from './api/contracts.ts';
import { send } from './api/response.ts';
import type { Middleware, State } from './api/state.ts';
import type { Authenticate } from './auth/authenticate.ts';
import { fallbackResponses as deskFallbacks } from './generated/operations.desk.ts';
import { exposedHeaders, fallbackResponses, operations, sharedResponses } from './generated/operations.ts';
import { createDeskHandlers, type DeskDependencies } from './handlers/desk/index.ts';
import { createHandlers, type Dependencies } from './handlers/index.ts';
import { rejectBadRequests } from './http/bad-requests.ts';
import { handleErrors } from './http/error-handler.ts';
import { type Observe, observeRequests } from './http/observe-requests.ts';
import { setRequestId } from './http/request-id.ts';
import { logRequests } from './http/request-log.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { nameSpan } from './observability/name-span.ts';
import { createContractRoutes, createDeskPage, createDocs, createPages, type PagesOptions } from './pages/routes.ts';

export interface AppOptions extends Dependencies {
  readonly authenticate: Authenticate;
  readonly corsOrigins: readonly string[];
  /** The operator's paths; undefined if they have a port of their own. */
  readonly endpoints: Middleware | undefined;
  /** The operator's desk; undefined if there is none, or if it is at the port of the operator's paths. */
  readonly desk: DeskRoutes | undefined;
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
  desk,
  measureRequest,
  logger,
  pages,
  ...dependencies
}: AppOptions): Promise<Koa<State>> {
  const handlers = createHandlers(dependencies);
  const api = await createApi({
    contract: apiContract.document,
    handlers,
    fallbacks: fallbackResponses,
    authenticate,
    logger,
  });
  const contractRoutes = await createContractRoutes([apiContract]);
  const documented = desk === undefined ? [apiContract] : [apiContract, deskContract];
  const pageRoutes = pages && [await createPages(pages), await createDocs(documented)];

  const observe = observeRequests(measureRequest, logRequests(logger), nameSpan);
  const app = createKoa(logger, observe);
  if (endpoints !== undefined) app.use(endpoints); // before the middleware that logs and measures requests
  app.use(observe);
  app.use(handleErrors(logger, sharedResponses.internalError));
  if (desk !== undefined) useDesk(app, desk); // before CORS, which never concerns it
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins));
  app.use(allowAnyOrigin); // after the list, which it overrides
  app.use(api);
  app.use(contractRoutes.routes());
  for (const router of pageRoutes ?? []) app.use(router.routes()); // after the API, whose requests never get here
  app.use((ctx) => send(ctx, sharedResponses.notFound));
  return app;
}

export interface AdminAppOptions extends Pick<AppOptions, 'desk' | 'measureRequest' | 'logger'> {
  readonly endpoints: Middleware;
  /** Whether the desk's contract has a page. */
  readonly docs: boolean;
}

/** The app on `ADMIN_PORT`: only the operator's paths. */
export async function createAdminApp(options: AdminAppOptions): Promise<Koa<State>> {
  const { endpoints, desk, measureRequest, logger, docs } = options;
  const observe = observeRequests(measureRequest, logRequests(logger), nameSpan);
  const app = createKoa(logger, observe);
  app.use(endpoints);
  if (desk !== undefined) {
    app.use(observe);
    app.use(handleErrors(logger, sharedResponses.internalError));
    useDesk(app, desk);
    if (docs) app.use((await createDocs([deskContract])).routes());
  }
  app.use((ctx) => send(ctx, sharedResponses.notFound));
  return app;
}

export interface DeskOptions extends DeskDependencies {
  readonly authenticate: Authenticate;
  readonly logger: Logger;
}

/** The operator's desk: `openapi.desk.yaml`, the document itself, and the page that calls it. */
export interface DeskRoutes {
  readonly api: Middleware;
  readonly document: Router<State>;
  readonly page: Router<State>;
}

export async function createDeskRoutes({ authenticate, logger, ...dependencies }: DeskOptions): Promise<DeskRoutes> {
  const handlers = createDeskHandlers(dependencies);
  const { document } = deskContract;
  return {
    api: await createApi({ contract: document, handlers, fallbacks: deskFallbacks, authenticate, logger }),
    document: await createContractRoutes([deskContract]),
    page: await createDeskPage(),
  };
}

function useDesk(app: Koa<State>, { api, document, page }: DeskRoutes): void {
  app.use(api);
  app.use(document.routes());
  app.use(page.routes());
}

function createKoa(logger: Logger, observe: Middleware): Koa<State> {
  const app = new Koa<State>();
  app.on('error', (err, ctx) => {
    const requestId = ctx?.state.requestId;
    // Koa sets `headerSent` where no response can be sent any more.
    if (err.headerSent) logger.warn({ err, requestId }, 'connection failed');
    else logger.error({ err, requestId }, 'request failed');
  });
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
