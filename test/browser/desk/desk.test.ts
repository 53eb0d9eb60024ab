import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { dateWithYear } from '../../../desk/src/dates.ts';
import { clearCalendar, day, recorded, reserve } from '../../support/desk.ts';
import { eventually } from '../../support/eventually.ts';
import { editor, token } from '../../support/service.ts';
import { setFontSize } from '../launch.ts';
import { comeBack, isFocused, pageDate, settle } from '../player.ts';
import {
  button,
  byKeyboard,
  cell,
  choose,
  expectNotice,
  panel,
  show,
  startDesk,
  tabStop,
  typeReason,
  visitDesk,
} from './operator.ts';

const { service, openPage, open } = await startDesk();
beforeEach(() => clearCalendar(service.database));

async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
}
const found = (page: Page) => page.locator('section.found');

describe('a link', () => {
  test('is asked for; a calendar that failed loads again, and the token stays in the tab', async () => {
    const { page, expectAccessible } = await openPage();
    await page.goto(`${service.url}/desk`);
    await page.getByText('Open the link that you were given.').waitFor();
    await page.route('**/desk/api/calendar?*', (route) => route.abort('connectionreset'));
    await visitDesk(page, service);
    await page.getByText('We couldn’t reach the server.').waitFor();
    await expectAccessible();
    await page.unroute('**/desk/api/calendar?*');
    await button(page, 'Try again').click();
    await tabStop(page).waitFor();
    expect(page.url()).toBe(`${service.url}/desk`);
    await page.reload();
    await tabStop(page).waitFor();
  });

  test('that has expired leaves what is typed, which another link sends, but in no other name', async () => {
    const { page, expectAccessible } = await open();
    const field = page.getByLabel('Paste a new link');
    async function sendRejected(act: () => Promise<void>): Promise<void> {
      await page.route('**/desk/api/**', (route, request) =>
        route.continue({ headers: { ...request.headers(), authorization: 'Bearer rejected' } }),
      );
      await act();
      await expectNotice(page, 'Your sign-in had ended, so this was not sent. Try again once you are signed in.');
      await page.unroute('**/desk/api/**');
    }
    await typeReason(page, day(20), 'Retreat');
    await sendRejected(() => button(page, 'Block').click());
    expect(await page.getByLabel('Reason, e.g.').inputValue()).toBe('Retreat');
    await expectAccessible();
    await button(page, 'Try again').click();
    expect(await isFocused(field)).toBe(true);
    await field.fill(`${service.url}/desk#token=${await token('ed', { ...editor, second: true })}`);
    await page.keyboard.press('Enter');
    await expectNotice(page, `${pageDate(day(20))} is blocked: Retreat.`);

    await sendRejected(() => button(page, 'Undo').click());
    await button(page, 'Try again').click();
    page.on('dialog', (dialog) => dialog.accept());
    await field.fill(`#token=${await token('vera', editor)}`);
    await page.keyboard.press('Enter');
    await page.getByText('Signed in as vera').waitFor();
    await cell(page, day(20)).filter({ hasText: 'Retreat' }).waitFor();
    expect(await recorded(service.database)).toEqual(['block']);
  });
});

test('states differ by sign and word at any width, in forced colours, too, and fit into their cells', async () => {
  const first = day(20).slice(0, 7) === day(23).slice(0, 7) ? 20 : 24; // four dates of one month
  const [verse = '', other = '', feast = '', free = ''] = [0, 1, 2, 3].map((days) => day(first + days));
  await reserve(service.database, verse, 'ann');
  await reserve(service.database, day(first + 40), 'bob');
  await reserve(service.database, other, 'eve', ['1TH', 5, 16]);
  await service.change('POST', 'blocked-dates', { dates: [feast], label: 'A retreat of the whole team '.repeat(3) });
  const { page, expectAccessible, axeFaults, layoutFaults } = await open({ viewport: { width: 1200, height: 800 } });
  await choose(page, verse);
  const expectLooks = async (wanted: Readonly<Record<string, RegExp>>) => {
    for (const [date, look] of Object.entries(wanted)) expect(await cell(page, date).innerText()).toMatch(look);
  };
  await expectLooks({ [verse]: /new\s+●●\s+John 3:16\s*For God so loved/, [feast]: /✕\s+A retreat of the whole team/ });
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const sizes = await cell(page, other)
      .or(cell(page, feast))
      .locator('.long')
      .evaluateAll((names) =>
        names.map((name) => [name.scrollWidth > name.clientWidth, name.scrollHeight > name.clientHeight]),
      );
    expect(sizes).toEqual([
      [false, expect.anything()],
      [false, true],
    ]); // a long label ends in its cell
  }
  await page.setViewportSize({ width: 320, height: 800 });
  await expectLooks({ [other]: /new\s+1Th 5:16$/, [feast]: /✕\s+blocked$/, [free]: /○\s+free$/ });
  await expectAccessible();
  await page.emulateMedia({ forcedColors: 'active' });
  expect([...(await axeFaults()), ...(await layoutFaults())]).toEqual([]);
});

test('a phone has an agenda, where keys move, and which gets longer; it is printed; large text fits', async () => {
  await reserve(service.database, day(20), 'ann');
  await reserve(service.database, day(22), 'bob');
  const { page, expectAccessible, layoutFaults } = await open({ viewport: { width: 320, height: 800 } });
  const row = (date: string) => page.locator(`[data-from="${date}"]`);
  const entry = page.locator('.entry', { has: row(day(20)) });
  await entry.filter({ hasText: /John 3:16.*For God so loved.*ann.*also on / }).waitFor();
  await expectAccessible();
  await row(day(20)).click();
  await panel(page).getByRole('button', { name: 'Move…' }).waitFor();
  await page.keyboard.press('Escape');
  await eventually('the focus on the row', async () => await isFocused(row(day(20))));
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await panel(page)
    .getByRole('heading', { name: pageDate(day(22)) })
    .waitFor();
  await page.goBack();
  await panel(page).waitFor({ state: 'detached' });
  await row(day(200).replace(/..$/, '01')).waitFor(); // while the end of the list is in sight
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
  await page.setViewportSize({ width: 844, height: 390 }); // on its side, the date is beside the grid
  expect((await panel(page).boundingBox())?.x).toBeGreaterThan(422);
  expect(await layoutFaults()).toEqual([]);

  await page.setViewportSize({ width: 390, height: 800 });
  await setFontSize(page, 32); // twice the size
  await page.reload();
  await button(page, 'Search').click();
  for (const look of ['Agenda', 'Month', 'Record', 'Settings'] as const) {
    await (look === 'Record' || look === 'Settings' ? show(page, look) : button(page, look).click());
    await settle(page);
    expect(await layoutFaults()).toEqual([]);
  }
});

test('the first gap is open at first; keys, an address and Back lead elsewhere, and what is typed stays', async () => {
  for (const days of [0, 1]) await reserve(service.database, day(days), `of ${days}`);
  const { page, expectAccessible } = await open();
  const heading = (date: string) => panel(page).getByRole('heading', { name: pageDate(date) });
  await heading(day(2)).waitFor();
  expect(await isFocused(page.locator('body'))).toBe(true);
  await page.keyboard.press('t');
  await eventually('today', async () => await isFocused(cell(page, day(0))));
  await page.evaluate((hash) => location.assign(hash), `#${day(400)}`);
  await eventually('the focus on the date', async () => await isFocused(heading(day(400))));
  await page.getByText('Block this date…').click();
  await page.getByLabel('Reason, e.g.').fill('Retreat');
  await show(page, 'Settings');
  await expectAccessible();
  await show(page, 'Record');
  await page.goBack();
  await page.goBack();
  expect(await page.getByLabel('Reason, e.g.').inputValue()).toBe('Retreat');
  await page.reload();
  await eventually('the focus on the date', async () => await isFocused(heading(day(400))));
});

test('another operator’s change is shown within ten seconds; a network that fails for long is mentioned', async () => {
  const { page } = await openPage();
  await page.clock.install();
  await visitDesk(page, service);
  await cell(page, day(0)).waitFor();
  // Before anything has changed: the page has rendered no calendar but the first.
  await page.context().setOffline(true);
  const old = page.getByText(/^The calendar hasn’t loaded since \d+:\d\d [AP]M\.$/);
  const tick = async (what: string, shown: Locator, count: number) =>
    await eventually(what, async () => {
      await page.clock.runFor(10_000);
      return (await shown.count()) === count;
    });
  await page.clock.runFor(30_000);
  expect(await old.count()).toBe(0);
  await tick('the mention', old, 1);
  await page.context().setOffline(false);
  await tick('a calendar', old, 0);
  await service.change('POST', 'blocked-dates', { dates: [day(20)], label: 'Feast' });
  await tick('the change', cell(page, day(20)).filter({ hasText: 'Feast' }), 1);
});

test('a viewer has no forms, nor has an editor on a date that has begun, or has an unknown verse', async () => {
  const read = await reserve(service.database, day(0), 'ann');
  await service.desk('PUT', `submissions/${read}/review`, { reviewed: true }, { ...editor, sub: 'v', name: 'Vera' });
  await reserve(service.database, day(20), 'bob');
  await reserve(service.database, day(23), 'robot', ['JHN', 99, 1]);
  const expectNoForms = async (page: Page, days: number, text: string) => {
    await choose(page, day(days));
    await panel(page).getByText(text).waitFor();
    expect(await panel(page).locator('button:not(.head > *, [aria-keyshortcuts=R]):not(.link), input').count()).toBe(0);
  };
  const { page } = await open({}, { roles: ['calendar-viewer'] });
  await page.getByText('You can view the calendar but not change it.').waitFor();
  await expectNoForms(page, 0, 'by Vera, ');
  await expectNoForms(page, 20, 'No editor has read it yet.');
  await expectNoForms(page, 21, 'Free');
  await show(page, 'Settings');
  await page.getByRole('heading', { name: 'Download' }).waitFor();
  expect(await page.getByRole('button', { name: /Pause|Block/ }).count()).toBe(0);

  const { page: editors } = await open();
  await expectNoForms(editors, 23, 'Another program has reserved this date.');
  for (const days of [0, -1]) await expectNoForms(editors, days, 'is past, or has already begun somewhere on Earth');
});

test('the record shows older changes on demand, which stay, and is filtered; so does the search', async () => {
  await service.database.query(
    `insert into calendar_change (actor, action, dates, note)
     select 'robot', case n when 1 then 'pause' else 'block' end, array[$1::date + n], 'Feast ' || n
     from generate_series(1, 60) n`,
    [day(100)],
  );
  const { page, expectAccessible } = await open();
  await show(page, 'Record');
  const items = page.locator('ol > li');
  const expectItems = async (count: number) =>
    await eventually(`${count} changes`, async () => (await items.count()) === count);
  await expectItems(50);
  await items.filter({ hasText: `robot blocked ${pageDate(day(160))}: Feast 60` }).waitFor();
  await expectAccessible();
  await button(page, 'Older').click();
  await expectItems(60);
  await reserve(service.database, day(0), 'ann');
  await Promise.all([page.waitForResponse('**/desk/api/changes*'), comeBack(page)]);
  await settle(page);
  await expectItems(60);
  await page.getByLabel('Kind of change').selectOption('pause');
  await expectItems(1);
  await page.getByLabel('Kind of change').selectOption('');
  await button(page, 'robot').first().click();
  await button(page, 'By robot: show all operators').click();
  await expectItems(50);

  await service.database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select 'user ' || n, 'JHN', 3, 16, $1::date + n from generate_series(1, 260) n`,
    [day(100)],
  );
  await search(page, 'john 3');
  await button(page, 'Older submissions').click();
  await found(page).getByRole('listitem').nth(260).waitFor();
});

test('in the settings, the calendar is downloaded, and single keys are turned off', async () => {
  const { page, expectAccessible } = await open();
  await tabStop(page).waitFor();
  await page.keyboard.press('r');
  await expectNotice(page, 'You have read every verse.');
  await show(page, 'Settings');
  for (const [name, file] of Object.entries({ 'Table (CSV)': 'calendar.csv', 'Calendar file (ICS)': 'calendar.ics' })) {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
    expect(download.suggestedFilename()).toBe(file);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^(date,state|BEGIN:VCALENDAR)/);
  }
  await page.getByLabel('Single-key shortcuts').uncheck();
  await expectAccessible();
  await show(page, 'Calendar');
  await eventually('the focus on the date', async () => await isFocused(page.locator('#day')));
  await page.keyboard.press('/');
  expect(await isFocused(page.locator('#day'))).toBe(true);
  expect(await button(page, 'Today').getAttribute('aria-keyshortcuts')).toBeNull();
});

test('by keyboard, the search leads to dates, to what a player has, and to blocked dates, and is left', async () => {
  for (const days of [20, 21]) await reserve(service.database, day(days), `of ${days}`);
  await service.change('POST', 'blocked-dates', { dates: [30, 31, 32].map(day), label: 'Retreat' });
  const { page, expectAccessible } = await open();
  await tabStop(page).waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.route('**/desk/api/submissions?*', (route) => route.abort('connectionreset'));
  await search(page, 'john 3');
  await found(page).getByText('We couldn’t reach the server.').waitFor();
  await page.unroute('**/desk/api/submissions?*');
  await search(page, 'god so loved');
  await found(page).getByRole('heading', { name: '“god so loved”: 2 verses' }).waitFor();
  expect(await isFocused(page.locator('#found'))).toBe(true);
  const marked = found(page).getByRole('listitem').first().locator('mark');
  expect(await marked.allInnerTexts()).toEqual(['God', 'so', 'loved']);
  await byKeyboard.press(page, found(page).getByRole('listitem').first().getByRole('button').first());
  await panel(page).getByRole('button', { name: 'of 20' }).press('Enter');
  await found(page).getByRole('heading', { name: 'Player of 20: 1 verse' }).waitFor();
  await expectAccessible();
  await search(page, 'RETR');
  await found(page).getByRole('heading', { name: '“RETR”: 3 blocked dates' }).waitFor();
  await byKeyboard.press(page, button(page, 'Unblock 3 dates'));
  await expectNotice(page, '3 dates are no longer blocked.');
  await found(page).getByText('Nothing was found.').waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  for (const key of ['/', 'Escape']) await page.keyboard.press(key);
  await found(page).waitFor({ state: 'detached' });
  expect(await isFocused(page.locator('#day'))).toBe(true); // the search is hidden now
});
