import type { Context, Middleware } from 'koa';

/** Told of each request that has been answered, and how many milliseconds that took. */
export type Observe = (ctx: Context, milliseconds: number) => void;

/** Times each request once, for all who want to know. */
export function observeRequests(...observers: readonly Observe[]): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    const milliseconds = performance.now() - start;
    for (const observe of observers) observe(ctx, milliseconds);
  };
}
