import type { Context, Middleware } from '../api/state.ts';

/** Called after each completed request with its duration in milliseconds. */
export type Observe = (ctx: Context, milliseconds: number) => void;

/** Measures each request once, for all observers. */
export function observeRequests(...observers: readonly Observe[]): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    const milliseconds = performance.now() - start;
    for (const observe of observers) observe(ctx, milliseconds);
  };
}
