import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import manifest from '../../client/custom-elements.json' with { type: 'json' };
import { root } from '../../src/root.ts';
import { eventually } from '../support/eventually.ts';
import { installPackedClient, type Project } from '../support/packed-client.ts';
import { TestService, token } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';
import { contrasts } from './contrast.ts';
import { launchBrowser } from './launch.ts';
import {
  comeBack,
  countSubmissions,
  expectState,
  find,
  findField,
  isFocused,
  openSelects,
  pageDate,
  submitButton,
} from './player.ts';
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

const open = async () => await WatchedPage.open(browser, [origin, service.url], { timezoneId: 'UTC' });

/**
 * Opens a page of the site with the element, and a script that runs before the element is defined.
 */
async function openSite(script: string): Promise<WatchedPage> {
  files['/'] = `<!doctype html><html lang="en"><title>Puzzle</title><link rel="icon" href="data:,">
    <main><h1>Puzzle</h1><submit-verse></submit-verse></main>
    <script type="module" src="/page.js"></script>`;
  files['/page.js'] = `
    const element = document.querySelector('submit-verse');
    element.setAttribute('base-url', '${service.url}');
    ${script}
    await import('/client/element/index.js');`;
  const watched = await open();
  await watched.page.goto(origin);
  return watched;
}

const setToken = async (player: string) => `element.token = ${JSON.stringify(await token(player))};`;
const element = (page: Page) => page.locator('submit-verse');
const asked = ({ requests }: WatchedPage) => requests.filter((request) => request.includes('/api/eligibility'));

/** Records the events of the element as `heard` in the page, with what their listeners see. */
const listen = `globalThis.heard = [];
  for (const type of ['before-submit', 'sign-in-required', 'state-change', 'verse-change', 'verse-submitted']) {
    document.addEventListener(type, ({ detail, composed }) => heard.push({ type, composed, detail }));
  }`;

interface Heard {
  readonly type: string;
  readonly composed: boolean;
  readonly detail: unknown;
}

async function heard(page: Page): Promise<Heard[]> {
  return await page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);
}

test('a page of another origin under a strict policy hears of all that happens, and can prevent a submission', async () => {
  await using watched = await openSite(listen);
  const { page } = watched;
  const sent = countSubmissions(page);
  await expectState(page, 'Sign in to submit a verse');
  await page.evaluate('document.querySelector("submit-verse").token = "expired"');
  await eventually('the rejection', async () => (await heard(page)).length === 5);
  await solveToday('ann');
  await element(page).evaluate(
    (it, jwt) => {
      const seen = Object.assign(globalThis, { calls: 0, prevent: true });
      it.addEventListener('before-submit', (event) => seen.prevent && event.preventDefault());
      Object.assign(it, {
        token: async () => {
          seen.calls++;
          return jwt;
        },
      });
    },
    await token('ann'),
  );
  await expectState(page, 'Choose a verse');
  await find(page, 'John 3:16');
  await page.getByText('For God so loved the world').waitFor();
  const button = page.getByRole('button', { name: 'Submit John 3:16', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  expect(sent.count).toBe(0);
  expect(await isFocused(button)).toBe(true);
  await page.evaluate('prevent = false');
  await page.keyboard.press('Enter');
  await expectState(page, /is on the calendar$/);
  expect(sent.count).toBe(1);
  const [row] = await service.submissions();
  const event = (type: string, detail: unknown) => ({ type, composed: true, detail });
  const signIn = [event('state-change', { state: 'signIn' }), event('sign-in-required', null)];
  const john316 = { bookId: 'JHN', chapter: 3, verse: 16 };
  expect(await heard(page)).toEqual([
    ...signIn,
    event('state-change', { state: 'loading' }),
    ...signIn,
    event('state-change', { state: 'loading' }),
    event('state-change', { state: 'open' }),
    event('verse-change', john316),
    event('before-submit', john316), // which the page prevents
    event('before-submit', john316),
    event('state-change', { state: 'sending' }),
    event(
      'verse-submitted',
      expect.objectContaining({ scheduledDate: row?.date, reference: 'John 3:16', windowText: expect.any(String) }),
    ),
    event('state-change', { state: 'done' }),
  ]);
  expect(await page.evaluate('calls')).toBeGreaterThanOrEqual(3); // for each request
  expect(await element(page).evaluate(({ shadowRoot }) => shadowRoot?.mode)).toBe('open');
  expect(await element(page).evaluate((it) => it.getAttributeNames())).toEqual(['base-url']);
});

test('a page that sets the token in a later script is not asked for it', async () => {
  policy = '';
  files['/later.html'] = `<!doctype html><link rel="icon" href="data:,">
    <script>${listen}</script>
    <script type="module" src="/client/element/index.js"></script>
    <submit-verse base-url="${service.url}"></submit-verse>
    <script type="module" src="/slow.js"></script>`;
  files['/slow.js'] = `document.querySelector('submit-verse').token = ${JSON.stringify(await token('later'))};`;
  await using watched = await open();
  const { page } = watched;
  await page.route('**/slow.js', async (route) => {
    await page.waitForTimeout(300);
    await route.continue();
  });
  await page.goto(`${origin}/later.html`);
  await expectState(page, 'Solve today’s puzzle first');
  const states = ['loading', 'notSolved'].map((state) => ({ type: 'state-change', composed: true, detail: { state } }));
  expect(await heard(page)).toEqual(states);
});

test('a browser whose elements have no states for CSS shows the form, and tells the page of its states', async () => {
  await solveToday('veteran');
  await using watched = await openSite(`
    Object.defineProperty(ElementInternals.prototype, 'states', { value: undefined });
    ${listen}
    ${await setToken('veteran')}`);
  await find(watched.page, 'John 3:16');
  await submitButton(watched.page).click();
  await expectState(watched.page, /is on the calendar$/);
  expect((await heard(watched.page)).at(-1)).toMatchObject({ type: 'state-change', detail: { state: 'done' } });
});

describe('properties', () => {
  test('value: the page reads and sets the verse, and clears it', async () => {
    await solveToday('cleo');
    await using watched = await openSite(`${listen} element.value = { bookId: 'PSA', chapter: 23, verse: 1 };
      ${await setToken('cleo')}`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Submit Psalm 23:1' }).waitFor();
    await page.getByText('The LORD is my shepherd').waitFor();
    await find(page, 'John 3:16');
    const value = async () => await page.evaluate('document.querySelector("submit-verse").value');
    expect(await value()).toEqual({ bookId: 'JHN', chapter: 3, verse: 16 });
    const set = async (verse: unknown) =>
      await element(page).evaluate((it, value) => {
        try {
          Object.assign(it, { value });
          return 'set';
        } catch (error) {
          return (error as Error).name;
        }
      }, verse);
    for (const verse of [
      { bookId: 'JHN', chapter: 3, verse: 37 },
      { bookId: 'JHN', chapter: 22, verse: 1 },
      { bookId: 'XYZ', chapter: 1, verse: 1 },
      { bookId: 'JHN', chapter: 3, verse: 0 },
      { bookId: 'JHN', chapter: 3, verse: 1.5 },
    ]) {
      expect(await set(verse)).toBe('RangeError');
    }
    expect(await value()).toEqual({ bookId: 'JHN', chapter: 3, verse: 16 });
    expect(await set({ bookId: 'JUD', chapter: 1, verse: 25 })).toBe('set');
    await page.getByRole('button', { name: 'Submit Jude 1:25' }).waitFor();
    expect(await set(undefined)).toBe('set');
    expect(await submitButton(page).isDisabled()).toBe(true);
    expect(await page.locator('#book').inputValue()).toBe('');
    // What the page does itself is no news to it.
    expect((await heard(page)).filter(({ type }) => type === 'verse-change')).toHaveLength(1);
  });

  test('it starts once for all that a page changes at a time, and focuses nothing; baseUrl is the attribute base-url', async () => {
    await using watched = await openSite(`element.removeAttribute('base-url'); ${await setToken('other')}
      element.texts = {}; element.bookNames = {}; element.baseUrl = '${service.url}'; ${await setToken('nobody')}`);
    const { page } = watched;
    await expectState(page, 'Solve today’s puzzle first');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    expect(await element(page).getAttribute('base-url')).toBe(service.url);
    expect(await page.evaluate('document.querySelector("submit-verse").baseUrl')).toBe(service.url);
    await element(page).evaluate((it, baseUrl) => Object.assign(it, { baseUrl }), service.url);
    await page.waitForTimeout(300); // the same one again changes nothing
    expect(asked(watched)).toHaveLength(1);
    await element(page).evaluate((it, baseUrl) => Object.assign(it, { baseUrl }), `${service.url}/`);
    await eventually('another request', () => asked(watched).length === 2);
  });

  test('readChapter: the words come from the page, and none from the service; with text="off", there are none', async () => {
    await solveToday('fay');
    await using watched = await openSite(`globalThis.reads = 0;
      element.readChapter = async (bookId, chapter, { signal }) => {
        reads++;
        return { translation: 'Schlachter', lang: 'de', verses: Array(40).fill(bookId + chapter + signal.aborted) };
      };
      ${await setToken('fay')}`);
    const { page } = watched;
    await find(page, 'John 3:16');
    await page.getByText('JHN3false').waitFor();
    expect(await page.locator('form figcaption').innerText()).toBe('John 3:16 Schlachter');
    expect(await page.locator('form blockquote').getAttribute('lang')).toBe('de');
    await element(page).evaluate((it) => it.setAttribute('text', 'off'));
    await find(page, 'Ruth 1:16');
    expect(await page.locator('form figure').innerText()).toBe('Ruth 1:16');
    await submitButton(page).click();
    await expectState(page, /is on the calendar$/);
    expect(await page.locator('[part=card] blockquote').isVisible()).toBe(false);
    expect(await page.evaluate('reads')).toBe(1);
    expect(watched.requests.filter((request) => request.includes('/api/chapters/'))).toEqual([]);
  });
});

describe('languages', () => {
  test('it is in the language of the page, but for the page’s own texts and names', async () => {
    await service.database.query('delete from scheduled_submission'); // the next free date is in a week
    await solveToday('heidi');
    await using watched = await openSite(`document.documentElement.lang = 'de-CH';
      element.bookNames = { JHN: 'Johannesevangelium' };
      element.texts = { submit: '{reference} vorschlagen' };
      ${await setToken('heidi')}`);
    const { page } = watched;
    await expectState(page, 'Wähle einen Vers');
    await page.getByLabel('Vers suchen').waitFor();
    await find(page, 'johannesevangelium 3,16');
    await page.getByRole('button', { name: 'Johannesevangelium 3,16 vorschlagen' }).click();
    await expectState(page, /steht im Kalender$/);
    const [row] = await service.submissions();
    expect(await page.getByRole('status').getByRole('paragraph').allInnerTexts()).toEqual([
      `Er wird der Vers vom ${pageDate(row?.date ?? '', 'de-CH')}.`,
      'Das ist in 7 Tagen.',
    ]);
    // Without a link to the puzzle, the page is shared, but not what its address says of the
    // player.
    const shared = await page.evaluate(async () => {
      history.replaceState(null, '', '?session=1#token=2');
      const data = new Promise((resolve) => Object.assign(navigator, { share: resolve }));
      document.querySelector('submit-verse')?.shadowRoot?.querySelector<HTMLElement>('[part~=share]')?.click();
      return await data;
    });
    const text = `Ich habe den Vers vom ${pageDate(row?.date ?? '', 'de-CH')} ausgesucht. Errätst du ihn?`;
    expect(shared).toEqual({ text, url: `${origin}/` });
    await watched.expectAccessible();
    // One file for each language, where it is needed.
    const files = watched.requests.filter((request) => request.includes('/languages/'));
    expect(files).toEqual([`GET ${origin}/client/element/languages/de.js`]);
  });

  test('it follows its own lang, and a page in English loads no other language', async () => {
    await solveToday('hal');
    await using watched = await openSite(await setToken('hal'));
    const { page } = watched;
    await expectState(page, 'Choose a verse');
    expect(watched.requests.filter((request) => request.includes('/languages/'))).toEqual([]);
    await find(page, 'John 3:16');
    await element(page).evaluate((it) => it.setAttribute('lang', 'es'));
    await page.getByRole('button', { name: 'Enviar Juan 3:16' }).waitFor();
    expect(asked(watched)).toHaveLength(1);
  });

  test('it follows a page that is written from right to left; an invalid tag leaves the browser’s language', async () => {
    await submit('rut');
    await using watched = await openSite(`
      Object.assign(document.documentElement, { lang: 'he', dir: 'rtl' });
      element.texts = { submit: 'שליחת {reference}' };
      ${await setToken('rut')}`);
    const { page } = watched;
    const item = page.getByRole('listitem');
    const [reference, date] = [await item.locator('bdi').boundingBox(), await item.getByRole('time').boundingBox()];
    expect(reference?.x).toBeGreaterThan(date?.x ?? Number.NaN);
    expect(await item.getByRole('time').innerText()).toMatch(/[א-ת]/);
    await watched.expectAccessible();
    // Without a text in the page's language, it is English, from left to right.
    await element(page).evaluate((it) => Object.assign(it, { texts: {} }));
    await page.locator('section[lang=en][dir=ltr]').waitFor();
    expect(await item.getByRole('time').innerText()).toMatch(/[A-Z]/);
    await element(page).evaluate((it) => it.setAttribute('lang', 'en_US'));
    await page.locator('section:not([lang])').waitFor();
    await item.getByText(/^[A-Z][a-z]+, [A-Z][a-z]+ \d/).waitFor();
  });
});

describe('looks', () => {
  /** The values of properties of the first element that matches in the form. */
  const style = async (page: Page, selector: string, ...properties: string[]) =>
    await element(page)
      .locator(selector)
      .first()
      .evaluate((it, names) => names.map((name) => getComputedStyle(it).getPropertyValue(name)), properties);

  test('it takes the font and colours of the page, and the rest by custom properties and parts', async () => {
    await solveToday('dora');
    await insertSubmission(service.database, { user: 'dora', date: '2026-01-09', createdAt: '2026-01-01T00:00Z' });
    await using watched = await openSite(`
      Object.assign(document.body.style, { font: '20px monospace', color: 'rgb(1, 2, 3)' });
      for (const [name, value] of Object.entries({ accent: 'rgb(0, 80, 0)', font: 'cursive', radius: '11px',
        border: '2px dotted rgb(4, 5, 6)', spacing: '32px' })) element.style.setProperty('--submit-verse-' + name, value);
      ${await setToken('dora')}`);
    const { page } = watched;
    await find(page, 'John 3:16');
    for (const control of ['select', 'input', '[part~=next]']) {
      expect(await style(page, control, 'font-family', 'font-size')).toEqual(['monospace', '20px']);
      expect(await style(page, control, 'border-top', 'border-radius')).toEqual(['2px dotted rgb(4, 5, 6)', '11px']);
    }
    expect(await style(page, 'h2', 'color', 'font-family')).toEqual(['rgb(1, 2, 3)', 'cursive']);
    expect(await style(page, 'form [part=reference]', 'color')).toEqual(['rgb(0, 80, 0)']);
    expect(await style(page, 'form blockquote', 'font-family')).toEqual(['cursive']);
    expect(await style(page, '[part~=submit]', 'background-color')).toEqual(['rgb(0, 80, 0)']);
    expect(await style(page, 'fieldset', 'column-gap')).toEqual(['32px']);

    await page.getByRole('listitem').waitFor();
    const without = await element(page).evaluate(({ shadowRoot }) =>
      [
        ...(shadowRoot?.querySelectorAll(
          'h2, h3, p[role], form label, select, input, button, blockquote, bdi, small, li, li time',
        ) ?? []),
      ]
        .filter((it) => it.part.length === 0 && it.closest('li > bdi, button') === null)
        .map((it) => it.outerHTML),
    );
    expect(without).toEqual([]);
    for (const part of ['select', 'book', 'chapter', 'verse', 'label', 'item', 'date']) {
      await page.evaluate((name) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`submit-verse::part(${name}){letter-spacing:3px}`);
        document.adoptedStyleSheets = [sheet];
      }, part);
      expect(await style(page, `[part~=${part}]`, 'letter-spacing')).toEqual(['3px']);
    }
  });

  test('it can be read on a dark page that does not say so, and CSS knows its state', async () => {
    await solveToday('owl');
    await using watched = await openSite(`
      Object.assign(document.body.style, { color: '#e9e2d6', background: '#191613' });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('submit-verse:state(open){outline:3px solid red}');
      document.adoptedStyleSheets = [sheet];
      ${await setToken('owl')}`);
    const { page } = watched;
    await find(page, 'John 3:16');
    await page.getByText('For God so loved the world').waitFor();
    await watched.expectAccessible();
    expect(await element(page).evaluate((it) => getComputedStyle(it).outlineWidth)).toBe('3px');
  });

  test('the text on any accent can be read', async () => {
    await solveToday('painter');
    await using watched = await openSite(await setToken('painter'));
    const { page } = watched;
    await find(page, 'John 3:16');
    const accents = [
      'lightyellow',
      '#fff176',
      'oklch(0.85 0.15 90)',
      'hsl(120deg 60% 40%)',
      'rgb(118 118 118)',
      '#0b1f5c',
    ];
    const found: Record<string, number> = {};
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const accent of accents) {
        await element(page).evaluate((it, value) => it.style.setProperty('--submit-verse-accent', value), accent);
        const [colour = '', background = ''] = await style(page, '[part~=submit]', 'color', 'background-color');
        const [onButton = 0, black = 0, white = 0] = await contrasts(page, [
          [colour, background],
          ['black', accent],
          ['white', accent],
        ]);
        expect(Math.max(black, white)).toBeGreaterThanOrEqual(4.5); // one of the two can be read on any colour
        if (onButton < 4.5) found[`${accent}, ${colorScheme}`] = onButton;
      }
    }
    expect(found).toEqual({});
  });
});

test('a token function that another player answers sends nothing in the name of the first, and starts again', async () => {
  await solveToday('first');
  await solveToday('second');
  await using watched = await openSite(`globalThis.current = ${JSON.stringify(await token('first'))};
    element.token = () => current;`);
  const { page } = watched;
  await find(page, 'John 3:16');
  await page.waitForLoadState('networkidle');
  await page.evaluate(`current = ${JSON.stringify(await token('second'))}`);
  const sent = countSubmissions(page);
  await Promise.all([page.waitForResponse('**/api/submissions'), submitButton(page).click()]);
  await expectState(page, 'Choose a verse');
  expect(sent.count).toBe(0);
  await page.getByRole('button', { name: 'Submit', exact: true }).waitFor(); // what the first one has chosen is not shown
  await find(page, 'John 3:16');
  await submitButton(page).click();
  await expectState(page, /is on the calendar$/);
  const players = (await service.submissions()).map(({ user_id }) => user_id);
  expect(players.filter((player) => ['first', 'second'].includes(player))).toEqual(['second']);
});

test('taken out of the page, it ends its request and sends no more; put back, it starts again', async () => {
  await using watched = await openSite(await setToken('leaver'));
  const { page } = watched;
  await expectState(page, 'Solve today’s puzzle first');
  const api = '**/api/eligibility*';
  await page.route(api, () => {}); // the response never comes
  await Promise.all([page.waitForRequest(api), comeBack(page)]);
  const [ended] = await Promise.all([
    page.waitForEvent('requestfailed'),
    page.evaluate('globalThis.element = document.querySelector("submit-verse"); element.remove()'),
  ]);
  expect(ended.url()).toContain('/api/eligibility');
  const { length } = asked(watched);
  await comeBack(page);
  await page.unroute(api);
  await page.evaluate('document.querySelector("main").append(element)');
  await expectState(page, 'Solve today’s puzzle first');
  expect(asked(watched)).toHaveLength(length + 1);
});

const [declared] = manifest.modules[0]?.declarations ?? [];
const named = (entries: readonly { name: string }[] = []) => entries.map(({ name }) => name).toSorted();

test('the manifest has the slots, parts, custom properties and events of the element, and no others', async () => {
  await solveToday('reader');
  await using watched = await openSite('');
  const { page } = watched;
  await page.evaluate((baseUrl) => {
    const heard: string[] = [];
    const created = document.createElement('submit-verse');
    const dispatchEvent = created.dispatchEvent.bind(created);
    Object.assign(globalThis, { heard });
    created.dispatchEvent = (event) => {
      heard.push(event.type);
      return dispatchEvent(event);
    };
    created.setAttribute('base-url', baseUrl);
    document.querySelector('submit-verse')?.replaceWith(created);
  }, service.url);
  await expectState(page, 'Sign in to submit a verse');
  await element(page).evaluate((it, jwt) => Object.assign(it, { token: jwt }), await token('reader'));
  await page.getByRole('button', { name: 'Surprise me' }).click();
  await page.getByRole('button', { name: /^Submit ./ }).waitFor();
  await page.getByRole('button', { name: 'Surprise me' }).click();
  await page.getByRole('button', { name: /^Back to / }).waitFor();
  await findField(page).fill('j');
  await page.getByRole('listbox').waitFor();
  await submitButton(page).click();
  await expectState(page, /is on the calendar$/);
  await page.getByRole('listitem').waitFor();

  expect([...new Set(await page.evaluate<string[]>('heard'))].toSorted()).toEqual(named(declared?.events));
  const found = await element(page).evaluate(({ shadowRoot }) => {
    const all = [...(shadowRoot?.querySelectorAll('*') ?? [])];
    const rules = (shadowRoot?.adoptedStyleSheets ?? []).flatMap(({ cssRules }) => [...cssRules]);
    const styles = rules.map(({ cssText }) => cssText).join('');
    return {
      slots: all.flatMap((it) => (it instanceof HTMLSlotElement ? [it.name] : [])),
      parts: all.flatMap((it) => [...it.part]),
      properties: [...styles.matchAll(/var\((--submit-verse-[\w-]+)/g)].map(([, name = '']) => name),
    };
  });
  const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();
  expect(sorted(found.slots)).toEqual(named(declared?.slots));
  expect(sorted(found.parts)).toEqual(named(declared?.cssParts));
  expect(sorted(found.properties)).toEqual(named(declared?.cssProperties));
});

/** Bundles a module of React, with React. */
async function bundleReact(jsx: string): Promise<string> {
  await project.write('main.jsx', jsx);
  const { outputFiles } = await build({
    entryPoints: [join(project.directory, 'main.jsx')],
    nodePaths: [join(root, 'test/node_modules')],
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const reactPage =
  '<!doctype html><link rel="icon" href="data:,"><main></main><script type="module" src="/main.js"></script>';

/** Opens a page of React, which has no policy. */
async function openReact(jsx: string): Promise<WatchedPage> {
  files = { '/': reactPage, '/main.js': await bundleReact(jsx) };
  policy = '';
  const watched = await open();
  await watched.page.goto(origin);
  return watched;
}

test('in React, what is new at each rendering and says the same changes nothing; new texts change the texts alone', async () => {
  await solveToday('renderer');
  await using watched = await openReact(`
    import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import '@verse-submissions/client/element';
    globalThis.renderings = 0;
    function App() {
      const [verse, setVerse] = useState();
      const [open, setOpen] = useState('Pick a verse');
      globalThis.setOpen = setOpen;
      renderings++;
      return (
        <submit-verse
          baseUrl="${service.url}"
          token={() => '${await token('renderer')}'}
          texts={{ open }}
          bookNames={{ JHN: 'Gospel of John' }}
          readChapter={async () => ({ verses: Array(40).fill('Words ' + renderings) })}
          value={verse}
          onverse-change={({ detail }) => setVerse(detail)}
        />
      );
    }
    createRoot(document.querySelector('main')).render(<App />);`);
  const { page } = watched;
  await expectState(page, 'Pick a verse');
  const { length } = watched.requests;
  const renderings = async () => Number(await page.evaluate('renderings'));
  const before = await renderings();
  await openSelects(page);
  const book = page.getByLabel('Book', { exact: true });
  await book.focus();
  for (const [choices, id] of ['GEN', 'RUT', 'JHN'].entries()) {
    await book.selectOption(id);
    await eventually('a rendering', async () => (await renderings()) === before + choices + 1);
    expect(await isFocused(book)).toBe(true);
  }
  await page.getByRole('button', { name: 'Submit Gospel of John 1:1' }).waitFor();
  await findField(page).focus();
  await findField(page).fill('half a ver');
  await page.evaluate('setOpen("Choose one")');
  await expectState(page, 'Choose one');
  expect(await isFocused(findField(page))).toBe(true);
  expect(await findField(page).inputValue()).toBe('half a ver');
  expect(await book.inputValue()).toBe('JHN');
  expect(watched.requests.slice(length).filter((request) => request.includes('/api/'))).toEqual([]);
});

test('in React, what a server has rendered gets its token and its listeners, and the token is not in the page', async () => {
  await solveToday('hydra');
  await using watched = await openReact(`
    import { renderToString } from 'react-dom/server';
    import { hydrateRoot } from 'react-dom/client';
    import { SubmitVerse } from '@verse-submissions/client/react';
    const app = (
      <SubmitVerse baseUrl="${service.url}" token="${await token('hydra')}" text="off"
        onverse-change={({ detail }) => { globalThis.chosen = detail.bookId }} />
    );
    const main = document.querySelector('main');
    globalThis.html = main.innerHTML = renderToString(app);
    hydrateRoot(main, app, { onRecoverableError: (error) => { globalThis.html = String(error) } });`);
  const { page } = watched;
  await expectState(page, 'Choose a verse');
  await find(page, 'Ruth 1:16');
  await eventually('the event', async () => (await page.evaluate('globalThis.chosen')) === 'RUT');
  expect(await page.evaluate('html')).toBe('<submit-verse text="off"></submit-verse>');
});

test('in React, the element asks nobody to sign in, and what the player has chosen stays', async () => {
  await solveToday('strict');
  await using watched = await openReact(`
    import { StrictMode, useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import '@verse-submissions/client/element';
    import { SubmitVerse } from '@verse-submissions/client/react';
    const value = { bookId: 'JHN', chapter: 3, verse: 16 };
    ${listen}
    function App() {
      const [text, setText] = useState();
      globalThis.setText = setText;
      const keep = (element) => { globalThis.kept = element };
      return text && <SubmitVerse base-url="${service.url}" token="${await token('strict')}" ref={keep} {...{ text, value }} />;
    }
    createRoot(document.querySelector('main')).render(<StrictMode><App /></StrictMode>);`);
  const { page } = watched;
  await page.evaluate('setText("off")');
  await page.getByRole('button', { name: 'Submit John 3:16' }).waitFor();
  await find(page, 'Ruth 1:16');
  await page.evaluate('setText("on")');
  await page.locator('submit-verse[text=on]').waitFor();
  expect(await submitButton(page).innerText()).toBe('Submit Ruth 1:16');
  expect(await page.evaluate('kept.localName')).toBe('submit-verse');
  await page.evaluate('setText("")');
  await eventually('the end of the reference', async () => (await page.evaluate('kept')) === null);
  expect((await heard(page)).map(({ type }) => type)).not.toContain('sign-in-required');
});

describe('the examples work when copied', () => {
  const example = async (name: string) => {
    const text = await readFile(join(root, 'client/examples', name), 'utf8');
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(13);
    return text.replaceAll('http://127.0.0.1:3000', service.url);
  };

  async function submitThere(path: string, player: string, prepare: (page: Page) => Promise<unknown> = async () => {}) {
    policy = '';
    await using watched = await open();
    const { page } = watched;
    files['/favicon.ico'] = '';
    await prepare(page);
    await page.goto(origin + path);
    await expectState(page, 'Solve today’s puzzle first');
    expect(await page.getByRole('link', { name: 'Today’s puzzle' }).isVisible()).toBe(true);
    await solveToday(player);
    await page.reload();
    await find(page, 'Psalm 23:1');
    expect(await page.getByRole('link', { name: 'Today’s puzzle' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Submit Psalm 23:1' }).click();
    await expectState(page, /is on the calendar$/);
    return await page.evaluate('globalThis.submitted');
  }

  test('plain HTML', async () => {
    files['/plain.html'] = await example('plain.html');
    await submitThere(`/plain.html#token=${await token('plain')}`, 'plain');
  });

  test('React', async () => {
    await project.write('react.jsx', await example('react.jsx'));
    files['/main.js'] = await bundleReact(
      `import { createRoot } from 'react-dom/client';
       import { SubmitVerse } from './react.jsx';
       const onSubmitted = ({ detail }) => { globalThis.submitted = detail.reference };
       createRoot(document.querySelector('main')).render(<SubmitVerse onSubmitted={onSubmitted} />);`,
    );
    files['/react.html'] = reactPage;
    const jwt = await token('reactor');
    const submitted = await submitThere(
      '/react.html',
      'reactor',
      async (page) => await page.addInitScript((value) => sessionStorage.setItem('token', value), jwt),
    );
    expect(submitted).toBe('Psalm 23:1');
  });
});
