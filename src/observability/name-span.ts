import { trace } from '@opentelemetry/api';
import type { Observe } from '../http/observe-requests.ts';
import { routeOf } from '../http/route-of.ts';

/**
 * Names the request's span by its route, which is known once the request has been routed. The route
 * also replaces the path, which may have a player's id. Without tracing there is no span.
 */
export const nameSpan: Observe = (ctx) => {
  const route = routeOf(ctx);
  if (route !== undefined) {
    const span = trace.getActiveSpan()?.updateName(`${ctx.method} ${route}`);
    span?.setAttributes({ 'http.route': route, 'url.path': route });
  }
};
