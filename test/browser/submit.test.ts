import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { TestService, token } from '../support/service.ts';
import { launchBrowser } from './launch.ts';
import {
  comeBack,
  expectState,
  find,
  findField,
  heading,
  isFocused,
  longDate,
  rowsOf,
  solveToday,
  status,
  submissions,
  submitButton,
  submitByKeyboard,
  submitByMouse,
  timezoneId,
  visit,
} from './player.ts';
import { WatchedPage } from './watched-page.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await TestService.start({ env: { SIGN_IN_URL: '/sign-in' } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service[Symbol.asyncDispose]();
});

async function open(): Promise<WatchedPage> {
  return await WatchedPage.open(browser, [service.url], { timezoneId });
}

/** Opens the page of a player who may submit. */
async function openForm(player: string): Promise<WatchedPage> {
  await solveToday(service, player);
  const watched = await open();
  await visit(watched.page, service, player);
  await expectState(watched.page, 'Choose a verse');
  return watched;
}

/** Lets a request of the page wait until the test goes on. */
async function hold(page: Page, url: string): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return resolve;
}

test('loading', async () => {
  await using watched = await open();
  const { page } = watched;
  const respond = await hold(page, '**/api/eligibility*');
  await visit(page, service, 'loading');
  await expectState(page, 'Loading…');
  expect(await page.getByRole('heading', { name: 'Your verses' }).count()).toBe(0);
  await watched.expectAccessible();
  respond();
  await expectState(page, 'Solve today’s puzzle first');
});

test('sign in', async () => {
  await using watched = await open();
  const { page } = watched;
  await page.goto(`${service.url}/submit`);
  await expectState(page, 'Sign in to submit a verse');
  expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.getByRole('heading', { name: 'Your verses' }).count()).toBe(0);
  await watched.expectAccessible();
  expect(watched.requests.filter((request) => request.includes('/api/'))).toEqual([]);
});

test('not solved, then solved', async () => {
  await using watched = await open();
  const { page } = watched;
  await visit(page, service, 'late');
  await expectState(page, 'Solve today’s puzzle first');
  await watched.expectAccessible();
  await solveToday(service, 'late');
  await comeBack(page);
  await expectState(page, 'Choose a verse');
});

test('each new state is announced: its heading is in the live region that was there before', async () => {
  await using watched = await open();
  const { page } = watched;
  const respond = await hold(page, '**/api/eligibility*');
  await visit(page, service, 'listener');
  await expectState(page, 'Loading…');
  const region = await status(page).elementHandle();
  respond();
  await expectState(page, 'Solve today’s puzzle first');
  expect(await region?.innerText()).toBe('Solve today’s puzzle first');
});

test('what is known already is not announced again', async () => {
  await solveToday(service, 'quiet');
  await using watched = await open();
  const { page } = watched;
  await visit(page, service, 'quiet');
  await find(page, 'John 3:16');
  await page.getByText('For God so loved the world').waitFor();
  const changes = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const root = document.querySelector('submit-verse')?.shadowRoot as ShadowRoot;
    new MutationObserver((records) => seen.push(...records.map(({ target }) => target.nodeName))).observe(root, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return seen;
  });
  const list = page.waitForResponse('**/api/submissions');
  await comeBack(page);
  await list;
  await page.waitForTimeout(300); // the element has rendered again
  expect(await changes.jsonValue()).toEqual([]);
});

describe.each([
  ['mouse', submitByMouse],
  ['keyboard', submitByKeyboard],
] as const)('by %s', (way, submit) => {
  test('a verse is chosen and submitted, and the page names the date in the database', async () => {
    const player = `${way}-player`;
    await using watched = await openForm(player);
    const { page } = watched;
    const look = async () => way === 'mouse' && (await watched.expectAccessible()); // the other way shows the same
    await look();

    const respond = await hold(page, submissions);
    await submit(page);
    await expectState(page, 'Submitting John 3:16…');
    expect(await isFocused(heading(page, /Submitting/))).toBe(true);
    const button = submitButton(page);
    expect(await button.innerText()).toBe('Submitting John 3:16…');
    expect(await button.isDisabled()).toBe(true);
    expect(await button.getAttribute('aria-busy')).toBe('true');
    expect(await button.evaluate((it) => it.getAnimations().length)).toBe(1);
    for (const control of await page.getByRole('combobox').all()) expect(await control.isDisabled()).toBe(true);
    await findField(page).focus();
    expect(await isFocused(findField(page))).toBe(false);
    await look();
    await heading(page, /Submitting/).focus();

    respond();
    await expectState(page, 'Thank you');
    expect(await isFocused(heading(page, 'Thank you'))).toBe(true);
    const [row] = await rowsOf(service, player);
    expect(row).toMatchObject({ book_id: 'JHN', chapter: 3, verse: 16 });
    expect(await status(page).getByRole('paragraph').first().innerText()).toBe(
      `John 3:16 will be the verse for ${longDate(row?.date ?? '')}.`,
    );
    await page.getByRole('listitem').waitFor();
  });
});

test('the service fails: the page names the request, and the player tries again, by keyboard', async () => {
  await using watched = await openForm('failing');
  const { page } = watched;
  const requestIds: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST') requestIds.push(response.headers()['x-request-id']);
  });
  const [away, back] = ['rename to away', 'rename to scheduled_submission'];
  await service.database.query(`alter table scheduled_submission ${away}`);
  try {
    await submitByMouse(page);
    await expectState(page, 'Something went wrong');
  } finally {
    await service.database.query(`alter table away ${back}`);
  }
  expect(await isFocused(heading(page, 'Something went wrong'))).toBe(true);
  expect(await status(page).getByRole('paragraph').allInnerTexts()).toEqual([
    'We couldn’t confirm that John 3:16 was saved. Trying again is safe.',
    `Request ${requestIds.at(-1)}`,
  ]);
  await watched.expectAccessible();
  await heading(page, 'Something went wrong').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectState(page, 'Thank you');
  expect(await rowsOf(service, 'failing')).toHaveLength(1);
});

test('no response: the page says so, and the player chooses another verse', async () => {
  await using watched = await openForm('undecided');
  const { page } = watched;
  await page.route(submissions, (route) => route.abort());
  await submitByMouse(page);
  await expectState(page, 'We couldn’t reach the server');
  await watched.expectAccessible();
  await page.getByRole('button', { name: 'Choose another verse' }).click();
  await expectState(page, 'Choose a verse');
  expect(await isFocused(heading(page, 'Choose a verse'))).toBe(true);
});

test('nothing is known of the player: the page only tries again', async () => {
  await using watched = await open();
  const { page } = watched;
  await page.route('**/api/eligibility*', (route) => route.abort());
  await visit(page, service, 'unknown');
  await expectState(page, 'We couldn’t reach the server');
  expect(await page.getByRole('button').allInnerTexts()).toEqual(['Try again']);
  await page.unroute('**/api/eligibility*');
  await page.getByRole('button').click();
  await expectState(page, 'Solve today’s puzzle first');
});

test('only the list fails: the form is there, and the list alone says so', async () => {
  await solveToday(service, 'listless');
  await using watched = await open();
  const { page } = watched;
  await page.route('**/api/submissions', (route) => route.abort());
  await visit(page, service, 'listless');
  await expectState(page, 'Choose a verse');
  await page.getByText('Your verses couldn’t be loaded.').waitFor();
  await watched.expectAccessible();
});

test('without a network, the page says so; with one, it submits by itself', async () => {
  await using watched = await openForm('tunnel');
  const { page } = watched;
  await page.context().setOffline(true);
  await submitByMouse(page);
  await expectState(page, 'You’re offline');
  expect(await status(page).innerText()).toContain('John 3:16');
  await watched.expectAccessible();
  await page.context().setOffline(false);
  await expectState(page, 'Thank you');
  expect(await rowsOf(service, 'tunnel')).toHaveLength(1);
});

test('the token leaves the address, and goes to the API alone, in the header', async () => {
  await solveToday(service, 'secretive');
  await using watched = await open();
  const { page } = watched;
  const jwt = await token('secretive');
  const carriers: string[] = [];
  page.on('request', async (request) => {
    const all = JSON.stringify([request.url(), await request.allHeaders(), request.postData()]);
    if (all.includes(jwt)) carriers.push(new URL(request.url()).pathname);
    expect(await request.headerValue('Referer')).toBeNull();
  });
  await page.goto(`${service.url}/submit#token=${jwt}`);
  await find(page, 'John 3:16');
  await page.getByText('For God so loved the world').waitFor();
  expect(page.url()).toBe(`${service.url}/submit`);
  expect(await page.evaluate(() => history.length)).toBe(2); // the empty page, and this one
  // The text of a chapter needs none.
  expect(watched.requests).toContain(`GET ${service.url}/api/chapters/JHN/3`);
  expect(new Set(carriers)).toEqual(new Set(['/api/eligibility', '/api/submissions']));
  expect(await page.locator('submit-verse').evaluate((element) => element.getAttributeNames())).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'forced colours (%s) and reduced motion: nothing is lost, nothing moves',
  async (colorScheme) => {
    const player = `forced-${colorScheme}`;
    await solveToday(service, player);
    await using watched = await WatchedPage.open(browser, [service.url], {
      timezoneId,
      colorScheme,
      forcedColors: 'active',
      reducedMotion: 'reduce',
    });
    const { page } = watched;
    const moving = async () =>
      await page.evaluate(() => {
        const root = document.querySelector('submit-verse')?.shadowRoot as ShadowRoot;
        const all = [...document.querySelectorAll('*'), ...root.querySelectorAll('*')].map((one) =>
          getComputedStyle(one),
        );
        return all.filter(
          ({ animationName, transitionDuration }) => animationName !== 'none' || transitionDuration !== '0s',
        ).length;
      });
    await visit(page, service, player);
    await find(page, 'John 3:16');
    await submitButton(page).waitFor();
    // axe takes the page's own colour for that of the text, not the one that the browser forces.
    expect(await watched.axeFaults(['color-contrast'])).toEqual([]);
    const { borderTopWidth, color, backgroundColor } = await submitButton(page).evaluate((button) => ({
      ...getComputedStyle(button),
    }));
    expect(borderTopWidth).toBe('1px');
    expect(color).not.toBe(backgroundColor);
    expect(await moving()).toBe(0);
    const respond = await hold(page, submissions);
    await submitButton(page).click();
    await expectState(page, 'Submitting John 3:16…');
    expect(await moving()).toBe(0);
    respond();
    await expectState(page, 'Thank you');
    expect(await moving()).toBe(0);
  },
);

test("a complaint of the console, or a request elsewhere, fails a test: the page's policy causes the first", async () => {
  const watched = await open();
  await visit(watched.page, service, 'strict');
  await expectState(watched.page, 'Solve today’s puzzle first');
  const sinks = `for (const html of ['<b>', '<i>']) try { document.body.innerHTML = html } catch {}`;
  await watched.page.evaluate(sinks);
  await watched.page.evaluate('fetch("https://elsewhere.example/").catch(() => {})');
  await watched.page.evaluate('import("https://cdn.example/script.js").catch(() => {})');
  await expect(watched[Symbol.asyncDispose]()).rejects.toThrow('TrustedHTML');
  expect(watched.sentElsewhere).toEqual(['GET https://cdn.example/script.js']);
  expect(watched.complaints.length).toBeGreaterThanOrEqual(4);
});
