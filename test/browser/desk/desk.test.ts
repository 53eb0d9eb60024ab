import { readFile } from 'node:fs/promises';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { dateWithYear } from '../../../desk/src/dates.ts';
import { clearCalendar, day, reserve } from '../../support/desk.ts';
import { eventually } from '../../support/eventually.ts';
import { editor, TestService, token } from '../../support/service.ts';
import { launchBrowser } from '../launch.ts';
import { comeBack, hold, isFocused, pageDate, settle, tabTo, timezoneId } from '../player.ts';
import { WatchedPage } from '../watched-page.ts';
import { button, byKeyboard, cell, choose, expectNotice, panel, show, tabStop, visitDesk } from './operator.ts';

const service = await TestService.start({ desk: true });
afterAll(() => service[Symbol.asyncDispose]());
const browser = await launchBrowser();
afterAll(() => browser.close());
beforeEach(async () => {
  await clearCalendar(service.database);
});

async function open(claims?: Record<string, unknown>): Promise<WatchedPage> {
  const watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  await visitDesk(watched.page, service, claims);
  return watched;
}

test('without a calendar, the page says why and loads again; the token stays in the tab alone', async () => {
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  const { page } = watched;
  await page.goto(`${service.url}/desk`);
  const signIn = page.getByRole('heading', { name: 'Sign in to plan the calendar' });
  await signIn.waitFor();
  await page.getByText('Open the link that you were given. If you have used it already, ask for a new one.').waitFor();
  expect(watched.requests.filter((request) => request.includes('/api/'))).toEqual([]);
  await page.goto(`${service.url}/desk#code=used`);
  await page.getByText('This link has been used or has expired. Restart the service for a new one.').waitFor();
  watched.complaints.splice(0); // of the 404

  await visitDesk(page, service, {});
  await page.getByText('Your account may not see this calendar. Ask for the role calendar-viewer.').waitFor();
  page.on('dialog', (dialog) => dialog.accept()); // another token replaces the operator's
  await page.goto(`${service.url}/desk#token=header.e30.signature`); // which the service rejects
  await page.getByText('Your link has expired. Ask for a new one.').waitFor();

  const resolve = await hold(page, '**/desk/api/calendar?*');
  await visitDesk(page, service);
  await page.getByText('Loading…').waitFor();
  await service.database.query('alter table blocked_date rename to elsewhere');
  try {
    resolve();
    await page.getByText(/^Something went wrong\. Request [0-9a-f-]{36}$/).waitFor();
    await watched.expectAccessible();
  } finally {
    await service.database.query('alter table elsewhere rename to blocked_date');
  }
  await button(page, 'Try again').click();
  await tabStop(page).waitFor();
  expect(page.url()).toBe(`${service.url}/desk`);
  await page.reload();
  await tabStop(page).waitFor();
});

test('after a link has expired, what is typed stays, and is sent once there is another link', async () => {
  await using watched = await open();
  const { page } = watched;
  await choose(page, day(20));
  await page.getByText('Block this date…').click();
  await page.getByLabel('Reason, e.g.').fill('Retreat');
  await page.route('**/desk/api/**', (route, request) =>
    route.continue({ headers: { ...request.headers(), authorization: 'Bearer rejected' } }),
  );
  await button(page, 'Block').click();
  await expectNotice(page, 'Your sign-in has ended, so this was not sent. To try again, you sign in first.');
  await page.getByText('Your link has expired. Ask for a new one.').waitFor();
  expect(await page.getByLabel('Reason, e.g.').inputValue()).toBe('Retreat');
  await watched.expectAccessible();
  await page.unroute('**/desk/api/**');
  await button(page, 'Try again').click();
  const field = page.getByLabel('Paste a new link');
  expect(await isFocused(field)).toBe(true);
  await field.fill(`${service.url}/desk#token=${await token('ed', { ...editor, second: true })}`);
  await page.keyboard.press('Enter');
  await expectNotice(page, `${pageDate(day(20))} is blocked: Retreat.`);
  expect(await field.count()).toBe(0);
});

test('what was not sent is not sent in another name', async () => {
  await using watched = await open();
  const { page } = watched;
  await choose(page, day(20));
  await page.route('**/desk/api/**', (route, request) =>
    route.continue({ headers: { ...request.headers(), authorization: 'Bearer rejected' } }),
  );
  await page.getByText('Block this date…').click();
  await page.getByLabel('Reason, e.g.').fill('Retreat');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Your sign-in has ended');
  await page.unroute('**/desk/api/**');
  await button(page, 'Try again').click();
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByLabel('Paste a new link').fill(`#token=${await token('vera', editor)}`);
  await page.keyboard.press('Enter');
  await page.getByText('Signed in as vera').waitFor();
  await tabStop(page).waitFor();
  expect(await service.database.query('select from blocked_date')).toEqual([]);
});

describe('the grid', () => {
  test('is one tab stop: keys move by day, month and year, Enter opens a day, Escape leads back', async () => {
    await using watched = await open();
    const { page } = watched;
    await tabStop(page).waitFor();
    expect(await tabStop(page).count()).toBe(1);
    expect(await tabStop(page).getAttribute('aria-current')).toBe('date');
    await tabStop(page).focus();
    const today = Temporal.Now.plainDateISO('UTC');
    for (const [key, want] of [
      ['ArrowRight', today.add({ days: 1 })],
      ['PageDown', today.add({ days: 1, months: 1 })],
      ['Shift+PageUp', today.add({ days: 1, months: 1 }).subtract({ years: 1 })],
    ] as const) {
      await page.keyboard.press(key);
      await eventually(key, async () => await isFocused(cell(page, want.toString())));
      expect(await tabStop(page).count()).toBe(1);
    }
    await byKeyboard.choose(page, day(9));
    expect(await isFocused(page.locator('#day'))).toBe(true);
    await page.keyboard.press('Escape');
    await eventually('the focus on the cell', async () => await isFocused(cell(page, day(9))));
  });

  test('tells states apart by sign and word, and marks a verse that is also on a date near it', async () => {
    const first = day(20).slice(0, 7) === day(23).slice(0, 7) ? 20 : 24; // four dates of one month
    const [verse = '', other = '', feast = '', free = ''] = [0, 1, 2, 3].map((days) => day(first + days));
    const again = day(first + 40);
    await reserve(service.database, verse, 'ann');
    await reserve(service.database, again, 'bob');
    await reserve(service.database, other, 'eve', ['PSA', 23, 1]);
    await service.desk('PUT', `blocked-dates/${feast}`, { label: 'Feast' });
    await using watched = await open();
    const { page } = watched;
    await choose(page, verse);
    const name = await cell(page, verse).locator('.unseen').innerText();
    expect(name).toBe(`${pageDate(verse)}: John 3:16, not read, also on ${pageDate(again).replace(/^\w+, /, '')}`);
    const looks = async (date: string) => (await cell(page, date).innerText()).split(/\s+/).slice(-3).join(' ');
    await page.setViewportSize({ width: 1200, height: 800 });
    expect(await cell(page, verse).locator('.cell').innerText()).toMatch(/new ●●\s+John 3:16\s*For God so loved/);
    expect(await looks(feast)).toMatch(/✕ Feast$/);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await looks(other)).toMatch(/new Psa 23:1$/);
    expect(await looks(feast)).toMatch(/ ✕ blocked$/);
    expect(await looks(free)).toMatch(/ ○ free$/);
    await watched.expectAccessible();
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await watched.axeFaults()).toEqual([]);
    expect(await watched.layoutFaults()).toEqual([]);

    await button(page, pageDate(again)).click();
    await page.getByRole('heading', { name: pageDate(again) }).waitFor();
    expect(await isFocused(page.locator('#day'))).toBe(true);
  });
});

test('a phone has an agenda of verses and free dates, in which keys move; it is what is printed', async () => {
  await reserve(service.database, day(20), 'ann');
  await reserve(service.database, day(22), 'bob');
  const viewport = { width: 320, height: 800 };
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId, viewport });
  const { page } = watched;
  await visitDesk(page, service);
  const row = (date: string) => page.locator(`[data-from="${date}"]`);
  const entry = page.locator('.entry', { has: row(day(20)) });
  await entry.filter({ hasText: /John 3:16.*For God so loved.*ann.*also on / }).waitFor();
  await watched.expectAccessible();
  await row(day(20)).click();
  await panel(page).getByRole('button', { name: 'Move…' }).waitFor();
  await page.keyboard.press('Escape');
  await eventually('the focus on the row', async () => await isFocused(row(day(20))));
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  const bobs = panel(page).getByRole('heading', { name: pageDate(day(22)) });
  await bobs.waitFor();
  // Sixty dates, and more while the end of the list is in sight.
  expect(watched.requests).toContain(`GET ${service.url}/desk/api/calendar?from=${day(0)}&to=${day(59)}`);
  await row(day(200).replace(/..$/, '01')).waitFor();
  const year = day(-365).slice(0, 4);
  await page.getByRole('combobox', { name: 'Month' }).selectOption(`${year}-01`); // which has to be read first
  await page.getByRole('heading', { name: `January ${year}` }).waitFor();
  await page.keyboard.press('t');
  await row(day(20)).click();
  await page.emulateMedia({ media: 'print' });
  expect(await entry.innerText()).toMatch(/John 3:16/); // the date that is open, too
  const printed = await page.locator('.agenda .range').innerText();
  expect(printed).toMatch(new RegExp(`^${dateWithYear(day(0))} to \\w+, \\w+ \\d+`));
  for (const hidden of [page.getByRole('navigation'), panel(page)]) expect(await hidden.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await button(page, 'Month').click();
  await page.reload();
  await tabStop(page).waitFor();
  expect(await entry.isVisible()).toBe(false);
});

test('the first gap, which is open at first, today and any month are one step away, also by keys', async () => {
  for (const days of [0, 1]) await reserve(service.database, day(days), `of ${days}`);
  await using watched = await open();
  const { page } = watched;
  const gap = panel(page).getByRole('heading', { name: pageDate(day(2)) });
  await gap.waitFor();
  expect(await isFocused(page.locator('body'))).toBe(true);
  await page.getByRole('combobox', { name: 'Month' }).selectOption(`${day(400).slice(0, 4)}-12`);
  await cell(page, `${day(400).slice(0, 4)}-12-31`).click();
  await panel(page)
    .getByText(/^Free, but players get dates until /)
    .waitFor();
  await page.keyboard.press('t');
  await eventually('today', async () => await isFocused(cell(page, day(0))));
  await page.getByRole('link', { name: pageDate(day(2)) }).click();
  await gap.waitFor();
  expect(page.url()).toMatch(new RegExp(`/desk#${day(2)}$`));
});

test('each view has an address, and so has a date; the calendar stays as it was', async () => {
  await using watched = await open();
  const { page } = watched;
  await tabStop(page).waitFor();
  await page.evaluate((hash) => location.assign(hash), `#${day(400)}`);
  const heading = panel(page).getByRole('heading', { name: pageDate(day(400)) });
  await eventually('the focus on the date', async () => await isFocused(heading));
  await page.getByText('Block this date…').click();
  await page.getByLabel('Reason, e.g.').fill('Retreat');
  await show(page, 'Settings');
  await button(page, 'Pause').waitFor();
  await watched.expectAccessible();
  await show(page, 'Record');
  await page.getByRole('heading', { name: 'Record' }).waitFor();
  await page.goBack();
  await page.goBack();
  expect(await page.getByLabel('Reason, e.g.').inputValue()).toBe('Retreat');
  await page.reload();
  await eventually('the focus on the date', async () => await isFocused(heading));
});

test('another operator’s change is shown within ten seconds; a network that fails for long is mentioned', async () => {
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  const { page } = watched;
  await page.clock.install();
  await visitDesk(page, service);
  await cell(page, day(0)).waitFor();
  const statuses: number[] = [];
  page.on('response', (response) => response.url().includes('/desk/api/calendar?') && statuses.push(response.status()));
  await page.clock.runFor(10_000);
  await eventually('a response', () => statuses.length > 0);
  expect(statuses[0]).toBe(304);

  // Before anything has changed: the page has rendered no calendar but the first.
  await page.context().setOffline(true);
  const old = page.getByText(/^The calendar could not be read since \d+:\d\d [AP]M\.$/);
  await page.clock.runFor(20_000);
  expect(await old.count()).toBe(0);
  await eventually('the mention', async () => {
    await page.clock.runFor(10_000);
    return (await old.count()) === 1;
  });
  await page.context().setOffline(false);
  await page.clock.runFor(10_000);
  await old.waitFor({ state: 'detached', timeout: 20_000 }); // the next tick comes by itself
  await service.desk('PUT', `blocked-dates/${day(20)}`, { label: 'Feast' });
  const feast = cell(page, day(20)).filter({ hasText: 'Feast' });
  await page.clock.runFor(10_000);
  await feast.waitFor({ timeout: 20_000 });
});

test('no name is wider than its cell where the grid has little room, and a long label ends in its own', async () => {
  await reserve(service.database, day(20), 'ann', ['1TH', 5, 16]);
  await service.desk('PUT', `blocked-dates/${day(21)}`, {
    label: 'A retreat of the whole team '.repeat(4).slice(0, 100),
  });
  await using watched = await open();
  const { page } = watched;
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const sizesOf = async (date: string) => {
      await choose(page, date);
      const text = cell(page, date).locator('.long');
      return await text.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => ({
        isTooWide: scrollWidth > clientWidth,
        isCut: scrollHeight > clientHeight,
      }));
    };
    expect(await sizesOf(day(20))).toMatchObject({ isTooWide: false });
    expect(await sizesOf(day(21))).toEqual({ isTooWide: false, isCut: true });
  }
});

test('text of twice the size fits on a phone', async () => {
  const viewport = { width: 390, height: 800 };
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId, viewport });
  const { page } = watched;
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await visitDesk(page, service);
  await button(page, 'Search').click();
  for (const mode of ['Agenda', 'Month']) {
    await button(page, mode).click();
    expect(await watched.layoutFaults()).toEqual([]);
  }
  for (const view of ['Record', 'Settings'] as const) {
    await show(page, view);
    await page.getByRole('heading', { name: view === 'Record' ? 'Record' : 'Feasts' }).waitFor();
    expect(await watched.layoutFaults()).toEqual([]);
  }
});

test('a viewer has no forms, and an editor none for a date that has begun somewhere', async () => {
  await reserve(service.database, day(0), 'ann');
  await reserve(service.database, day(20), 'bob');
  const expectNoForms = async (page: Page, date: string) => {
    await choose(page, date);
    await panel(page).locator('h2, h3').first().waitFor();
    expect(await panel(page).locator('button:not(.link, [aria-keyshortcuts=R]), input').count()).toBe(0);
  };
  await using viewers = await open({ roles: ['calendar-viewer'] });
  const { page } = viewers;
  await page.getByText('You may look at the calendar, but not change it.').waitFor();
  for (const days of [20, 21]) await expectNoForms(page, day(days));
  await button(page, 'Withdrawn').click();
  await page.getByText('Nothing was found.').waitFor();
  await show(page, 'Settings');
  await page.getByRole('heading', { name: 'Download' }).waitFor();
  expect(await page.getByRole('button', { name: /Pause|Block/ }).count()).toBe(0);

  await using editors = await open();
  for (const days of [0, -1]) {
    await expectNoForms(editors.page, day(days));
    await panel(editors.page).getByText('has begun somewhere on earth, or is past').waitFor();
  }
});

test('the record names who changed what, shows older changes on demand, and is filtered', async () => {
  await service.database.query(
    `insert into calendar_change (actor, action, dates, note, at)
     select 'robot', case n when 1 then 'pause' else 'block' end, array[$1::date + n], 'Feast ' || n,
       now() - case n when 2 then interval '63 days' else '0 days' end
     from generate_series(1, 60) n`,
    [day(100)],
  );
  await using watched = await open();
  const { page } = watched;
  await show(page, 'Record');
  const items = page.locator('ol > li');
  const expectItems = async (count: number) => {
    await eventually(`${count} changes`, async () => (await items.count()) === count);
  };
  await expectItems(50);
  expect(await items.first().innerText()).toContain(`robot blocked ${pageDate(day(160))}: Feast 60`);
  await watched.expectAccessible();
  await button(page, 'Older').click();
  await expectItems(60);
  expect(await button(page, 'Older').count()).toBe(0);
  await reserve(service.database, day(0), 'ann');
  await Promise.all([page.waitForResponse('**/desk/api/changes*'), comeBack(page)]);
  await settle(page);
  await expectItems(60);
  await page.getByLabel('Month of the changes').selectOption(day(-63).slice(0, 7));
  await expectItems(1);
  await page.getByLabel('Month of the changes').selectOption('');
  await page.getByLabel('Kind of change').selectOption('pause');
  await expectItems(1);
  await page.getByLabel('Kind of change').selectOption('');
  await button(page, 'robot').first().click();
  await button(page, 'By robot: show all operators').click();
  await expectItems(50);
});

test('the calendar is downloaded, as a table and as a calendar file', async () => {
  await using watched = await open();
  const { page } = watched;
  await show(page, 'Settings');
  for (const [name, file, content] of [
    ['Table (CSV)', 'calendar.csv', /^date,state/],
    ['Calendar file (ICS)', 'calendar.ics', /^BEGIN:VCALENDAR/],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
    expect(download.suggestedFilename()).toBe(file);
    expect(await readFile(await download.path(), 'utf8')).toMatch(content);
  }
});

async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
}
const found = (page: Page) => page.locator('section.found');

test('by keyboard, the search finds a date, verses by reference or player, and blocked dates', async () => {
  await reserve(service.database, day(20), 'ann');
  await reserve(service.database, day(21), 'bob');
  await service.desk('POST', 'blocked-dates', { dates: [30, 31, 32].map(day), label: 'Retreat' });
  await using watched = await open();
  const { page } = watched;
  await tabStop(page).waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  await search(page, '+45');
  await panel(page)
    .getByRole('heading', { name: pageDate(day(45)) })
    .waitFor();

  await search(page, 'jn 3:16');
  await found(page).getByRole('heading', { name: 'John 3:16: 2 verses' }).waitFor();
  expect(await isFocused(page.locator('#found'))).toBe(true);
  await search(page, 'god so loved');
  await found(page).getByRole('heading', { name: '“god so loved”: 2 verses' }).waitFor();
  await tabTo(page, found(page).getByRole('listitem').first().getByRole('button').first());
  await page.keyboard.press('Enter');
  await panel(page).getByRole('button', { name: 'ann' }).press('Enter');
  await found(page).getByRole('heading', { name: 'Player ann: 1 verse' }).waitFor();
  expect(await found(page).getByRole('listitem').count()).toBe(1);
  await watched.expectAccessible();

  await search(page, 'RETR');
  await found(page).getByRole('heading', { name: '“RETR”: 3 blocked dates' }).waitFor();
  await byKeyboard.press(page, 'Unblock 3 dates');
  await expectNotice(page, '3 dates are no longer blocked.');
  await found(page).getByText('Nothing was found.').waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  for (const key of ['/', 'Escape']) await page.keyboard.press(key);
  await found(page).waitFor({ state: 'detached' });
  expect(await isFocused(page.locator('#day'))).toBe(true); // the search is hidden now
});

test('the search says that it failed, and shows older verses on demand', async () => {
  await service.database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select 'user ' || n, 'JHN', 3, 16, $1::date + n from generate_series(1, 260) n`,
    [day(100)],
  );
  await using watched = await open();
  const { page } = watched;
  await tabStop(page).waitFor();
  await page.route('**/desk/api/submissions?*', (route) => route.abort('connectionreset'));
  await search(page, 'john 3');
  await found(page).getByText('We couldn’t reach the server.').waitFor();
  await page.unroute('**/desk/api/submissions?*');
  await search(page, 'john 3');
  const rows = found(page).getByRole('listitem');
  await rows.nth(249).waitFor();
  await found(page).getByRole('button', { name: 'Older submissions' }).click();
  await rows.nth(259).waitFor();
  expect(await found(page).getByRole('button', { name: 'Older submissions' }).count()).toBe(0);
  await reserve(service.database, day(0), 'ann');
  await comeBack(page);
  await rows.nth(260).waitFor(); // with those that are older
});
