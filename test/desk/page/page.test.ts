import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import { root } from '../../../src/root.ts';
import { TestService } from '../../support/service.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const service = await TestService.start({ desk: true, env: { CORS_ORIGINS: 'https://puzzle.example' } });
afterAll(() => service[Symbol.asyncDispose]());

const built = async (path: string) => await readFile(join(root, 'dist', path), 'utf8');
/** The paths of the script, and of what it imports at once. */
async function scripts(): Promise<string[]> {
  const [script = ''] = /\/desk\/page-\w+\.js/.exec(await (await get('/desk')).text()) ?? [];
  const imported = (await built(script)).match(/(?<=(?:from|import)"\.\/)chunk-\w+\.js(?=")/g) as string[];
  return [script, ...imported.map((name) => `/desk/${name}`)];
}
const get = async (path: string, init: RequestInit = {}) => await fetch(service.url + path, init);

test('/desk is a page that loads only files of the service, with nothing inline', async () => {
  const response = await get('/desk');
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  const html = await response.text();
  expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    '/desk/icon.svg',
    expect.stringMatching(/^\/desk\/page-[0-9A-Z]{8}\.css$/),
    expect.stringMatching(/^\/desk\/page-[0-9A-Z]{8}\.js$/),
    ...(await scripts()).slice(1),
  ]);
  expect(html).not.toMatch(/<style| style=| on\w+=|<script(?![^>]* src=)/);
});

test.each([
  ['/desk', 'text/html; charset=utf-8'],
  ['/desk/icon.svg', 'image/svg+xml'],
])('%s has the strict policy, is revalidated each time, and is for no other origin', async (path, type) => {
  const { status, headers } = await get(path, { headers: { Origin: 'https://puzzle.example' } });
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toBe(type);
  expect(headers.get('Content-Security-Policy')).toBe(policy);
  expect(headers.get('Cache-Control')).toBe('no-cache');
  expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  expect((await get(path, { method: 'POST' })).status).toBe(405);
});

test('the scripts of the first view are at most 26 kB gzipped, with Preact in them', async () => {
  const contents = await Promise.all((await scripts()).map(built));
  expect(contents.reduce((sum, each) => sum + gzipSync(each).length, 0)).toBeLessThanOrEqual(26_000);
});

test('where operators sign in, the page says where, and may send requests there', async () => {
  const oidc = { DESK_OIDC_ISSUER: 'https://login.example/realms/"verses"', DESK_OIDC_CLIENT_ID: 'desk' };
  await using other = await TestService.start({ desk: true, env: oidc });
  const response = await fetch(`${other.url}/desk`);
  const connect = "connect-src 'self'";
  expect(response.headers.get('Content-Security-Policy')).toBe(
    policy.replace(connect, `${connect} https://login.example`),
  );
  expect(await response.text()).toContain(
    '<main data-issuer="https://login.example/realms/&#34;verses&#34;" data-client-id="desk" data-parameters="scope=openid">',
  );
  const chunk = (await readdir(join(root, 'dist/desk'))).find((name) => /^sign-in-\w+\.js$/.test(name));
  const { status, headers } = await get(`/desk/${chunk}`);
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=31536000, immutable']);
});

test('with ADMIN_PORT, the page is there and nowhere else', async () => {
  await using admin = await TestService.start({ desk: true, env: { ADMIN_PORT: '0' } });
  expect((await fetch(`${admin.url}/desk`)).status).toBe(404);
  const response = await fetch(`${admin.adminUrl}/desk`);
  const urls = [...(await response.text()).matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
  for (const url of urls) expect((await fetch(admin.adminUrl + url)).status).toBe(200);
  const chapter = await fetch(`${admin.adminUrl}/desk/chapters/JHN/3`);
  expect(await chapter.json()).toMatchObject({ verses: { 15: expect.stringMatching(/^For God so loved/) } });
  const none = [
    `${admin.url}/desk/chapters/JHN/3`,
    ...['JHN/22', 'JHN/03x', 'XYZ/1'].map((path) => `${admin.adminUrl}/desk/chapters/${path}`),
  ];
  for (const url of none) expect((await fetch(url)).status).toBe(404);
  const script = await fetch(`${admin.adminUrl}${urls[2]}`);
  expect(await script.text()).toBe(await built(urls[2] ?? ''));
});
