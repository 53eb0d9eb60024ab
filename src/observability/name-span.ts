import { trace } from '@opentelemetry/api';
import type { Observe } from '../http/observe-requests.ts';
import { routeOf } from '../http/route-of.ts';

/**
 * Names the request's span by its route, which is known once the request has been routed. The route
 * also replaces the path, which may have a player's id, even if no route matched. Without tracing
 * there is no span.
 */
export const nameSpan: Observe = (ctx) => {
  const route = routeOf(ctx);
  const span = trace.getActiveSpan();
  span?.setAttribute('url.path', route ?? '');
  if (route !== undefined) span?.updateName(`${ctx.method} ${route}`).setAttribute('http.route', route);
};
