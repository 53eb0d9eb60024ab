import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { Page } from 'playwright-core';
import { installPackedClient } from '../support/packed-client.ts';
import { token } from '../support/service.ts';
import { setUp } from './setup.ts';
import type { WatchedPage } from './watched-page.ts';

const icon = '<link rel="icon" href="data:,">';

/** Records the events of the element as `heard` in the page, with what their listeners see. */
export const listen = `globalThis.heard = [];
  for (const type of ['before-submit', 'sign-in-required', 'state-change', 'verse-change', 'verse-clear', 'verse-submitted']) {
    document.addEventListener(type, ({ detail, composed }) => heard.push({ type, composed, detail }));
  }`;

interface Heard {
  readonly type: string;
  readonly composed: boolean;
  readonly detail: unknown;
}

export async function heard(page: Page): Promise<Heard[]> {
  return await page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);
}

export const element = (page: Page) => page.locator('submit-verse');
/** The requests that ask what the player can do, not when a verse would come. */
export const asked = (requests: readonly string[]) =>
  requests.filter((request) => request.includes('/api/eligibility?localDate'));
export const setToken = async (player: string) => `element.token = ${JSON.stringify(await token(player))};`;

/**
 * Starts a site of another origin than the service's, which has installed the packed element, with
 * the service and a browser. All end with the tests of the file.
 */
export async function startSite() {
  /** The files of the site, by path. */
  const files: Record<string, string> = {};
  let policy = '';
  const project = await installPackedClient();
  const server = createServer(async ({ url = '/' }, response) => {
    const path = url.replace(/\?.*/, '');
    const [, packed] = /^\/client\/(.*)/.exec(path) ?? [];
    const text = packed
      ? await readFile(join(project.client, 'dist', packed), 'utf8').catch(() => undefined)
      : files[path];
    response.statusCode = text === undefined ? 404 : 200;
    response.setHeader('Content-Type', path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');
    if (policy !== '') response.setHeader('Content-Security-Policy', policy);
    response.end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { service, open: openPage } = await setUp({ env: { CORS_ORIGINS: origin } }, [origin]);
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await project[Symbol.asyncDispose]();
  });

  /** Opens a page without a policy. */
  async function open(path: string, prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<WatchedPage> {
    const watched = await openPage({ timezoneId: 'UTC' });
    await prepare(watched.page);
    await watched.page.goto(origin + path);
    return watched;
  }

  return {
    ...{ origin, service, files, project, open },
    solveToday: async (player: string) => await service.solve(player, Temporal.Now.plainDateISO('UTC').toString()),
    /**
     * Opens a page with the element, and a script that runs before the element is defined. Its policy
     * allows nothing inline, no style of any kind, and no policy that may create HTML.
     */
    async openElement(script: string): Promise<WatchedPage> {
      files['/'] = `<!doctype html><html lang="en"><title>Puzzle</title>${icon}
        <main><h1>Puzzle</h1><submit-verse></submit-verse></main>
        <script type="module" src="/page.js"></script>`;
      files['/page.js'] = `
        const element = document.querySelector('submit-verse');
        element.setAttribute('base-url', '${service.url}');
        ${script}
        await import('/client/element/index.js');`;
      policy = `default-src 'none'; script-src 'self'; connect-src ${service.url}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`;
      return await open('/').finally(() => {
        policy = '';
      });
    },
  };
}
