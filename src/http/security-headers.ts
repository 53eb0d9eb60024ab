import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Context } from 'koa';
import helmet from 'koa-helmet';

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
export const securityHeaders: ReadonlyMap<string, string> = await askHelmet();

async function askHelmet(): Promise<Map<string, string>> {
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  await helmet(options)({ req, res } as Context, async () => {});
  return new Map(Object.entries(res.getHeaders() as Record<string, string>));
}
