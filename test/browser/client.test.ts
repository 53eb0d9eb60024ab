import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { installPackedClient, type Project } from '../support/packed-client.ts';
import { TestService, token, validSubmission } from '../support/service.ts';
import { launchBrowser } from './launch.ts';

/** A site of its own: one empty page, and the installed package. */
let site: Server;
let origin: string;
let project: Project;
let service: TestService;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  project = await installPackedClient();
  site = createServer(async ({ url = '/' }, response) => {
    const script = url.endsWith('.js') && (await readFile(join(project.client, 'dist', url)).catch(() => undefined));
    if (script) response.setHeader('Content-Type', 'text/javascript').end(script);
    else response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Puzzle</title>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  service = await TestService.start({ env: { CORS_ORIGINS: origin } });
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(origin);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  site.close();
  site.closeAllConnections();
  await service[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

/** Submits a verse with the installed package, from the page. */
async function submitInPage(user: string) {
  return await page.evaluate(
    async ({ baseUrl, jwt, verse }) => {
      const module = '/index.js';
      const { createClient } = await import(module);
      return await createClient({ baseUrl, token: () => jwt }).submitVerse(verse);
    },
    { baseUrl: service.url, jwt: await token(user), verse: validSubmission },
  );
}

test('a page of another origin submits a verse, and reads Retry-After', async () => {
  await service.solve('ann');
  expect(await submitInPage('ann')).toMatchObject({ status: 201, reference: 'John 3:16' });
  expect(await submitInPage('ann')).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
});

test('a page of another origin reads rejections', async () => {
  expect(await submitInPage('nobody')).toEqual({
    status: 403,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), // readable in spite of CORS
    error: "Solve today's puzzle first",
  });
});

test('a page that loses the first response retries, even without randomUUID, and gets its 201', async () => {
  await service.solve('ben');
  const keys: (string | null)[] = [];
  await page.route(`${service.url}/**`, async (route, request) => {
    keys.push(await request.headerValue('Idempotency-Key'));
    if (keys.length > 1) return await route.continue();
    await route.fetch(); // the service responds, but the page does not get it
    await route.abort('connectionreset');
  });
  // Insecure origins have none.
  await page.evaluate(() => Reflect.deleteProperty(Object.getPrototypeOf(crypto), 'randomUUID'));
  expect(await submitInPage('ben')).toMatchObject({ status: 201 });
  await page.unroute(`${service.url}/**`);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  expect((await service.submissions()).filter(({ user_id }) => user_id === 'ben')).toHaveLength(1);
});

test('a page tells an aborted submission from one without a response', async () => {
  const names = await page.evaluate(async (verse) => {
    const module = '/index.js';
    const { createClient, NetworkError } = await import(module);
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', token: 'token' });
    const aborted = await client.submitVerse(verse, { signal: AbortSignal.abort() }).catch((error: Error) => error);
    const lost = await client.submitVerse(verse).catch((error: Error) => error);
    return [aborted.name, lost.name, lost instanceof NetworkError];
  }, validSubmission);
  expect(names).toEqual(['AbortError', 'NetworkError', true]);
});
