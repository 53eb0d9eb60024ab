import type { Middleware } from 'koa';

/**
 * What browsers may do with a response: next to nothing, since a response is data. These are Helmet's headers, as its documented options
 * give them; a test compares the two.
 */
export const securityHeaders = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  // Without its subdomains: the host may be the puzzle site's own, and those are none of this service's business.
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

/** Runs first: a page replaces the headers for which it needs other values. */
export const setSecurityHeaders: Middleware = (ctx, next) => {
  ctx.set(securityHeaders);
  return next();
};
