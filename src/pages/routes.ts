import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router } from '@koa/router';
import { send } from '../api/response.ts';
import type { Context, State } from '../api/state.ts';
import contract from '../generated/openapi.json' with { type: 'json' };
import { sharedResponses } from '../generated/operations.ts';
import { root } from '../root.ts';

const source = join(root, 'openapi.yaml');
const docs = join(root, 'src/pages/docs');
const submit = join(root, 'src/pages/submit');
const built = join(root, 'dist');
const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

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

/** The only files that are served. Other paths have no route. */
const files = [
  { path: '/docs', folder: docs, file: 'index.html', policy: policies.docs },
  { path: '/docs/', folder: docs, file: 'index.html', policy: policies.docs },
  { path: '/docs/docs.js', folder: docs, file: 'docs.js', policy: policies.docs },
  { path: '/docs/docs.css', folder: docs, file: 'docs.css', policy: policies.docs },
  { path: '/docs/swagger-ui-bundle.js', folder: swaggerUi, file: 'swagger-ui-bundle.js', policy: policies.docs },
  { path: '/docs/swagger-ui.css', folder: swaggerUi, file: 'swagger-ui.css', policy: policies.docs },
  { path: '/docs/favicon-32x32.png', folder: swaggerUi, file: 'favicon-32x32.png', policy: policies.docs },
  { path: '/submit', folder: submit, file: 'index.html', policy: policies.submit },
  { path: '/submit/page.js', folder: submit, file: 'page.js', policy: policies.submit },
  { path: '/submit/page.css', folder: submit, file: 'page.css', policy: policies.submit },
  { path: '/submit/icon.svg', folder: submit, file: 'icon.svg', policy: policies.submit },
  { path: '/submit/element.js', folder: built, file: 'element.js', policy: policies.submit },
];

/** Where `/` leads. */
export type Home = '/submit' | '/docs';

/** Serves the contract as it was when the service started: `/openapi.yaml`, `/openapi.json`. */
export async function createContractRoutes(): Promise<Router<State>> {
  const router = createRouter();
  const yaml = await readFile(source, 'utf8');
  const json = JSON.stringify(contract);
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
export async function createPages(home: Home): Promise<Router<State>> {
  const router = createRouter();
  router.get('/', (ctx) => ctx.redirect(home)).all('/', rejectMethod);
  for (const { path, folder, file, policy } of files) {
    serve(router, path, await readFile(join(folder, file)), policy, (ctx) => {
      ctx.type = extname(file);
    });
  }
  return router;
}

function createRouter(): Router<State> {
  return new Router<State>({ strict: true, sensitive: true });
}

/** Serves content from memory: a file opened for each request would stay open until the client has read the response. */
function serve(
  router: Router<State>,
  path: string,
  content: string | Buffer,
  policy: string,
  setType: (ctx: Context) => void,
): void {
  const etag = createHash('sha256').update(content).digest('base64url');
  router
    .get(path, (ctx) => {
      // A client may cache the file, but must revalidate it each time.
      ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy });
      ctx.etag = etag;
      setType(ctx);
      ctx.body = content;
      if (ctx.fresh) ctx.status = 304;
    })
    .all(path, rejectMethod);
}

function rejectMethod(ctx: Context): void {
  send(ctx, sharedResponses.methodNotAllowed({ Allow: 'GET, HEAD' }));
}
