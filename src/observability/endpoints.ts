import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import contract from '../generated/openapi.admin.json' with { type: 'json' };
import { fallbackResponses, type Handlers, livezResponses } from '../generated/operations.admin.ts';
import { createApi } from '../http/api.ts';

/** What implements `openapi.admin.yaml`; whether the process lives needs no asking. */
export type Observed = Omit<Handlers, 'livez'>;

/** Serves `openapi.admin.yaml`. Only at level debug is it logged, since probes never end. */
export async function createEndpoints(observed: Observed, logger: Logger): Promise<Middleware> {
  const handlers: Handlers = { livez: async () => livezResponses.alive, ...observed };
  const api = await createApi({ contract, handlers, fallbacks: fallbackResponses, logger });
  return async (ctx, next) => {
    if (!Object.hasOwn(contract.paths, ctx.path)) return await next();
    await api(ctx, next);
    const { requestId } = ctx.state;
    logger.debug({ method: ctx.method, route: ctx.path, status: ctx.status, requestId }, 'probe answered');
  };
}
