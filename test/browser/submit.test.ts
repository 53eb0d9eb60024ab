import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { division } from '../../src/generated/division.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { TestService, token } from '../support/service.ts';
import { launchBrowser } from './launch.ts';
import { WatchedPage } from './watched-page.ts';

/** Behind UTC, so that a date which is shifted by the reader's zone is the day before. */
const timezoneId = 'America/Los_Angeles';

let service: TestService;
/** A service whose calendar is full. */
let full: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await TestService.start();
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

const john316 = { bookId: 'JHN', chapter: 3, verse: 16 };
const today = () => Temporal.Now.plainDateISO(timezoneId).toString();

async function solveToday(at: TestService, player: string): Promise<void> {
  await at.solve(player, today());
}

async function open(): Promise<WatchedPage> {
  return await WatchedPage.open(browser, [service.url, full.url], { timezoneId });
}

/** Opens the link that `npm start` would print for the player. */
async function visit({ page }: WatchedPage, player: string, at = service): Promise<void> {
  await page.goto(`${at.url}/submit#token=${await token(player)}`);
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });
const api = `**${submitVerseOperation.path}`;

/** Waits until the element shows a state, which its heading names. */
async function expectState(page: Page, name: string | RegExp): Promise<void> {
  await heading(page, name).waitFor();
}

/** Three choices and a click. */
async function submitByMouse(page: Page): Promise<void> {
  await page.getByLabel('Book').selectOption('JHN');
  await page.getByLabel('Chapter').selectOption('3');
  await page.getByLabel('Verse', { exact: true }).selectOption('16');
  await page.getByRole('button', { name: 'Submit John 3:16' }).click();
}

/** The same, with no pointer. */
async function submitByKeyboard(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  for (const text of ['john', '3', '16']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
}

const ways = [
  ['mouse', submitByMouse],
  ['keyboard', submitByKeyboard],
] as const;

const tryAgain = {
  mouse: async (page: Page) => await page.getByRole('button', { name: 'Try again' }).click(),
  keyboard: async (page: Page) => {
    // From the heading, which has the focus, or from the top of a page that was loaded again.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  },
};

async function isFocused(locator: Locator): Promise<boolean> {
  return await locator.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element);
}

/** Lets the service respond, but the page does not get the response. */
async function dropResponses(page: Page): Promise<void> {
  await page.route(api, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
}

async function rowsOf(player: string) {
  return (await service.submissions()).filter(({ user_id }) => user_id === player);
}

const longDate = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date));

describe('states without a choice', () => {
  test('loading', async () => {
    await using watched = await open();
    const { page } = watched;
    let respond = () => {};
    const held = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route('**/api/eligibility*', async (route) => {
      await held;
      await route.continue();
    });
    await visit(watched, 'loading');
    await expectState(page, 'Loading…');
    await watched.expectAccessible();
    respond();
    await expectState(page, 'Solve today’s puzzle first');
  });

  test.each([
    ['no token', undefined],
    ['a token that the service rejects', 'header.e30.signature'],
  ])('sign in: %s', async (_title, jwt) => {
    await using watched = await open();
    await watched.page.goto(`${service.url}/submit${jwt === undefined ? '' : `#token=${jwt}`}`);
    await expectState(watched.page, 'Sign in to submit a verse');
    expect(await watched.page.getByRole('button').count()).toBe(0);
    await watched.expectAccessible();
    if (jwt === undefined) expect(watched.requests.filter((request) => request.includes('/api/'))).toEqual([]);
  });

  test('nothing is accepted', async () => {
    await solveToday(full, 'second');
    await using watched = await open();
    await visit(watched, 'second', full);
    await expectState(watched.page, 'No verse can be submitted at the moment');
    await watched.expectAccessible();
  });

  test('not solved, then solved', async () => {
    await using watched = await open();
    const { page } = watched;
    await visit(watched, 'late');
    await expectState(page, 'Solve today’s puzzle first');
    await watched.expectAccessible();

    await solveToday(service, 'late');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))); // as when the player comes back to the tab
    await expectState(page, 'Choose a verse');
  });

  test('cooldown, in the zone of the reader, and the verses', async () => {
    await solveToday(service, 'cooling');
    await service.submit('cooling', { ...john316, localDate: today() });
    const [row] = await rowsOf('cooling');
    const [{ ends }] = (await service.database.query(
      "select created_at + interval '168 hours' as ends from scheduled_submission where user_id = 'cooling'",
    )) as [{ ends: Date }];

    await using watched = await open();
    const { page } = watched;
    await visit(watched, 'cooling');
    await expectState(page, 'Your next verse');
    const time = page.getByRole('status').getByRole('time');
    expect(await time.getAttribute('datetime')).toBe(ends.toISOString());
    const shown = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'medium', timeZone: timezoneId });
    expect(await time.innerText()).toBe(shown.format(ends));
    expect(await page.getByRole('listitem').innerText()).toMatch(/^John 3:16\s/);
    expect(await page.getByRole('listitem').getByRole('time').innerText()).toBe(longDate(row?.date ?? ''));
    await watched.expectAccessible();
  });
});

describe.each(ways)('by %s', (way, submit) => {
  test('a verse is chosen and submitted, and the page names the date in the database', async () => {
    const player = `${way}-player`;
    await solveToday(service, player);
    await using watched = await open();
    const { page } = watched;
    await visit(watched, player);
    await expectState(page, 'Choose a verse');
    if (way === 'mouse') await watched.expectAccessible(); // the other way shows the same

    let respond = () => {};
    const held = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route(api, async (route) => {
      await held;
      await route.continue();
    });
    await submit(page);
    await expectState(page, 'Submitting John 3:16…');
    expect(await isFocused(heading(page, /Submitting/))).toBe(true);
    expect(await page.getByRole('button').isDisabled()).toBe(true);
    if (way === 'mouse') await watched.expectAccessible();

    respond();
    await expectState(page, 'Thank you');
    expect(await isFocused(heading(page, 'Thank you'))).toBe(true);
    const [row] = await rowsOf(player);
    expect(row).toMatchObject({ book_id: 'JHN', chapter: 3, verse: 16 });
    expect(await page.getByRole('status').innerText()).toBe(
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
    await visit(watched, player);
    await expectState(page, 'Choose a verse');
    await submit(page);
    await expectState(page, 'Something went wrong');
    expect(await isFocused(heading(page, 'Something went wrong'))).toBe(true);
    expect(await page.getByRole('status').innerText()).toBe(
      'We couldn’t confirm that John 3:16 was saved. Trying again is safe.',
    );
    if (way === 'mouse') await watched.expectAccessible();

    await service.database.query('delete from failing');
    await tryAgain[way](page);
    await expectState(page, 'Thank you');
    expect(await rowsOf(player)).toHaveLength(1);
  });

  test.each(['', ', after a reload'])(
    'a response is lost, and the player tries again%s: one submission',
    async (reload) => {
      const player = `lost-${way}-${reload.length}`;
      await solveToday(service, player);
      await using watched = await open();
      const { page } = watched;
      const keys: (string | null)[] = [];
      page.on('request', async (request) => {
        if (request.method() === 'POST') keys.push(await request.headerValue('Idempotency-Key'));
      });
      await visit(watched, player);
      await expectState(page, 'Choose a verse');
      await dropResponses(page);
      await submit(page);
      await expectState(page, 'We couldn’t reach the server');
      if (way === 'mouse') await watched.expectAccessible();

      await page.unroute(api);
      if (reload !== '') {
        await page.reload();
        await expectState(page, 'We couldn’t reach the server');
      }
      expect(await page.getByRole('status').innerText()).toBe(
        'We couldn’t confirm that John 3:16 was saved. Trying again is safe.',
      );
      await tryAgain[way](page);
      await expectState(page, 'Thank you');
      const [row, ...others] = await rowsOf(player);
      expect(others).toEqual([]);
      expect(await page.getByRole('status').innerText()).toContain(longDate(row?.date ?? ''));
      // The element's first attempt and the SDK's retry were lost; the third got the response of the first.
      expect(keys).toEqual([keys[0], keys[0], keys[0]]);
      expect(await page.evaluate(() => Object.values(sessionStorage).filter((value) => value.includes('JHN')))).toEqual(
        [],
      );
    },
  );
});

test('the page is loaded again while a submission is in flight, and the player tries again: one submission', async () => {
  await solveToday(service, 'impatient');
  await using watched = await open();
  const { page } = watched;
  await visit(watched, 'impatient');
  await expectState(page, 'Choose a verse');
  const { promise: stored, resolve } = Promise.withResolvers<void>();
  await page.route(api, async (route) => {
    await route.fetch();
    resolve(); // the page gets no response
  });
  await submitByMouse(page);
  await stored;
  await page.reload();
  await expectState(page, 'We couldn’t reach the server');
  await page.unroute(api);
  await tryAgain.mouse(page);
  await expectState(page, 'Thank you');
  expect(await rowsOf('impatient')).toHaveLength(1);
});

describe('a rejection while sending shows its reason', () => {
  test('the puzzle counts as not solved any more', async () => {
    await solveToday(service, 'unsolved');
    await using watched = await open();
    await visit(watched, 'unsolved');
    await expectState(watched.page, 'Choose a verse');
    await service.database.query("delete from daily_completion where anonymous_id = 'unsolved'");
    await submitByMouse(watched.page);
    await expectState(watched.page, 'Solve today’s puzzle first');
    expect(await isFocused(heading(watched.page, /Solve/))).toBe(true);
  });

  test('the player has submitted elsewhere', async () => {
    await solveToday(service, 'elsewhere');
    await using watched = await open();
    await visit(watched, 'elsewhere');
    await expectState(watched.page, 'Choose a verse');
    await service.submit('elsewhere', { bookId: 'PSA', chapter: 3, verse: 8, localDate: today() });
    await submitByMouse(watched.page);
    await expectState(watched.page, 'Your next verse');
    expect(await watched.page.getByRole('listitem').innerText()).toMatch(/^Psalm 3:8\s/);
  });

  test('the token has expired; another one lets the player go on', async () => {
    await solveToday(service, 'expired');
    await using watched = await open();
    const { page } = watched;
    await visit(watched, 'expired');
    await expectState(page, 'Choose a verse');
    await page.route('**/api/**', (route, request) =>
      route.continue({ headers: { ...request.headers(), authorization: 'Bearer expired' } }),
    );
    await submitByMouse(page);
    await expectState(page, 'Sign in to submit a verse');
    await page.unroute('**/api/**');
    await visit(watched, 'expired'); // the same tab: only the fragment changes
    await expectState(page, 'Choose a verse');
    // The choice is still there.
    await page.getByRole('button', { name: 'Submit John 3:16' }).click();
    await expectState(page, 'Thank you');
  });

  test('the calendar is full: nothing remains to be tried again', async () => {
    const one = await TestService.start({ env: { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '2' } });
    try {
      await one.solve(['first', 'second'], today());
      await using watched = await WatchedPage.open(browser, [one.url], { timezoneId });
      await visit(watched, 'second', one);
      await expectState(watched.page, 'Choose a verse');
      await one.submit('first', { ...john316, localDate: today() });
      await watched.page.waitForTimeout(1_000); // `accepting` may be a second old
      await submitByMouse(watched.page);
      await expectState(watched.page, 'No verse can be submitted at the moment');
      await watched.page.reload();
      await expectState(watched.page, 'No verse can be submitted at the moment');
    } finally {
      await one[Symbol.asyncDispose]();
    }
  });
});

test('every chapter of every book can be chosen with all its verses, and nothing else', async () => {
  await solveToday(service, 'walker');
  await using watched = await open();
  const { page } = watched;
  await visit(watched, 'walker');
  await expectState(page, 'Choose a verse');
  const walked = await page.evaluate(() => {
    const root = document.querySelector('submit-verse')?.shadowRoot as ShadowRoot;
    const [book, chapter, verse] = [...root.querySelectorAll('select')] as [
      HTMLSelectElement,
      HTMLSelectElement,
      HTMLSelectElement,
    ];
    const button = root.querySelector('button') as HTMLButtonElement;
    const choose = (select: HTMLSelectElement, value: string) => {
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    };
    const numbers = (select: HTMLSelectElement) => [...select.options].map(({ value }) => value);
    const wrong: string[] = [];
    const counts: Record<string, number[]> = {};
    const { scrollWidth } = document.documentElement;
    for (const { value: id, text } of book.options) {
      choose(book, id);
      counts[id] = numbers(chapter).map((number) => {
        choose(chapter, number);
        choose(verse, String(verse.length));
        const name = button.textContent;
        const singular = text.replace('Psalms', 'Psalm');
        if (name !== `Submit ${singular} ${number}:${verse.length}`) wrong.push(`${id} ${number}: ${name}`);
        if (numbers(verse).some((value, index) => value !== String(index + 1))) wrong.push(`${id} ${number}`);
        if (document.documentElement.scrollWidth > scrollWidth) wrong.push(`${id} overflows`);
        return verse.length;
      });
      if (numbers(chapter).some((value, index) => value !== String(index + 1))) wrong.push(id);
    }
    const groups = [...book.querySelectorAll('optgroup')].map((group) => [group.label, group.childElementCount]);
    return { wrong, counts, groups };
  });
  expect(walked.wrong).toEqual([]);
  expect(walked.counts).toEqual(Object.fromEntries(Object.entries(division).map(([id, { verses }]) => [id, verses])));
  expect(Object.values(walked.counts).flat()).toHaveLength(1_189);
  expect(
    Object.values(walked.counts)
      .flat()
      .reduce((sum, count) => sum + count),
  ).toBe(31_102);
  expect(walked.groups).toEqual([
    ['Old Testament', 39],
    ['New Testament', 27],
  ]);
});

test('no book name overflows at 320 px', async () => {
  await solveToday(service, 'narrow');
  await using watched = await open();
  const { page } = watched;
  await page.setViewportSize({ width: 320, height: 800 });
  await visit(watched, 'narrow');
  await expectState(page, 'Choose a verse');
  for (const id of ['LAM', '1TH', 'ECC', 'SNG', '2CO']) {
    await page.getByLabel('Book').selectOption(id);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});

test('the chosen chapter and verse stay where they exist, and end with the last that does', async () => {
  await solveToday(service, 'choosing');
  await using watched = await open();
  const { page } = watched;
  await visit(watched, 'choosing');
  await expectState(page, 'Choose a verse');
  const button = page.getByRole('button');
  for (const [label, value, want] of [
    ['Book', 'PSA', 'Psalm 1:1'],
    ['Chapter', '119', 'Psalm 119:1'],
    ['Verse', '176', 'Psalm 119:176'],
    ['Chapter', '117', 'Psalm 117:2'],
    ['Book', 'GEN', 'Genesis 50:2'],
    ['Book', 'JUD', 'Jude 1:2'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).selectOption(value);
    expect(await button.innerText()).toBe(`Submit ${want}`);
    expect(await page.locator('form p').innerText()).toBe(`${want}`);
  }
});

test('the token leaves the address, and goes to the API alone, in the header', async () => {
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
  await expectState(page, 'Solve today’s puzzle first');
  expect(page.url()).toBe(`${service.url}/submit`);
  expect(await page.evaluate(() => history.length)).toBe(2); // the empty page, and this one
  expect(new Set(carriers)).toEqual(new Set(['/api/eligibility', '/api/submissions']));
  expect(await page.locator('submit-verse').evaluate((element) => element.outerHTML)).toBe(
    '<submit-verse></submit-verse>',
  );
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
    await visit(watched, player);
    await expectState(page, 'Choose a verse');
    // axe takes the page's own colour for that of the text, not the one that the browser forces.
    expect(await watched.axeFaults(['color-contrast'])).toEqual([]);
    const { borderTopWidth, color, backgroundColor } = await page
      .getByRole('button')
      .evaluate((button) => ({ ...getComputedStyle(button) }));
    expect(borderTopWidth).toBe('1px');
    expect(color).not.toBe(backgroundColor);
    expect(
      await page.evaluate(() => {
        const root = document.querySelector('submit-verse')?.shadowRoot as ShadowRoot;
        const all = [...document.querySelectorAll('*'), ...root.querySelectorAll('*')].map((one) =>
          getComputedStyle(one),
        );
        return all.filter(
          ({ animationName, transitionDuration }) => animationName !== 'none' || transitionDuration !== '0s',
        ).length;
      }),
    ).toBe(0);
  },
);

test("a complaint of the console, or a request elsewhere, fails a test: the page's policy causes the first", async () => {
  const watched = await open();
  await visit(watched, 'strict');
  await expectState(watched.page, 'Solve today’s puzzle first');
  const sinks = `for (const html of ['<b>', '<i>']) try { document.body.innerHTML = html } catch {}`;
  await watched.page.evaluate(sinks);
  await watched.page.evaluate('fetch("https://elsewhere.example/").catch(() => {})');
  await watched.page.evaluate('import("https://cdn.example/script.js").catch(() => {})');
  await expect(watched[Symbol.asyncDispose]()).rejects.toThrow('TrustedHTML');
  expect(watched.sentElsewhere).toEqual(['GET https://cdn.example/script.js']);
  expect(watched.complaints.length).toBeGreaterThanOrEqual(4);
});
