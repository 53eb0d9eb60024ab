import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Middleware } from 'koa';

/** What browsers may do with an answer: next to nothing, since an answer is data. Whoever serves a page says what that one needs. */
const options: Parameters<typeof helmet>[0] = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  xFrameOptions: { action: 'deny' },
  // The host may be the puzzle site's own, whose subdomains are none of this service's business.
  strictTransportSecurity: { includeSubDomains: false },
};

/**
 * Sets Helmet's headers on every answer. They are the same for each, so Helmet's dozen middlewares are asked once, at the start,
 * and not at every request.
 */
export function setSecurityHeaders(): Middleware {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  const headers = new Map(Object.entries(response.getHeaders()) as [string, string][]);
  return (ctx, next) => {
    ctx.res.setHeaders(headers);
    return next();
  };
}
