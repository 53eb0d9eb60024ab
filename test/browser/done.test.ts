import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { TestService } from '../support/service.ts';
import { launchBrowser } from './launch.ts';
import { comeBack, expectState, heading, status, submitByMouse, timezoneId, visit } from './player.ts';
import { WatchedPage } from './watched-page.ts';

/** 7:54 in Los Angeles, on a Sunday. */
const start = Temporal.Instant.from('2026-11-22T15:54:00Z');

/** The time of the service, and of the page. */
let now: Temporal.Instant;
let service: TestService;
/** A service whose calendar has one date at a time. */
let small: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await TestService.start({ clock: () => now });
  small = await TestService.start({
    clock: () => now,
    env: { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '2' },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service[Symbol.asyncDispose]();
  await small[Symbol.asyncDispose]();
});
beforeEach(() => {
  now = start;
});

/** Opens a page whose clock goes on from the time of the service. */
async function open(options = {}): Promise<WatchedPage> {
  const watched = await WatchedPage.open(browser, [service.url, small.url], { timezoneId, ...options });
  await watched.page.clock.install({ time: now.epochMilliseconds });
  return watched;
}

/** Lets time pass, for the service and for the page. */
async function pass(page: Page, time: Temporal.DurationLike): Promise<void> {
  now = now.add(time);
  await page.clock.fastForward(Temporal.Duration.from(time).total('milliseconds'));
}

/** Opens the page of a player whose John 3:16 is scheduled. */
async function openDone(player: string, options = {}): Promise<WatchedPage> {
  await service.database.query('delete from scheduled_submission'); // the next free date is the first one
  await service.solve(player, '2026-11-22');
  const watched = await open(options);
  await visit(watched.page, service, player);
  await expectState(watched.page, 'Choose a verse');
  await submitByMouse(watched.page);
  await expectState(watched.page, 'Thank you');
  return watched;
}

describe('done', () => {
  test('a card with the date, how far it is, and the words', async () => {
    await using watched = await openDone('card');
    const { page } = watched;
    expect(await status(page).getByRole('paragraph').allInnerTexts()).toEqual([
      'John 3:16 will be the verse for Sunday, November 29, 2026.',
      'in 7 days',
    ]);
    const card = page.locator('[part=card]');
    expect(await card.getByRole('time').getAttribute('datetime')).toBe('2026-11-29');
    expect(await card.locator('blockquote').innerText()).toMatch(/^For God so loved the world, .+ everlasting life\.$/);
    expect(await card.locator('figcaption').innerText()).toBe('John 3:16 King James Version');
    expect(await page.locator('main').innerText()).not.toMatch(/window/i);
    expect(await page.locator('form').isVisible()).toBe(false);
    await watched.expectAccessible();
  });

  test('it arrives with a movement, except where the reader wants none', async () => {
    const animations = async (page: Page) =>
      await page.locator('[part=card]').evaluate((card) => getComputedStyle(card).animationName);
    await using moving = await openDone('moving');
    expect(await animations(moving.page)).toBe('arrive');
    await using still = await openDone('still', { reducedMotion: 'reduce' });
    expect(await animations(still.page)).toBe('none');
  });

  test('Add to calendar: a file with the date and the verse', async () => {
    await using watched = await openDone('organizer');
    const [download] = await Promise.all([
      watched.page.waitForEvent('download'),
      watched.page.getByRole('button', { name: 'Add to calendar' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('John-3-16.ics');
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(lines).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      expect.stringMatching(/^PRODID:/),
      'BEGIN:VEVENT',
      'UID:verse-2026-11-29@127.0.0.1',
      expect.stringMatching(/^DTSTAMP:20261122T1554\d\dZ$/),
      'DTSTART;VALUE=DATE:20261129',
      expect.stringMatching(/^SUMMARY:/),
      ...lines.slice(8, -4),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
    expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain('\r\nSUMMARY:John 3:16\\, the verse you chose\r\n');
  });

  test('Share: with the apps of the device', async () => {
    await using watched = await openDone('sharer');
    const { page } = watched;
    await page.evaluate(() => {
      Object.assign(globalThis, { shared: [] });
      navigator.share = async (data) => void (globalThis as unknown as { shared: unknown[] }).shared.push(data);
    });
    const button = page.getByRole('button', { name: 'Share' });
    await button.click();
    expect(await page.evaluate('shared')).toEqual([
      { text: 'John 3:16 will be the verse for Sunday, November 29, 2026.' },
    ]);
    expect(await button.innerText()).toBe('Share');
  });

  test('Share: by the clipboard where there are none, and the button says so', async () => {
    await using watched = await openDone('copier', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = watched;
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'John 3:16 will be the verse for Sunday, November 29, 2026.',
    );
    // The change of its name is announced.
    expect(await page.getByRole('button', { name: 'Copied' }).getAttribute('aria-live')).toBe('polite');
  });

  test('Share: a player who changes their mind sees no error', async () => {
    await using watched = await openDone('shy');
    const { page } = watched;
    await page.evaluate(() => {
      navigator.share = async () => {
        throw new DOMException('Share canceled', 'AbortError');
      };
    });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Share' }).waitFor();
  });
});

test('cooldown: it says when it ends, without seconds, and turns into the form by itself', async () => {
  await service.database.query('delete from scheduled_submission');
  await service.solve('cooling', '2026-11-22');
  await service.solve('cooling', '2026-11-29');
  await service.submit('cooling', { localDate: '2026-11-22', bookId: 'PSA', chapter: 23, verse: 1 });
  now = now.add({ hours: 24 });
  await using watched = await open();
  const { page } = watched;
  await visit(page, service, 'cooling');
  await expectState(page, 'Your next verse');
  const sentence = status(page).getByRole('paragraph');
  expect((await sentence.innerText()).replaceAll('\u202f', ' ')).toBe(
    'You can submit again in 6 days: Sunday, November 29 at 7:54 AM.',
  );
  await pass(page, { hours: 119 });
  await comeBack(page);
  await page.getByText('You can submit again tomorrow:').waitFor();
  await pass(page, { hours: 24, minutes: 30 });
  await comeBack(page);
  await page.getByText('You can submit again in 30 minutes:').waitFor();
  await pass(page, { minutes: 30, seconds: 11 });
  await expectState(page, 'Choose a verse');
});

test('a full calendar: it says when a date opens, and turns into the form by itself', async () => {
  await small.solve(['first', 'second'], '2026-11-22');
  await small.solve('second', '2026-11-23');
  await small.submit('first', { localDate: '2026-11-22', bookId: 'PSA', chapter: 23, verse: 1 });
  await using watched = await open({ timezoneId: 'Europe/Berlin' });
  const { page } = watched;
  await visit(page, small, 'second');
  await expectState(page, 'Every date is taken');
  expect((await status(page).getByRole('paragraph').innerText()).replaceAll('\u202f', ' ')).toBe(
    'A new one opens at 1:00 AM.',
  );
  await watched.expectAccessible();
  await pass(page, { hours: 8, minutes: 6, seconds: 11 });
  await expectState(page, 'Choose a verse');
});

describe('your verses', () => {
  /** Gives a player verses on dates, submitted in the opposite order. */
  async function schedule(player: string, dates: readonly string[]): Promise<void> {
    await service.database.query('delete from scheduled_submission');
    await service.database.query(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
       select $1, 'PSA', 119, n, date, timestamptz '2026-11-01T00:00Z' + interval '8 days' * n
       from unnest($2::date[]) with ordinality as t (date, n)`,
      [player, dates],
    );
  }
  const days = (count: number, first: string, step: number) =>
    Array.from({ length: count }, (_, index) =>
      Temporal.PlainDate.from(first)
        .add({ days: index * step })
        .toString(),
    );
  const shown = async (page: Page) =>
    await Promise.all(
      (await page.getByRole('listitem').getByRole('time').all()).map((it) => it.getAttribute('datetime')),
    );

  test('coming ones first, the next one first; then past ones, the latest first', async () => {
    await schedule('ordered', ['2026-11-10', '2026-12-24', '2026-11-25', '2026-11-21', '2026-11-22', '2026-11-23']);
    await using watched = await open();
    const { page } = watched;
    await visit(page, service, 'ordered');
    await page.getByRole('listitem').first().waitFor();
    expect(await shown(page)).toEqual([
      ...['2026-11-22', '2026-11-23', '2026-11-25', '2026-12-24'],
      ...['2026-11-21', '2026-11-10'],
    ]);
    expect(await page.getByRole('listitem').first().innerText()).toMatch(/^Psalm 119:5\s+Sunday, November 22, 2026$/);
  });

  test('ten, and then all, with the focus on the first of the others', async () => {
    await schedule('frequent', days(12, '2026-12-01', 8));
    await using watched = await open();
    const { page } = watched;
    await visit(page, service, 'frequent');
    const button = page.getByRole('button', { name: 'Show all 12' });
    await button.waitFor();
    expect(await shown(page)).toEqual(days(10, '2026-12-01', 8));
    await watched.expectAccessible();
    await button.focus();
    await page.keyboard.press('Enter');
    expect(await shown(page)).toEqual(days(12, '2026-12-01', 8));
    expect(await button.isVisible()).toBe(false);
    const focused = async () =>
      await page.locator('submit-verse').evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.textContent);
    expect(await focused()).toContain('Psalm 119:11');
    const list = page.waitForResponse('**/api/submissions');
    await comeBack(page);
    await list;
    await page.waitForTimeout(300);
    expect(await focused()).toContain('Psalm 119:11');
  });

  test('ten need no button, and none has a word', async () => {
    await schedule('regular', days(10, '2026-12-01', 8));
    await using watched = await open();
    const { page } = watched;
    await visit(page, service, 'regular');
    await page.getByRole('listitem').nth(9).waitFor();
    expect(await page.getByRole('button', { name: /Show all/ }).count()).toBe(0);
    await visit(page, service, 'newcomer');
    await page.getByText('None yet.').waitFor();
    await heading(page, 'Solve today’s puzzle first').waitFor();
  });
});
