import type { Middleware } from '../api/state.ts';

/**
 * Restricts what browsers may do with a response to almost nothing, since responses are data. The
 * headers are Helmet's, with its documented options; a test compares them with Helmet's.
 */
export const securityHeaders = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  // Without subdomains: the host may be the puzzle site's own, and its subdomains do not belong to
  // this service.
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

/** Runs first, so a page can replace headers. */
export const setSecurityHeaders: Middleware = (ctx, next) => {
  ctx.set(securityHeaders);
  return next();
};
