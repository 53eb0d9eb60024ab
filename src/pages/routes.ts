import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Router } from '@koa/router';
import type { Context, State } from '../api/state.ts';
import contract from '../generated/openapi.json' with { type: 'json' };
import { root } from '../root.ts';
import { builtChunks, compress, plain, readBuilt } from './content.ts';
import { type DeskPage, deskPage } from './desk/html.ts';
import { caching, createRouter, policies, rejectMethod, serve, serveHashed, typeOf } from './serve.ts';
import { type SubmitPage, submitPage } from './submit/html.ts';

/** The only files of the build that are served, except those whose names have a hash. Other paths have no route. */
const files = [
  { path: '/docs', file: 'docs.html', policy: policies.docs },
  { path: '/docs/', file: 'docs.html', policy: policies.docs },
  { path: '/docs/docs.js', file: 'docs.js', policy: policies.docs },
  { path: '/docs/docs.css', file: 'docs.css', policy: policies.docs },
  { path: '/docs/swagger-ui-bundle.js', file: 'swagger-ui-bundle.js', policy: policies.docs },
  { path: '/docs/swagger-ui.css', file: 'swagger-ui.css', policy: policies.docs },
  { path: '/submit/icon.svg', file: 'icon.svg', policy: policies.strict },
  // For pages of other sites, which need a name that lasts.
  { path: '/submit/element.js', file: 'element.js', policy: policies.strict },
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
    serve(router, `/submit/${name}`, await readBuilt(name), policies.strict, typeOf('.js'), caching.forEver);
  }

  const html = await compress(submitPage({ ...(await serveHashed(router, '/submit', 'page')), ...urls }));
  serve(router, '/submit', html, policies.strict, typeOf('.html'));
  return router;
}

/** Serves the operator's desk, `/desk`: the page that calls `contract/openapi.desk.yaml`. */
export async function createDeskPage({ signInUrl }: Pick<DeskPage, 'signInUrl'>): Promise<Router<State>> {
  const router = createRouter();
  const html = await compress(deskPage({ ...(await serveHashed(router, '/desk', 'desk')), signInUrl }));
  serve(router, '/desk', html, policies.strict, typeOf('.html'));
  serve(router, '/desk/icon.svg', await readBuilt('icon.svg'), policies.strict, typeOf('.svg'));
  return router;
}
