import { extname } from 'node:path';
import { Router } from '@koa/router';
import { send } from '../api/response.ts';
import type { Context, State } from '../api/state.ts';
import { sharedResponses } from '../generated/operations.ts';
import { builtChunks, type Content, readBuilt, respond } from './content.ts';

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

/** The paths of a page's script and style, which change with their content. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

/**
 * Serves a page's script and style, each at a path with the hash of its content, which it returns.
 * During an upgrade, a page of the other version asks for its own hash: this content is served,
 * but not cacheable.
 *
 * @param folder the path of the page
 * @param name of the files of the build, without their extensions
 */
export async function serveHashed(router: Router<State>, folder: string, name: string): Promise<PageFiles> {
  const serveFile = async (extension: string) => {
    const content = await readBuilt(name + extension);
    const path = `${folder}/page-${content.etag.slice(0, 16)}${extension}`;
    serve(router, path, content, policies.strict, setType(extension), caching.forEver);
    serve(router, `${folder}/page-:hash${extension}`, content, policies.strict, setType(extension), caching.never);
    return path;
  };
  return { script: await serveFile('.js'), style: await serveFile('.css') };
}

/** Serves the files that a script of a folder imports when it needs them. */
export async function serveChunks(router: Router<State>, folder: string, script: string): Promise<void> {
  for (const name of await builtChunks(script)) {
    serve(router, `${folder}/${name}`, await readBuilt(name), policies.strict, setType('.js'), caching.forEver);
  }
}

export function setType(file: string): (ctx: Context) => void {
  return (ctx) => {
    ctx.type = extname(file) || file;
  };
}

export function rejectMethod(ctx: Context): void {
  send(ctx, sharedResponses.methodNotAllowed({ Allow: 'GET, HEAD' }));
}
