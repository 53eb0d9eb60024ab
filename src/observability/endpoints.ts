import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import {
  type Handlers,
  livezOperation,
  livezReplies,
  metricsOperation,
  readyzOperation,
} from '../generated/operations.admin.ts';
import { sharedReplies } from '../generated/operations.ts';
import { answerErrors } from '../http/answer-errors.ts';
import { type Reply, send } from '../http/reply.ts';

/** What implements `openapi.admin.yaml`; whether the process lives needs no asking. */
export type Observed = Omit<Handlers<void>, 'livez'>;

/** Answers the paths of `openapi.admin.yaml`. Only at level debug is it logged, since probes never end. */
export function createEndpoints(observed: Observed, logger: Logger): Middleware {
  const handlers: Handlers<void> = { livez: async () => livezReplies.alive, ...observed };
  const operations = [livezOperation, readyzOperation, metricsOperation];
  const handlersByPath = new Map(operations.map(({ id, path }) => [path as string, handlers[id]]));
  const guard = answerErrors(logger, livezReplies.internalError);

  async function answer(ctx: Context, handle: () => Promise<Reply>): Promise<void> {
    await guard(ctx, async () => {
      const allowed = ctx.method === 'GET' || ctx.method === 'HEAD';
      send(ctx, allowed ? await handle() : sharedReplies.methodNotAllowed({ Allow: 'GET, HEAD' }));
    });
    const { requestId } = ctx.state;
    logger.debug({ method: ctx.method, route: ctx.path, status: ctx.status, requestId }, 'probe answered');
  }

  return (ctx, next) => {
    const handle = handlersByPath.get(ctx.path);
    return handle === undefined ? next() : answer(ctx, handle);
  };
}
