import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { TestService } from '../support/service.ts';
import { launchBrowser } from './launch.ts';
import { comeBack, expectState, status, submitByMouse, timezoneId, visit } from './player.ts';
import { WatchedPage } from './watched-page.ts';

/** 7:54 in Los Angeles, on a Sunday. */
const start = Temporal.Instant.from('2026-11-22T15:54:00Z');

/** The time of the service, and of the page. */
let now: Temporal.Instant;
let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await TestService.start({ desk: true, clock: () => now });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service[Symbol.asyncDispose]();
});
beforeEach(async () => {
  now = start;
  await service.database.query('delete from scheduled_submission'); // the next free date is the first one
});

/** Opens a page whose clock goes on from the time of the service. */
async function open(player: string, of = service, options = {}): Promise<WatchedPage> {
  const watched = await WatchedPage.open(browser, [of.url], { timezoneId, ...options });
  await watched.page.clock.install({ time: now.epochMilliseconds });
  await visit(watched.page, of, player);
  return watched;
}

/** Opens the page of a player whose John 3:16 is scheduled. */
async function openDone(player: string, options = {}): Promise<WatchedPage> {
  await service.solve(player, '2026-11-22');
  const watched = await open(player, service, options);
  await submitByMouse(watched.page);
  await expectState(watched.page, 'Thank you');
  return watched;
}

/** The one sentence below the heading. */
async function sentence(page: Page): Promise<string> {
  return (await status(page).getByRole('paragraph').innerText()).replaceAll('\u202f', ' ');
}

test('the card has the date, how far it is, and the words', async () => {
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
  expect(await card.evaluate((it) => getComputedStyle(it).animationName)).toBe('arrive');
  expect(await page.locator('main').innerText()).not.toMatch(/window/i);
  expect(await page.locator('form').isVisible()).toBe(false);
  await watched.expectAccessible();
});

test('Add to calendar: a file with the date and the verse', async () => {
  await using watched = await openDone('organizer');
  const [download] = await Promise.all([
    watched.page.waitForEvent('download'),
    watched.page.getByRole('button', { name: 'Add to calendar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('John-3-16.ics');
  const text = (await readFile(await download.path(), 'utf8')).replaceAll('\r\n ', '');
  expect(text).toContain('\r\nUID:verse-2026-11-29@127.0.0.1\r\n');
  expect(text).toContain('\r\nDTSTART;VALUE=DATE:20261129\r\n');
  expect(text).toContain('\r\nSUMMARY:John 3:16\\, the verse you chose\r\n');
});

test('Share: with the apps of the device, or else by the clipboard, and the button says so', async () => {
  await using watched = await openDone('sharer', { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = watched;
  const text = 'John 3:16 will be the verse for Sunday, November 29, 2026.';
  const share = page.getByRole('button', { name: 'Share' });
  await page.evaluate(() => {
    Object.assign(globalThis, { shared: [] });
    navigator.share = async (data) => {
      (globalThis as unknown as { shared: unknown[] }).shared.push(data);
      throw new DOMException('Share canceled', 'AbortError'); // the player has changed their mind
    };
  });
  await share.click();
  expect(await page.evaluate('shared')).toEqual([{ text }]);
  await share.waitFor();

  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await share.click();
  const copied = page.getByRole('button', { name: 'Copied' });
  await copied.waitFor();
  expect(await copied.getAttribute('aria-live')).toBe('polite'); // its new name is announced
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
});

test('cooldown: it says when it ends, in the zone of the reader and without seconds', async () => {
  await service.solve('cooling', '2026-11-22');
  await service.submit('cooling', { localDate: '2026-11-22', bookId: 'PSA', chapter: 23, verse: 1 });
  now = now.add({ hours: 24 });
  await using watched = await open('cooling');
  const { page } = watched;
  await expectState(page, 'Your next verse');
  expect(await sentence(page)).toBe('You can submit again in 6 days: Sunday, November 29 at 7:54 AM.');
  expect(await status(page).getByRole('time').getAttribute('datetime')).toBe('2026-11-29T15:54:00.000Z');
  expect((await page.getByRole('listitem').innerText()).replace(/\s+/g, ' ')).toBe(
    'Psalm 23:1 Sunday, November 29, 2026',
  );
  await watched.expectAccessible();
});

test('a full calendar: it says when a date opens, and turns into the form by itself', async () => {
  const env = { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '2' }; // one date at a time
  await using small = await TestService.start({ clock: () => now, env });
  await small.solve(['first', 'second'], '2026-11-22');
  await small.solve('second', '2026-11-23');
  await small.submit('first', { localDate: '2026-11-22', bookId: 'PSA', chapter: 23, verse: 1 });
  await using watched = await open('second', small, { timezoneId: 'Europe/Berlin' });
  const { page } = watched;
  await expectState(page, 'Every date is taken');
  expect(await sentence(page)).toBe('A new one opens at 1:00 AM.');
  await watched.expectAccessible();
  const time = { hours: 8, minutes: 6, seconds: 11 };
  now = now.add(time);
  await page.clock.fastForward(Temporal.Duration.from(time).total('milliseconds'));
  await expectState(page, 'Choose a verse');
});

/** Gives a player verses on dates. */
async function schedule(player: string, dates: readonly string[]): Promise<void> {
  await service.database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
     select $1, 'PSA', 119, n, date, timestamptz '2026-09-01T00:00Z' + interval '8 days' * n
     from unnest($2::date[]) with ordinality as t (date, n)`,
    [player, dates],
  );
}

const items = async (page: Page) =>
  (await page.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));

test('your verses: coming ones, then past ones; ten, and then all, with the focus on the first of the others', async () => {
  const past = ['2026-11-10', '2026-11-21'];
  const coming = ['2026-11-22', '2026-11-23', ...Array.from({ length: 8 }, (_, index) => `2026-12-${10 + index}`)];
  await schedule('frequent', [...past, ...coming.toReversed()]);
  await using watched = await open('frequent');
  const { page } = watched;
  const dates = async () =>
    await Promise.all(
      (await page.getByRole('listitem').getByRole('time').all()).map((it) => it.getAttribute('datetime')),
    );
  const button = page.getByRole('button', { name: 'Show all 12' });
  await button.waitFor();
  expect(await dates()).toEqual(coming);
  await watched.expectAccessible();
  await button.focus();
  await page.keyboard.press('Enter');
  expect(await dates()).toEqual([...coming, ...past.toReversed()]);
  expect(await button.isVisible()).toBe(false);
  const focused = async () =>
    await page.locator('submit-verse').evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.textContent);
  expect(await focused()).toContain('Psalm 119:2');
  // Nothing new: the focus stays.
  const list = page.waitForResponse('**/api/submissions');
  await comeBack(page);
  await list;
  await page.waitForTimeout(300);
  expect(await focused()).toContain('Psalm 119:2');
});

test('ten verses need no button, and none has a word', async () => {
  await schedule(
    'regular',
    Array.from({ length: 10 }, (_, index) => `2026-12-${10 + index}`),
  );
  await using watched = await open('regular');
  const { page } = watched;
  await page.getByRole('listitem').nth(9).waitFor();
  expect(await page.getByRole('button', { name: /Show all/ }).count()).toBe(0);
  await visit(page, service, 'newcomer');
  await page.getByText('None yet.').waitFor();
});

test('the list says what the operator moved and withdrew, in the language of the page', async () => {
  await schedule('planned', ['2026-12-01', '2026-12-02']);
  const [{ id }, moved] = (await service.database.query(
    'select id::int from scheduled_submission order by scheduled_date',
  )) as [{ id: number }, { id: number }];
  await service.desk('POST', `submissions/${id}/withdraw`, { from: '2026-12-01' });
  await service.desk('POST', `submissions/${moved.id}/move`, { from: '2026-12-02', to: '2026-12-24' });
  await using watched = await open('planned');
  const { page } = watched;
  await page.getByRole('listitem').first().waitFor();
  expect(await items(page)).toEqual([
    'Psalm 119:1 withdrawn',
    'Psalm 119:2 Thursday, December 24, 2026 moved from Wednesday, December 2, 2026',
  ]);
  await watched.expectAccessible();
  await page.locator('submit-verse').evaluate((it) => it.setAttribute('lang', 'de'));
  await page.getByText('zurückgezogen').waitFor();
  expect(await items(page)).toEqual([
    'Psalm 119,1 zurückgezogen',
    'Psalm 119,2 Donnerstag, 24. Dezember 2026 verschoben vom Mittwoch, 2. Dezember 2026',
  ]);
});
