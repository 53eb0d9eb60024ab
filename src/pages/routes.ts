import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router } from '@koa/router';
import { send as sendFile } from '@koa/send';
import type { Context, Middleware } from 'koa';
import contract from '../generated/openapi.json' with { type: 'json' };
import { sharedResponses } from '../generated/operations.ts';
import { send } from '../http/response.ts';
import { root } from '../root.ts';

const source = join(root, 'openapi.yaml');
const page = join(root, 'src/pages/page');
const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** The only files that are served. Other paths have no route. */
const files = [
  { path: '/docs', folder: page, file: 'index.html' },
  { path: '/docs/', folder: page, file: 'index.html' },
  { path: '/docs/docs.js', folder: page, file: 'docs.js' },
  { path: '/docs/swagger-ui-bundle.js', folder: swaggerUi, file: 'swagger-ui-bundle.js' },
  { path: '/docs/swagger-ui.css', folder: swaggerUi, file: 'swagger-ui.css' },
  { path: '/docs/favicon-32x32.png', folder: swaggerUi, file: 'favicon-32x32.png' },
];

const headers = {
  // A client may cache the file, but must revalidate it each time.
  'Cache-Control': 'no-cache',
  // Readers enter tokens here, so only the service's own scripts, styles and requests are allowed. Swagger UI's icons are data: URLs.
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/**
 * Serves the contract as it was when the service started (`/openapi.yaml`, `/openapi.json`), and a page to read it and try it (`/docs`).
 *
 * @throws when one of the files cannot be read
 */
export async function createDocs(): Promise<Router> {
  const router = new Router({ strict: true, sensitive: true });
  const serve = (path: string, etag: string, write: Middleware) => {
    router.get(path, withHeaders(etag), write).all(path, rejectMethod);
  };

  const yaml = await readFile(source, 'utf8');
  const json = JSON.stringify(contract);
  serve('/openapi.yaml', hash(yaml), writeText('application/yaml', yaml));
  serve('/openapi.json', hash(json), writeText('application/json', json));
  for (const { path, folder, file } of files) {
    const etag = hash(await readFile(`${folder}/${file}`));
    serve(path, etag, async (ctx) => {
      await sendFile(ctx, file, { root: folder });
    });
  }
  return router;
}

function withHeaders(etag: string): Middleware {
  return async (ctx, next) => {
    ctx.set(headers);
    ctx.etag = etag;
    await next();
    if (ctx.fresh) ctx.status = 304;
  };
}

function writeText(type: string, text: string): Middleware {
  return (ctx) => {
    ctx.set('Content-Type', type);
    ctx.body = text;
  };
}

function rejectMethod(ctx: Context): void {
  send(ctx, sharedResponses.methodNotAllowed({ Allow: 'GET, HEAD' }));
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}
