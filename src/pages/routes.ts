import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Router } from '@koa/router';
import { send } from '../api/response.ts';
import type { Context, State } from '../api/state.ts';
import contract from '../generated/openapi.json' with { type: 'json' };
import { sharedResponses } from '../generated/operations.ts';
import { root } from '../root.ts';
import { builtChunks, type Content, compress, plain, readBuilt, respond } from './content.ts';
import { type SubmitPage, submitPage } from './submit/html.ts';

/** Players and readers enter tokens here, so only the service's own scripts, styles, images and requests are allowed. */
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
const policies = {
  // Swagger UI's icons are data: URLs.
  docs: ownResourcesOnly.join('; ').replace("img-src 'self'", "img-src 'self' data:"),
  submit: [...ownResourcesOnly, "require-trusted-types-for 'script'", "trusted-types 'none'"].join('; '),
};

/** How long a client may keep a file: until it has asked whether the file changed; for ever, since a name with a hash has one content; not at all. */
const caching = { revalidated: 'no-cache', forEver: 'public, max-age=31536000, immutable', never: 'no-store' };

/** The only files of the build that are served, except those whose names have a hash. Other paths have no route. */
const files = [
  { path: '/docs', file: 'docs.html', policy: policies.docs },
  { path: '/docs/', file: 'docs.html', policy: policies.docs },
  { path: '/docs/docs.js', file: 'docs.js', policy: policies.docs },
  { path: '/docs/docs.css', file: 'docs.css', policy: policies.docs },
  { path: '/docs/swagger-ui-bundle.js', file: 'swagger-ui-bundle.js', policy: policies.docs },
  { path: '/docs/swagger-ui.css', file: 'swagger-ui.css', policy: policies.docs },
  { path: '/submit/icon.svg', file: 'icon.svg', policy: policies.submit },
  // For pages of other sites, which need a name that lasts.
  { path: '/submit/element.js', file: 'element.js', policy: policies.submit },
];

export interface PagesOptions extends Pick<SubmitPage, 'puzzleUrl' | 'signInUrl'> {
  /** Returns where a request for `/` leads. */
  readonly home: (ctx: Context) => Promise<string>;
}

/** Serves the contract as it was when the service started: `/openapi.yaml`, `/openapi.json`. */
export async function createContractRoutes(): Promise<Router<State>> {
  const router = createRouter();
  const yaml = plain(await readFile(join(root, 'openapi.yaml'), 'utf8'));
  const json = plain(JSON.stringify(contract));
  // Koa's `ctx.type` would add a charset, which JSON does not have.
  serve(router, '/openapi.yaml', yaml, policies.docs, (ctx) => ctx.set('Content-Type', 'application/yaml'));
  serve(router, '/openapi.json', json, policies.docs, (ctx) => ctx.set('Content-Type', 'application/json'));
  return router;
}

/**
 * Serves the pages: one to submit a verse (`/submit`), one to read the contract and try it (`/docs`).
 *
 * @throws when one of the files cannot be read
 */
export async function createPages({ home, ...urls }: PagesOptions): Promise<Router<State>> {
  const router = createRouter();
  router
    .get('/', async (ctx) => {
      ctx.set('Cache-Control', 'no-store'); // it may lead to a token
      ctx.redirect(await home(ctx));
    })
    .all('/', rejectMethod);
  for (const { path, file, policy } of files) serve(router, path, await readBuilt(file), policy, typeOf(file));

  for (const name of await builtChunks()) {
    serve(router, `/submit/${name}`, await readBuilt(name), policies.submit, typeOf('.js'), caching.forEver);
  }

  const [script, style] = [await serveHashed(router, '.js'), await serveHashed(router, '.css')];
  const html = await compress(submitPage({ script, style, ...urls }));
  serve(router, '/submit', html, policies.submit, typeOf('.html'));
  return router;
}

/**
 * Serves the script or the style of `/submit` at a path with the hash of its content, which it returns. During an upgrade, a page of the other
 * version asks for its own hash: it gets this content, too, but nobody may keep it under that name.
 */
async function serveHashed(router: Router<State>, extension: string): Promise<string> {
  const content = await readBuilt(`page${extension}`);
  const path = `/submit/page-${content.etag.slice(0, 16)}${extension}`;
  serve(router, path, content, policies.submit, typeOf(extension), caching.forEver);
  serve(router, `/submit/page-:hash${extension}`, content, policies.submit, typeOf(extension), caching.never);
  return path;
}

function createRouter(): Router<State> {
  return new Router<State>({ strict: true, sensitive: true });
}

function typeOf(file: string): (ctx: Context) => void {
  return (ctx) => {
    ctx.type = extname(file) || file;
  };
}

function serve(
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

function rejectMethod(ctx: Context): void {
  send(ctx, sharedResponses.methodNotAllowed({ Allow: 'GET, HEAD' }));
}
