import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { root } from '../../src/root.ts';
import { installPackedClient, type Project } from '../support/packed-client.ts';
import { TestService, token } from '../support/service.ts';
import { launchBrowser } from './launch.ts';
import { WatchedPage } from './watched-page.ts';

/** A site of its own, which has installed the packed element. */
let site: Server;
let origin: string;
/** The files of the site that each test writes. */
let files: Record<string, string>;
let policy: string;
let project: Project;
let service: TestService;
let browser: Browser;
beforeAll(async () => {
  project = await installPackedClient();
  site = createServer(async ({ url = '/' }, response) => {
    const path = url.replace(/\?.*/, '');
    const text = path.startsWith('/client/')
      ? await readFile(join(project.client, 'dist', path.slice('/client/'.length)), 'utf8').catch(() => undefined)
      : files[path];
    response.statusCode = text === undefined ? 404 : 200;
    response.setHeader('Content-Type', path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');
    if (policy !== '') response.setHeader('Content-Security-Policy', policy);
    response.end(text);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  service = await TestService.start({ env: { CORS_ORIGINS: origin } });
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  site.close();
  site.closeAllConnections();
  await service[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});
beforeEach(() => {
  // Nothing inline, no style of any kind, no policy that may create HTML.
  policy = `default-src 'none'; script-src 'self'; connect-src ${service.url}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`;
  files = {};
});

const today = () => Temporal.Now.plainDateISO('UTC').toString();

async function solveToday(player: string): Promise<void> {
  await service.solve(player, today());
}

/** Has a player solve the puzzle and submit a verse. */
async function submit(player: string): Promise<void> {
  await solveToday(player);
  await service.submit(player, { bookId: 'RUT', chapter: 1, verse: 1, localDate: today() });
}

/**
 * Opens a page of the site with the element, and a script that runs before the element is defined.
 *
 * @param now the instant at which the page's clock stands still
 */
async function openSite(script: string, html = '', timezoneId = 'UTC', now?: string): Promise<WatchedPage> {
  files['/'] = `<!doctype html><html lang="en"><title>Puzzle</title><link rel="icon" href="data:,">
    <main><h1>Puzzle</h1>${html || '<submit-verse></submit-verse>'}</main>
    <script type="module" src="/page.js"></script>`;
  files['/page.js'] = `
    const element = document.querySelector('submit-verse');
    element.setAttribute('base-url', '${service.url}');
    ${script}
    await import('/client/element/index.js');`;
  const watched = await WatchedPage.open(browser, [origin, service.url], { timezoneId });
  if (now !== undefined) await watched.page.clock.setFixedTime(now);
  await watched.page.goto(origin);
  return watched;
}

async function choose(page: Page, book: string, chapter: string, verse: string): Promise<void> {
  await page.locator('select').nth(0).selectOption(book);
  await page.locator('select').nth(1).selectOption(chapter);
  await page.locator('select').nth(2).selectOption(verse);
}

const setToken = async (player: string) => `element.token = ${JSON.stringify(await token(player))};`;

test('a page of another origin under a strict policy submits a verse, and hears of it', async () => {
  await solveToday('ann');
  await using watched = await openSite(`
    globalThis.heard = [];
    for (const type of ['verse-change', 'verse-submitted']) {
      document.addEventListener(type, ({ detail, composed }) => heard.push({ type, composed, detail }));
    }
    globalThis.calls = 0;
    element.token = async () => { calls++; return ${JSON.stringify(await token('ann'))} };`);
  const { page } = watched;
  await page.getByRole('heading', { name: 'Choose a verse' }).waitFor();
  await choose(page, 'JHN', '3', '16');
  await page.getByRole('button', { name: 'Submit John 3:16', exact: true }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  const [row] = await service.submissions();
  const change = (chapter: number, verse: number) => ({
    type: 'verse-change',
    composed: true,
    detail: { bookId: 'JHN', chapter, verse },
  });
  expect(await page.evaluate('heard')).toEqual([
    change(1, 1),
    change(3, 1),
    change(3, 16),
    {
      type: 'verse-submitted',
      composed: true,
      detail: expect.objectContaining({
        scheduledDate: row?.date,
        reference: 'John 3:16',
        windowText: expect.any(String),
      }),
    },
  ]);
  expect(await page.evaluate('calls')).toBeGreaterThanOrEqual(3); // for each request
  const element = page.locator('submit-verse');
  expect(await element.evaluate(({ shadowRoot }) => shadowRoot?.mode)).toBe('open');
  expect(await element.evaluate((it) => it.getAttributeNames())).toEqual(['base-url']);
});

test('it is in the language of the page, as far as the page gives texts and names', async () => {
  await solveToday('dieter');
  await using watched = await openSite(`
    document.documentElement.lang = 'de';
    element.bookNames = { JHN: 'Johannes', PSA: 'Psalm' };
    element.texts = { open: 'Wähle einen Vers', submit: '{reference} vorschlagen', reference: '{book} {chapter},{verse}',
      scheduled: '{reference} ist der Vers vom {date}.', book: 'Buch', oldTestament: 'Altes Testament' };
    ${await setToken('dieter')}`);
  const { page } = watched;
  await page.getByRole('heading', { name: 'Wähle einen Vers' }).waitFor();
  await page.getByLabel('Buch', { exact: true }).selectOption('Psalm');
  expect(await page.getByRole('button').innerText()).toBe('Psalm 1,1 vorschlagen');
  await choose(page, 'JHN', '3', '16');
  await page.getByRole('button', { name: 'Johannes 3,16 vorschlagen' }).click();
  const sentence = page.getByRole('status').getByRole('paragraph').first();
  await sentence.waitFor();
  const date = (await service.submissions()).find(({ user_id }) => user_id === 'dieter')?.date ?? '';
  const german = new Intl.DateTimeFormat('de', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date));
  expect(await sentence.innerText()).toBe(`Johannes 3,16 ist der Vers vom ${german}.`);
  expect(await page.getByRole('listitem').innerText()).toMatch(/^Johannes 3,16\s/);
});

test('it follows a page that is written from right to left', async () => {
  await submit('rut');
  await using watched = await openSite(`
    Object.assign(document.documentElement, { lang: 'he', dir: 'rtl' });
    ${await setToken('rut')}`);
  const { page } = watched;
  const item = page.getByRole('listitem');
  const [reference, date] = [await item.locator('bdi').boundingBox(), await item.getByRole('time').boundingBox()];
  expect(reference?.x).toBeGreaterThan(date?.x ?? Number.NaN);
  expect(await item.getByRole('time').innerText()).toMatch(/[א-ת]/);
  await watched.expectAccessible();
});

test('an invalid language tag leaves the browser’s', async () => {
  await submit('una');
  await using watched = await openSite(`document.documentElement.lang = 'en_US'; ${await setToken('una')}`);
  expect(await watched.page.getByRole('listitem').innerText()).toMatch(/, \d{4}$/);
});

test('it takes the font and colours of the page, and an accent and a font by custom properties', async () => {
  await solveToday('dora');
  await using watched = await openSite(`
    Object.assign(document.body.style, { font: '20px monospace', color: 'rgb(1, 2, 3)' });
    element.style.setProperty('--submit-verse-accent', 'rgb(0, 80, 0)');
    element.style.setProperty('--submit-verse-font', 'cursive');
    ${await setToken('dora')}`);
  const { page } = watched;
  await page.getByRole('heading', { name: 'Choose a verse' }).waitFor();
  const style = async (selector: string, property: string) =>
    await page
      .locator(selector)
      .first()
      .evaluate((it, name) => getComputedStyle(it).getPropertyValue(name), property);
  expect(await style('submit-verse select', 'font-family')).toBe('monospace');
  expect(await style('submit-verse select', 'font-size')).toBe('20px');
  expect(await style('submit-verse h2', 'color')).toBe('rgb(1, 2, 3)');
  expect(await style('submit-verse h2', 'font-family')).toBe('cursive');
  expect(await style('submit-verse [part=reference]', 'color')).toBe('rgb(0, 80, 0)');
  expect(await style('submit-verse button', 'background-color')).toBe('rgb(0, 80, 0)');
  // What the README lists.
  const readme = await readFile(join(root, 'client/README.md'), 'utf8');
  const parts = await page
    .locator('submit-verse')
    .evaluate(({ shadowRoot }) =>
      [...(shadowRoot?.querySelectorAll('[part]') ?? [])].map((it) => it.getAttribute('part')),
    );
  for (const part of new Set(parts)) expect(readme).toContain(`\`${part}\``);
});

test('a player does not send what another player of the same tab could not', async () => {
  await solveToday('first');
  await solveToday('second');
  await using watched = await openSite(await setToken('first'));
  const { page } = watched;
  const api = `**${submitVerseOperation.path}`;
  const be = async (player: string) =>
    await page.locator('submit-verse').evaluate((it, jwt) => Object.assign(it, { token: jwt }), await token(player));
  await page.getByRole('heading', { name: 'Choose a verse' }).waitFor();
  await page.route(api, (route) => route.abort());
  await page.getByRole('button').click();
  await page.getByRole('heading', { name: 'We couldn’t reach the server' }).waitFor();
  await be('second');
  await page.getByRole('heading', { name: 'Choose a verse' }).waitFor();
  await be('first');
  await page.getByRole('heading', { name: 'We couldn’t reach the server' }).waitFor();
  await page.unroute(api);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  const players = (await service.submissions()).map(({ user_id }) => user_id);
  expect(players.filter((player) => ['first', 'second'].includes(player))).toEqual(['first']);
});

// At this instant, UTC has January 2.
test.each([
  ['Pacific/Kiritimati', '2026-01-03'],
  ['Etc/GMT+12', '2026-01-01'],
])('in %s, it asks and submits with the date of the player, %s', async (timezoneId, localDate) => {
  await service.solve(timezoneId, localDate);
  await using watched = await openSite(await setToken(timezoneId), '', timezoneId, '2026-01-02T11:00:00Z');
  const { page } = watched;
  await page.getByRole('heading', { name: 'Choose a verse' }).waitFor();
  await page.getByRole('button', { name: 'Submit Genesis 1:1' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  const asked = watched.requests.filter((request) => request.includes('/api/eligibility'));
  expect(new Set(asked)).toEqual(new Set([`GET ${service.url}/api/eligibility?localDate=${localDate}`]));
});

test('taken out of the page, it ends its request and sends no more; put back, it starts again', async () => {
  await using watched = await openSite(await setToken('leaver'));
  const { page } = watched;
  const shown = page.getByRole('heading', { name: 'Solve today’s puzzle first' });
  await shown.waitFor();
  const api = '**/api/eligibility*';
  await page.route(api, () => {}); // the response never comes
  const comeBack = async () => await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await Promise.all([page.waitForRequest(api), comeBack()]);
  const [ended] = await Promise.all([
    page.waitForEvent('requestfailed'),
    page.evaluate('globalThis.element = document.querySelector("submit-verse"); element.remove()'),
  ]);
  expect(ended.url()).toContain('/api/eligibility');
  const { length } = watched.requests;
  await comeBack();
  await page.unroute(api);
  await page.evaluate('document.querySelector("main").append(element)');
  await shown.waitFor();
  const since = watched.requests.slice(length).filter((sent) => sent.includes('/api/eligibility'));
  expect(since).toHaveLength(1);
});

test('it starts once for all that a page changes at a time, and focuses nothing', async () => {
  await using watched = await openSite(`${await setToken('other')} element.texts = {}; element.bookNames = {};
    ${await setToken('nobody')}`);
  await watched.page.getByRole('heading', { name: 'Solve today’s puzzle first' }).waitFor();
  expect(watched.requests.filter((request) => request.includes('/api/eligibility'))).toHaveLength(1);
  expect(await watched.page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});

describe('the examples work when copied', () => {
  const example = async (name: string) => {
    const text = await readFile(join(root, 'client/examples', name), 'utf8');
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(13);
    return text.replaceAll('http://127.0.0.1:3000', service.url);
  };

  async function submitThere(path: string, player: string, prepare: (page: Page) => Promise<unknown> = async () => {}) {
    policy = '';
    await using watched = await WatchedPage.open(browser, [origin, service.url], { timezoneId: 'UTC' });
    const { page } = watched;
    files['/favicon.ico'] = '';
    await prepare(page);
    await page.goto(origin + path);
    await page.getByRole('heading', { name: 'Solve today’s puzzle first' }).waitFor();
    expect(await page.getByRole('link', { name: 'Today’s puzzle' }).isVisible()).toBe(true);
    await solveToday(player);
    await page.reload();
    await choose(page, 'PSA', '23', '1');
    expect(await page.getByRole('link', { name: 'Today’s puzzle' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Submit Psalm 23:1' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    return await page.evaluate('globalThis.submitted');
  }

  test('plain HTML', async () => {
    files['/plain.html'] = await example('plain.html');
    await submitThere(`/plain.html#token=${await token('plain')}`, 'plain');
  });

  test('React', async () => {
    await project.write('react.jsx', await example('react.jsx'));
    await project.write(
      'main.jsx',
      `import { createRoot } from 'react-dom/client';
       import { SubmitVerse } from './react.jsx';
       const onSubmitted = ({ detail }) => { globalThis.submitted = detail.reference };
       createRoot(document.querySelector('main')).render(<SubmitVerse onSubmitted={onSubmitted} />);`,
    );
    const { outputFiles } = await build({
      entryPoints: [join(project.directory, 'main.jsx')],
      nodePaths: [join(import.meta.dirname, 'node_modules')],
      bundle: true,
      format: 'esm',
      jsx: 'automatic',
      write: false,
    });
    files['/main.js'] = outputFiles[0]?.text ?? '';
    files['/react.html'] = '<!doctype html><main></main><script type="module" src="/main.js"></script>';
    const jwt = await token('reactor');
    const submitted = await submitThere(
      '/react.html',
      'reactor',
      async (page) => await page.addInitScript((value) => sessionStorage.setItem('token', value), jwt),
    );
    expect(submitted).toBe('Psalm 23:1');
  });
});
