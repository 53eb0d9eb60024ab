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

/** Helmet's headers. They are the same for every answer, so its dozen middlewares are asked once and not at every request. */
export const securityHeaders: ReadonlyMap<string, string> = askHelmet();

function askHelmet(): Map<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return new Map(Object.entries(response.getHeaders() as Record<string, string>));
}

export const setSecurityHeaders: Middleware = (ctx, next) => {
  ctx.res.setHeaders(securityHeaders as Map<string, string>);
  return next();
};
