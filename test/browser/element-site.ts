import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { installPackedClient, type Project } from '../support/packed-client.ts';
import { TestService, token } from '../support/service.ts';
import { launchBrowser } from './launch.ts';
import { WatchedPage } from './watched-page.ts';

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
export const asked = ({ requests }: WatchedPage) =>
  requests.filter((request) => request.includes('/api/eligibility?localDate'));
export const setToken = async (player: string) => `element.token = ${JSON.stringify(await token(player))};`;

/** A site of another origin than the service's, which has installed the packed element. */
export class ElementSite implements AsyncDisposable {
  /** The files of the site, by path. */
  readonly files: Record<string, string> = {};
  #policy = '';
  #server!: Server;
  #origin!: string;
  #browser!: Browser;
  project!: Project;
  service!: TestService;

  static async start(): Promise<ElementSite> {
    const site = new ElementSite();
    site.project = await installPackedClient();
    site.#server = createServer(async ({ url = '/' }, response) => {
      const path = url.replace(/\?.*/, '');
      const text = path.startsWith('/client/')
        ? await readFile(join(site.project.client, 'dist', path.slice('/client/'.length)), 'utf8').catch(
            () => undefined,
          )
        : site.files[path];
      response.statusCode = text === undefined ? 404 : 200;
      response.setHeader('Content-Type', path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');
      if (site.#policy !== '') response.setHeader('Content-Security-Policy', site.#policy);
      response.end(text);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => site.#server.once('listening', resolve));
    site.#origin = `http://127.0.0.1:${(site.#server.address() as AddressInfo).port}`;
    site.service = await TestService.start({ env: { CORS_ORIGINS: site.#origin } });
    site.#browser = await launchBrowser();
    return site;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    this.#server.close();
    this.#server.closeAllConnections();
    await this.service[Symbol.asyncDispose]();
    await this.project[Symbol.asyncDispose]();
  }

  get origin(): string {
    return this.#origin;
  }

  async solveToday(player: string): Promise<void> {
    await this.service.solve(player, Temporal.Now.plainDateISO('UTC').toString());
  }

  /** Opens a page without a policy. */
  async open(path: string, prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<WatchedPage> {
    this.#policy = '';
    return await this.#goto(path, prepare);
  }

  /**
   * Opens a page with the element, and a script that runs before the element is defined. Its policy
   * allows nothing inline, no style of any kind, and no policy that may create HTML.
   */
  async openElement(script: string): Promise<WatchedPage> {
    this.files['/'] = `<!doctype html><html lang="en"><title>Puzzle</title>${icon}
      <main><h1>Puzzle</h1><submit-verse></submit-verse></main>
      <script type="module" src="/page.js"></script>`;
    this.files['/page.js'] = `
      const element = document.querySelector('submit-verse');
      element.setAttribute('base-url', '${this.service.url}');
      ${script}
      await import('/client/element/index.js');`;
    this.#policy = `default-src 'none'; script-src 'self'; connect-src ${this.service.url}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`;
    return await this.#goto('/', async () => {});
  }

  async #goto(path: string, prepare: (page: Page) => Promise<unknown>): Promise<WatchedPage> {
    const watched = await WatchedPage.open(this.#browser, [this.origin, this.service.url], { timezoneId: 'UTC' });
    await prepare(watched.page);
    await watched.page.goto(this.origin + path);
    return watched;
  }
}
