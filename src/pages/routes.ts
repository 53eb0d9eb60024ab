import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Router } from '@koa/router';
import { pathOf, type ServedContract } from '../api/contracts.ts';
import type { Context, State } from '../api/state.ts';
import { compress, plain, readBuilt } from '../content.ts';
import { root } from '../root.ts';
import { docsPage, guides } from './docs/pages.ts';
import { createRouter, type PageFiles, policies, rejectMethod, serve, serveHashed, setType } from './serve.ts';
import { type SubmitPage, submitPage } from './submit-page.ts';
import { themePage } from './theme-page.ts';

// The only files of the build that are served, except those whose names have a hash. Other paths
// have no route.
const docsFiles = ['docs.js', 'docs.css', 'contract.css', 'swagger-ui-bundle.js', 'swagger-ui.css'];
const files = [
  { path: '/submit/icon.svg', file: 'icon.svg' },
  // For pages of other sites, which need a name that lasts.
  { path: '/submit/element.js', file: 'submit/element.js' },
];

export interface PagesOptions extends Pick<SubmitPage, 'puzzleUrl' | 'signInUrl'> {
  /** Returns where a request for `/` leads. */
  readonly home: (ctx: Context) => Promise<string>;
}

/**
 * Serves contracts as they were when the service started, such as `/openapi.yaml` and
 * `/openapi.json`.
 */
export async function createContractRoutes(contracts: readonly ServedContract[]): Promise<Router<State>> {
  const router = createRouter();
  for (const contract of contracts) {
    const path = pathOf(contract);
    const yaml = plain(await readFile(join(root, contract.file), 'utf8'));
    const json = plain(JSON.stringify(contract.document));
    // Koa's `ctx.type` would add a charset, which JSON does not have.
    serve(router, `${path}.yaml`, yaml, policies.docs, (ctx) => ctx.set('Content-Type', 'application/yaml'));
    serve(router, `${path}.json`, json, policies.docs, (ctx) => ctx.set('Content-Type', 'application/json'));
  }
  return router;
}

/**
 * Serves a page for each contract, to read and try it: `/docs` for the first, `/docs/NAME` for each
 * other, such as `/docs/openapi.desk`; and beside them the guides for sites that embed the element.
 *
 * @throws when one of the files cannot be read
 */
export async function createDocs(contracts: readonly ServedContract[]): Promise<Router<State>> {
  const router = createRouter();
  const pages = contracts.map((contract, index) => ({
    path: index === 0 ? '/docs' : `/docs${pathOf(contract)}`,
    contract: pathOf(contract),
    title: contract.document.info.title,
  }));
  for (const [index, page] of pages.entries()) {
    const html = await compress(docsPage(page, pages));
    for (const path of index === 0 ? [page.path, `${page.path}/`] : [page.path]) {
      serve(router, path, html, policies.docs, setType('.html'));
    }
  }
  for (const { path, file } of guides) serve(router, path, await readBuilt(file), policies.docs, setType(file));
  for (const file of docsFiles) serve(router, `/docs/${file}`, await readBuilt(file), policies.docs, setType(file));
  return router;
}

/**
 * Serves the page to submit a verse (`/submit`), the one with the element in all its states
 * (`/submit/theme`), and their files.
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
  for (const { path, file } of files) serve(router, path, await readBuilt(file), policies.strict, setType(file));

  await servePage(router, '/submit', (files) => submitPage({ ...files, ...urls }));
  await servePage(router, '/submit/theme', themePage);
  return router;
}

/** Serves a page, and what the build has made for it. */
async function servePage(router: Router<State>, path: string, render: (files: PageFiles) => string): Promise<void> {
  serve(router, path, await compress(render(await serveHashed(router, path))), policies.strict, setType('.html'));
}
