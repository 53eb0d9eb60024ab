import type { Logger } from 'pino';
import { createApi } from '../api/api.ts';
import { adminContract } from '../api/contracts.ts';
import type { Middleware } from '../api/state.ts';
import { fallbackResponses, type Handlers, livezResponses } from '../generated/operations.admin.ts';
import { version } from '../version.ts';

/** The handlers of `openapi.admin.yaml`, except `livez`, which needs no data. */
type Observed = Omit<Handlers, 'livez'>;

/**
 * Serves `openapi.admin.yaml`. Its requests are logged only at level debug, since probes are
 * frequent.
 */
export async function createEndpoints(observed: Observed, logger: Logger): Promise<Middleware> {
  const { document } = adminContract;
  const handlers: Handlers = { livez: async () => livezResponses.alive({ version }), ...observed };
  const api = await createApi({ contract: document, handlers, fallbacks: fallbackResponses, logger });
  return async (ctx, next) => {
    if (!Object.hasOwn(document.paths, ctx.path)) return await next();
    await api(ctx, next);
    const { requestId } = ctx.state;
    logger.debug({ method: ctx.method, route: ctx.path, status: ctx.status, requestId }, 'probe completed');
  };
}
