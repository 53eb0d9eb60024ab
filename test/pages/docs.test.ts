import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readContract } from '../../contract/document/read.ts';
import { assertDocumented } from '../../contract/response-check.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { createLogger } from '../../src/log.ts';
import { root } from '../../src/root.ts';
import { connectTo, requestRaw } from '../support/raw-http.ts';
import { TestService } from '../support/service.ts';

const service = await TestService.start();
afterAll(() => service[Symbol.asyncDispose]());

const paths = [
  '/openapi.yaml',
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/docs.js',
  '/docs/docs.css',
  '/docs/contract.css',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
];

const get = async (path: string, init: RequestInit = {}) => await fetch(service.url + path, init);

test('/openapi.json is the contract in JSON', async () => {
  const response = await get('/openapi.json');
  expect(response.headers.get('Content-Type')).toBe('application/json');
  expect(await response.json()).toEqual(readContract());
});

test.each(['/docs', '/docs/'])('%s is a page that loads only files of the service', async (path) => {
  const response = await get(path);
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  const loaded = [...(await response.text()).matchAll(/<(?:script|link) [^>]*?(?:src|href)="([^"]*)"/g)].map(
    ([, url = '']) => url,
  );
  expect(loaded.filter((url) => ![...paths, '/submit/icon.svg'].includes(url))).toEqual([]);
  expect(loaded.length).toBeGreaterThan(0);
});

test.each(paths)('%s may be used by its own pages only, is revalidated each time, and is only read', async (path) => {
  const { status, headers } = await get(path);
  expect(status).toBe(200);
  expect(headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Cache-Control')).toBe('no-cache');
  for (const method of ['POST', 'OPTIONS']) {
    const response = await get(path, { method });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    // It is the 405 of the contract's own path.
    const received = { status: 405, headers: response.headers, text: await response.text() };
    assertDocumented('GET', submitVerseOperation.path, received);
  }
});

describe("the operator's desk", () => {
  const deskPaths = ['/openapi.desk.yaml', '/openapi.desk.json', '/docs/openapi.desk'];
  const statuses = async (url: string, all: readonly string[]) =>
    await Promise.all(all.map(async (path) => (await fetch(url + path)).status));
  const titles = { api: readContract().info.title, desk: readContract('contract/openapi.desk.yaml').info.title };
  const guideLinks = [
    ['/docs/embedding', undefined, 'Embedding guide'],
    ['/docs/element', undefined, '&#60;submit-verse&#62;'],
  ];
  const linksIn = (html: string) =>
    [...html.matchAll(/^ {6}<a href="([^"]*)"(?: aria-current="(page)")?>([^<]*)<\/a>$/gm)].map(
      ([, ...parts]) => parts,
    );

  test('is not there without DESK_DATABASE_URL', async () => {
    expect(await statuses(service.url, deskPaths)).toEqual([404, 404, 404]);
    const html = await (await get('/docs')).text();
    expect(linksIn(html)).toEqual([['/docs', 'page', titles.api], ...guideLinks]);
    expect(html).toContain('<div id="swagger-ui" data-contract="/openapi.json"></div>');
    expect(html).toContain('the contract it shows is <a href="/openapi.yaml">openapi.yaml</a>.</noscript>');
  });

  test('has its contract and a page, and the pages link to each other', async () => {
    await using withDesk = await TestService.start({ desk: true });
    const yaml = await fetch(`${withDesk.url}/openapi.desk.yaml`);
    expect(await yaml.text()).toBe(await readFile(join(root, 'contract/openapi.desk.yaml'), 'utf8'));
    const json = await fetch(`${withDesk.url}/openapi.desk.json`);
    expect(await json.json()).toEqual(readContract('contract/openapi.desk.yaml'));

    expect(await statuses(withDesk.url, ['/docs/openapi.desk/'])).toEqual([404]);
    const desk = await (await fetch(`${withDesk.url}/docs/openapi.desk`)).text();
    expect(desk).toContain('data-contract="/openapi.desk.json"');
    const api = await (await fetch(`${withDesk.url}/docs`)).text();
    expect(api).toContain('data-contract="/openapi.json"');
    const escaped = titles.desk.replace("'", '&#39;');
    const links = (ofApi?: string, ofDesk?: string) => [
      ['/docs', ofApi, titles.api],
      ['/docs/openapi.desk', ofDesk, escaped],
      ...guideLinks,
    ];
    expect([linksIn(api), linksIn(desk)]).toEqual([links('page'), links(undefined, 'page')]);
  });

  test('is at ADMIN_PORT only, if there is one', async () => {
    await using withDesk = await TestService.start({ desk: true, env: { ADMIN_PORT: '0' } });
    expect(await statuses(withDesk.url, deskPaths)).toEqual([404, 404, 404]);
    const { adminUrl } = withDesk;
    expect(await statuses(adminUrl, ['/openapi.desk.yaml', '/openapi.desk.json', '/docs'])).toEqual([200, 200, 200]);
    expect(await statuses(adminUrl, ['/openapi.yaml', '/openapi.json', '/submit', '/docs/openapi.desk'])).toEqual(
      Array(4).fill(404),
    );
    expect(await (await fetch(`${adminUrl}/docs`)).text()).toContain('data-contract="/openapi.desk.json"');
  });

  test('has no page with PAGES=false', async () => {
    for (const env of [{ PAGES: 'false' }, { PAGES: 'false', ADMIN_PORT: '0' }]) {
      await using withDesk = await TestService.start({ desk: true, env });
      const paths = ['/openapi.desk.yaml', '/docs', '/docs/openapi.desk'];
      expect(await statuses(withDesk.adminUrl, paths)).toEqual([200, 404, 404]);
    }
  });
});

test('a client that leaves before it has the whole page leaves no warning in the log', async () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  await using logged = await TestService.start({ logger });
  const leave = async () => {
    const socket = connectTo(logged.url);
    socket.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    socket.end();
    socket.destroy();
  };
  await Promise.all(Array.from({ length: 20 }, leave));
  await logged.request('/api/eligibility'); // after the connections have closed
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([]);
  expect(lines.filter((line) => line.includes('request completed'))).toHaveLength(21);
});

test.each([
  '/docs/other',
  '/docs/package.json',
  '/docs/swagger-ui-bundle.js.map',
  '/docs/docs.js%00',
  '/docs/%2e%2e/package.json',
  '/docs/..%2f..%2f..%2fpackage.json',
  '/docs/%2fetc%2fpasswd',
  '/openapi.yaml/',
  '/DOCS',
])('%s gets the 404 of every unknown path', async (path) => {
  expect((await requestRaw(service, 'GET', path)).status).toBe(404);
});

test('has the guides for sites that embed the element, whose links lead to each other or out', async () => {
  for (const path of ['/docs/embedding', '/docs/element']) {
    const response = await get(path);
    expect(response.status).toBe(200);
    const links = [...(await response.text()).matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links).toContain('/docs');
    for (const href of links.filter((link) => link.startsWith('/'))) expect((await get(href)).status).toBe(200);
    expect(links.filter((link) => !/^(https?:|#|\/)/.test(link))).toEqual([]);
  }
});
