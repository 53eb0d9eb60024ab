import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { TestService } from '../support/service.ts';

const paths = ['/submit', '/submit/theme', '/submit/icon.svg', '/submit/element.js'];
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const service = await TestService.start({ env: { CORS_ORIGINS: 'https://puzzle.example' } });
afterAll(() => service[Symbol.asyncDispose]());

/** The path of a file whose name changes with its content. */
const hashed = (extension: string) => RegExp(`^/submit/page-[0-9A-Z]{8}\\.${extension}$`);

const get = async (path: string, init: RequestInit = {}) => await fetch(service.url + path, init);

test('/submit is a page that loads only files of the service, with nothing inline', async () => {
  const response = await get('/submit');
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  const html = await response.text();
  const urls = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
  expect(urls).toEqual(['/submit/icon.svg', expect.stringMatching(hashed('css')), expect.stringMatching(hashed('js'))]);
  expect(html).not.toMatch(/<style| style=| on\w+=|<script(?![^>]* src=)/);
});

test.each(paths)('%s has a policy without inline script or style, and is revalidated each time', async (path) => {
  const { status, headers } = await get(path);
  expect(status).toBe(200);
  expect(headers.get('Content-Security-Policy')).toBe(policy);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(headers.get('Cache-Control')).toBe('no-cache');
});

test.each([
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
])(
  '/submit/page-….%s has its hash in its name, is cached for ever, and stands in for others',
  async (extension, type) => {
    const [, path = ''] =
      RegExp(`"(/submit/page-\\w+\\.${extension})"`).exec(await (await get('/submit')).text()) ?? [];
    const own = await get(path);
    const text = await own.text();
    expect(text).toBe(await readFile(join(root, 'dist', path), 'utf8'));
    expect(own.headers.get('Content-Type')).toBe(type);
    expect(own.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(own.headers.get('Content-Security-Policy')).toBe(policy);
    // A page of another version is not left without a form, but that is not kept.
    const other = await get(`/submit/page-0123456789abcdef.${extension}`);
    expect(await other.text()).toBe(text);
    expect(other.headers.get('Content-Type')).toBe(type);
    expect(other.headers.get('Cache-Control')).toBe('no-store');
  },
);

test('the links of /submit lead where the settings say', async () => {
  const env = { PUZZLE_URL: '/today?a=1&lt;b', SIGN_IN_URL: 'https://puzzle.example/sign-in?to="<b>\'' };
  await using linked = await TestService.start({ env });
  expect(await (await fetch(`${linked.url}/submit`)).text()).toContain(
    '<submit-verse><a slot="puzzle" lang="en" href="/today?a=1&#38;lt;b">Today’s puzzle</a>' +
      '<a slot="sign-in" lang="en" href="https://puzzle.example/sign-in?to=&#34;&#60;b&#62;&#39;">Sign in</a></submit-verse>',
  );
  expect(await (await get('/submit')).text()).toContain('<submit-verse></submit-verse>');
  await using unsigned = await TestService.start({ env: { PUZZLE_URL: '/today' } });
  const html = await (await fetch(`${unsigned.url}/submit`)).text();
  expect(html).toContain('<a slot="sign-in" lang="en" href="/today">Today’s puzzle</a>'); // where players may sign in
});

test('/submit/element.js is the built element, which pages of allowed origins may import', async () => {
  const response = await get('/submit/element.js', { headers: { Origin: 'https://puzzle.example' } });
  expect(response.headers.get('Content-Type')).toMatch(/^(text|application)\/javascript/);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://puzzle.example');
  expect(await response.text()).toBe(await readFile(join(root, 'dist/submit/element.js'), 'utf8'));
});

test('/submit/element.js is as small as the README says', async () => {
  expect((await readFile(join(root, 'dist/submit/element.js.gz'))).length).toBeLessThanOrEqual(14_500);
});

test('/ leads to /submit', async () => {
  const response = await get('/', { redirect: 'manual' });
  expect(response.status).toBe(302);
  expect(response.headers.get('Location')).toBe('/submit');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect((await get('/', { method: 'POST' })).status).toBe(405);
});

test('PAGES=false leaves the API and the contract alone', async () => {
  await using alone = await TestService.start({ env: { PAGES: 'false' } });
  for (const path of ['/', '/docs', '/docs/docs.js', ...paths]) {
    expect((await alone.request(path)).status).toBe(404);
  }
  for (const path of ['/openapi.yaml', '/openapi.json']) expect((await fetch(alone.url + path)).status).toBe(200);
  expect((await alone.submit('nobody')).status).toBe(403);
});
