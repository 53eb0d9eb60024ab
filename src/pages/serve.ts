import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Router } from '@koa/router';
import { respond, send } from '../api/response.ts';
import type { Context, State } from '../api/state.ts';
import { type Content, dist, readBuilt } from '../content.ts';
import { sharedResponses } from '../generated/operations.ts';

/**
 * Players, operators and readers enter tokens here, so only the service's own scripts, styles,
 * images and requests are allowed.
 */
const ownResourcesOnly = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
/** For the pages that make no HTML from text. */
const strict = [...ownResourcesOnly, "require-trusted-types-for 'script'", "trusted-types 'none'"].join('; ');
export const policies = {
  // Swagger UI's icons are data: URLs.
  docs: ownResourcesOnly.join('; ').replace("img-src 'self'", "img-src 'self' data:"),
  strict,
  /** Also allows requests to the issuer that signs operators in. */
  signIn: (issuer: string) => strict.replace("connect-src 'self'", `connect-src 'self' ${new URL(issuer).origin}`),
};

/**
 * How long a client may keep a file: until it has asked whether the file changed; for ever, since a
 * name with a hash has one content; not at all.
 */
const caching = { revalidated: 'no-cache', forEver: 'public, max-age=31536000, immutable', never: 'no-store' };

export function createRouter(): Router<State> {
  return new Router<State>({ strict: true, sensitive: true });
}

/** Serves GET and HEAD at a path, and rejects other methods. */
export function serve(
  router: Router<State>,
  path: string,
  content: Content,
  policy: string,
  setType: (ctx: Context) => void,
  cacheControl = caching.revalidated,
): void {
  router
    .get(path, (ctx) => {
      ctx.set({ 'Cache-Control': cacheControl, 'Content-Security-Policy': policy });
      setType(ctx);
      respond(ctx, content);
    })
    .all(path, rejectMethod);
}

/** The files of a page: their names, or their paths. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
  /** What the script imports at once. */
  readonly imports: readonly string[];
}

/** Where the build writes the names of a page's files. */
export const pageFiles = 'page.json';

/**
 * Serves the files that the build has made for a page and whose names have a hash of their content.
 * Those of the build before are among them, for the hour that they stay. During an upgrade, a page
 * of another version asks for its own script and style: those of this one are served, but not
 * cacheable.
 *
 * @param folder the path of the page
 * @returns the paths of the files that the page loads
 */
export async function serveHashed(router: Router<State>, folder: string): Promise<PageFiles> {
  const built = join(dist, folder);
  const serveFile = async (path: string, name: string, cacheControl: string) =>
    serve(router, `${folder}/${path}`, await readBuilt(name, built), policies.strict, setType(name), cacheControl);

  const hashed = (await readdir(built)).filter((name) => /-[0-9A-Z]{8}\.(js|css)$/.test(name));
  for (const name of hashed) await serveFile(name, name, caching.forEver);
  const { script, style, imports }: PageFiles = JSON.parse(await readFile(join(built, pageFiles), 'utf8'));
  for (const name of [script, style]) await serveFile(`page-:hash${extname(name)}`, name, caching.never);
  const pathOf = (name: string) => `${folder}/${name}`;
  return { script: pathOf(script), style: pathOf(style), imports: imports.map(pathOf) };
}

export function setType(file: string): (ctx: Context) => void {
  return (ctx) => {
    ctx.type = extname(file) || file;
  };
}

export function rejectMethod(ctx: Context): void {
  send(ctx, sharedResponses.methodNotAllowed({ Allow: 'GET, HEAD' }));
}
