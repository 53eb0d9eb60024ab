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
  john316,
  longDate,
  rowsOf,
  solveToday,
  status,
  submissions,
  submitButton,
  submitByKeyboard,
  submitByMouse,
  timezoneId,
  today,
  visit,
} from './player.ts';
import { WatchedPage } from './watched-page.ts';

let service: TestService;
/** A service whose calendar is full. */
let full: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await TestService.start({ env: { SIGN_IN_URL: '/sign-in' } });
  full = await TestService.start({ env: { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '2' } });
  await solveToday(full, 'first');
  await full.submit('first', { ...john316, localDate: today() });
  // A database that fails for some players.
  await service.database.query(`
    create table failing (player text);
    create function fail() returns trigger language plpgsql security definer as $$
      begin
        if exists (select from public.failing where player = new.user_id) then raise 'no space left'; end if;
        return new;
      end $$;
    create trigger fail before insert on scheduled_submission for each row execute function fail()`);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service[Symbol.asyncDispose]();
  await full[Symbol.asyncDispose]();
});

async function open(): Promise<WatchedPage> {
  return await WatchedPage.open(browser, [service.url, full.url], { timezoneId });
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

const tryAgain = {
  mouse: async (page: Page) => await page.getByRole('button', { name: 'Try again' }).click(),
  keyboard: async (page: Page) => {
    // From the heading, which has the focus.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  },
};

describe('states without a choice', () => {
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

  test.each([
    ['no token', undefined],
    ['a token that the service rejects', 'header.e30.signature'],
  ])('sign in: %s', async (_title, jwt) => {
    await using watched = await open();
    const { page } = watched;
    await page.goto(`${service.url}/submit${jwt === undefined ? '' : `#token=${jwt}`}`);
    await expectState(page, 'Sign in to submit a verse');
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Your verses' }).count()).toBe(0);
    await watched.expectAccessible();
    if (jwt === undefined) expect(watched.requests.filter((request) => request.includes('/api/'))).toEqual([]);
  });

  test('every date is taken', async () => {
    await solveToday(full, 'second');
    await using watched = await open();
    const { page } = watched;
    await visit(page, full, 'second');
    await expectState(page, 'Every date is taken');
    expect(await status(page).getByRole('time').getAttribute('datetime')).toMatch(/T00:00:00\.000Z$/);
    await watched.expectAccessible();
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

  test('cooldown, in the zone of the reader, and the verses', async () => {
    await solveToday(service, 'cooling');
    await service.submit('cooling', { ...john316, localDate: today() });
    const [row] = await rowsOf(service, 'cooling');
    const [{ ends }] = (await service.database.query(
      "select created_at + interval '168 hours' as ends from scheduled_submission where user_id = 'cooling'",
    )) as [{ ends: Date }];

    await using watched = await open();
    const { page } = watched;
    await visit(page, service, 'cooling');
    await expectState(page, 'Your next verse');
    expect(await status(page).getByRole('time').getAttribute('datetime')).toBe(ends.toISOString());
    expect(await page.getByRole('listitem').innerText()).toMatch(/^John 3:16\s/);
    expect(await page.getByRole('listitem').getByRole('time').innerText()).toBe(longDate(row?.date ?? ''));
    await watched.expectAccessible();
  });
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
    await solveToday(service, player);
    await using watched = await open();
    const { page } = watched;
    await visit(page, service, player);
    await expectState(page, 'Choose a verse');
    if (way === 'mouse') await watched.expectAccessible(); // the other way shows the same

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
    if (way === 'mouse') {
      await watched.expectAccessible();
      await heading(page, /Submitting/).focus();
    }

    respond();
    await expectState(page, 'Thank you');
    expect(await isFocused(heading(page, 'Thank you'))).toBe(true);
    const [row] = await rowsOf(service, player);
    expect(row).toMatchObject({ book_id: 'JHN', chapter: 3, verse: 16 });
    expect(await status(page).getByRole('paragraph').first().innerText()).toBe(
      `John 3:16 will be the verse for ${longDate(row?.date ?? '')}.`,
    );
    await page.getByRole('listitem').waitFor();
    if (way === 'mouse') await watched.expectAccessible();
  });

  test('the service fails, and the player tries again', async () => {
    const player = `failing-${way}`;
    await solveToday(service, player);
    await service.database.query('insert into failing values ($1)', [player]);
    await using watched = await open();
    const { page } = watched;
    const requestIds: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (response.status() === 500) requestIds.push(response.headers()['x-request-id']);
    });
    await visit(page, service, player);
    await expectState(page, 'Choose a verse');
    await submit(page);
    await expectState(page, 'Something went wrong');
    expect(await isFocused(heading(page, 'Something went wrong'))).toBe(true);
    expect(await status(page).getByRole('paragraph').allInnerTexts()).toEqual([
      'We couldn’t confirm that John 3:16 was saved. Trying again is safe.',
      `Request ${requestIds.at(-1)}`,
    ]);
    if (way === 'mouse') {
      await watched.expectAccessible();
      await heading(page, 'Something went wrong').focus();
    }

    await service.database.query('delete from failing');
    await tryAgain[way](page);
    await expectState(page, 'Thank you');
    expect(await rowsOf(service, player)).toHaveLength(1);
  });
});

describe('a rejection while sending shows its reason', () => {
  test('the puzzle counts as not solved any more', async () => {
    await solveToday(service, 'unsolved');
    await using watched = await open();
    const { page } = watched;
    await visit(page, service, 'unsolved');
    await expectState(page, 'Choose a verse');
    await service.database.query("delete from daily_completion where anonymous_id = 'unsolved'");
    await submitByMouse(page);
    await expectState(page, 'Solve today’s puzzle first');
    expect(await isFocused(heading(page, /Solve/))).toBe(true);
  });

  test('the player has submitted elsewhere', async () => {
    await solveToday(service, 'elsewhere');
    await using watched = await open();
    const { page } = watched;
    await visit(page, service, 'elsewhere');
    await expectState(page, 'Choose a verse');
    await service.submit('elsewhere', { bookId: 'PSA', chapter: 3, verse: 8, localDate: today() });
    await submitByMouse(page);
    await expectState(page, 'Your next verse');
    expect(await page.getByRole('listitem').innerText()).toMatch(/^Psalm 3:8\s/);
  });

  test('the token has expired; another one lets the player go on', async () => {
    await solveToday(service, 'expired');
    await using watched = await open();
    const { page } = watched;
    await visit(page, service, 'expired');
    await expectState(page, 'Choose a verse');
    await page.route('**/api/**', (route, request) =>
      route.continue({ headers: { ...request.headers(), authorization: 'Bearer expired' } }),
    );
    await submitByMouse(page);
    await expectState(page, 'Sign in to submit a verse');
    await page.unroute('**/api/**');
    const renewed = await token('expired', { exp: 4_102_444_801 });
    await page.goto(`${service.url}/submit#token=${renewed}`); // the same tab: only the fragment changes
    await expectState(page, 'Thank you'); // the submission was waiting for it
    expect(await rowsOf(service, 'expired')).toEqual([expect.objectContaining({ book_id: 'JHN', verse: 16 })]);
  });

  test('the calendar is full: nothing remains to be tried again', async () => {
    const one = await TestService.start({ env: { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '2' } });
    try {
      await one.solve(['first', 'second'], today());
      await using watched = await WatchedPage.open(browser, [one.url], { timezoneId });
      const { page } = watched;
      await visit(page, one, 'second');
      await expectState(page, 'Choose a verse');
      await one.submit('first', { ...john316, localDate: today() });
      await page.waitForTimeout(1_000); // `accepting` may be a second old
      await submitByMouse(page);
      await expectState(page, 'Every date is taken');
      await page.reload();
      await expectState(page, 'Every date is taken');
    } finally {
      await one[Symbol.asyncDispose]();
    }
  });
});

describe('when the service does not say what the player can do', () => {
  test('it fails: the page names the request, and tries again', async () => {
    await using watched = await open();
    const { page } = watched;
    const requestIds: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/eligibility')) requestIds.push(response.headers()['x-request-id']);
    });
    await service.database.query('alter table daily_completion rename to elsewhere');
    try {
      await visit(page, service, 'unknown');
      await expectState(page, 'Something went wrong');
      expect(await status(page).getByRole('paragraph').allInnerTexts()).toEqual([`Request ${requestIds.at(-1)}`]);
      expect(await page.getByRole('button').allInnerTexts()).toEqual(['Try again']);
    } finally {
      await service.database.query('alter table elsewhere rename to daily_completion');
    }
    await tryAgain.mouse(page);
    await expectState(page, 'Solve today’s puzzle first');
  });

  test('it does not respond: the page says so when the time limit has passed', async () => {
    await using watched = await open();
    const { page } = watched;
    await page.clock.install();
    // The clock of the test has the timers of the page, but not this one.
    await page.addInitScript(() => {
      AbortSignal.timeout = (ms) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(new DOMException('The time has passed', 'TimeoutError')), ms);
        return controller.signal;
      };
    });
    const asked = page.waitForRequest('**/api/eligibility*');
    await page.route('**/api/eligibility*', () => {});
    await visit(page, service, 'patient');
    await asked;
    await expectState(page, 'Loading…');
    await page.clock.fastForward(20_000);
    await expectState(page, 'We couldn’t reach the server');
  });

  test('the device has no network: the page says that instead, and goes on when there is one', async () => {
    await using watched = await open();
    const { page } = watched;
    await visit(page, service, 'traveller');
    await expectState(page, 'Solve today’s puzzle first');
    await page.context().setOffline(true);
    await comeBack(page);
    await expectState(page, 'You’re offline');
    await watched.expectAccessible();
    await page.context().setOffline(false);
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
    await submitByMouse(page);
    await expectState(page, 'Thank you');
  });
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
