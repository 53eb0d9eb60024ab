import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { monthDay } from '../../../desk/src/dates.ts';
import { clearCalendar, day, reserve } from '../../support/desk.ts';
import { eventually } from '../../support/eventually.ts';
import { TestService } from '../../support/service.ts';
import { launchBrowser } from '../launch.ts';
import { isFocused, pageDate, timezoneId } from '../player.ts';
import { WatchedPage } from '../watched-page.ts';
import { button, byKeyboard, cell, expectNotice, panel, show, tabStop, visitDesk } from './operator.ts';

const service = await TestService.start({ desk: true });
afterAll(() => service[Symbol.asyncDispose]());
const browser = await launchBrowser();
afterAll(() => browser.close());
beforeEach(async () => {
  await clearCalendar(service.database);
  await reserve(service.database, day(3), 'ann');
  await reserve(service.database, day(5), 'bob', ['PSA', 23, 1]);
  await reserve(service.database, day(200), 'eve', ['RUT', 1, 16]);
});

const readers = async () =>
  (await service.database.query('select reviewed_by as by from scheduled_submission order by id')).map(({ by }) => by);

test('by keyboard, three verses are read one after the other, and the last one is unread again', async () => {
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  const { page } = watched;
  await visitDesk(page, service);
  const first = monthDay(day(3));
  await page.getByText(`3 verses not read, the first for ${first}`).waitFor();
  expect(await cell(page, day(3)).innerText()).toMatch(/John 3:16, not read/);
  expect(await cell(page, day(3)).locator('.sign').innerText()).toBe('new');
  await page.keyboard.press('r'); // begins with the first one
  for (const [days, reference] of [
    [3, 'John 3:16'],
    [5, 'Psalm 23:1'],
    [200, 'Ruth 1:16'],
  ] as const) {
    const heading = panel(page).getByRole('heading', { name: pageDate(day(days)) });
    await heading.waitFor();
    expect(await isFocused(heading)).toBe(true);
    await panel(page).getByText(reference, { exact: true }).waitFor(); // nobody reads what is not there yet
    if (days === 3) await watched.expectAccessible();
    await page.keyboard.press('r');
    await expectNotice(page, `${reference} is marked as read.`);
  }
  await button(page, 'Mark as not read').waitFor();
  await page.getByText('not read', { exact: true }).waitFor({ state: 'hidden' });
  expect(await readers()).toEqual(['ed', 'ed', 'ed']);
  await page.keyboard.press('r');
  await expectNotice(page, 'You have read every verse.');
  await byKeyboard.press(page, 'Mark as not read');
  await expectNotice(page, 'Ruth 1:16 is marked as not read.');
  await byKeyboard.press(page, 'Undo');
  await expectNotice(page, 'Ruth 1:16 is marked as read.');
});

test('all that are listed are read at once, except one that comes meanwhile; one Undo takes that back', async () => {
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  const { page } = watched;
  await visitDesk(page, service);
  await button(page, '3 verses not read').click();
  const found = page.locator('section.found');
  await found.getByRole('heading', { name: 'Not read: 3 verses' }).waitFor();
  await watched.expectAccessible();
  await reserve(service.database, day(4), 'zoe');
  await button(page, 'Mark these 3 as read').click();
  await expectNotice(page, '3 verses are marked as read.');
  await found.getByRole('heading', { name: 'Not read: 1 verse' }).waitFor();
  expect(await readers()).toEqual(['ed', 'ed', 'ed', null]);
  await button(page, 'Undo').click();
  await found.getByRole('heading', { name: 'Not read: 4 verses' }).waitFor();
});

test('single keys are turned off, and a viewer reads nothing for others', async () => {
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  const { page } = watched;
  await visitDesk(page, service, { roles: ['calendar-viewer'] });
  await page.getByText('3 verses not read').waitFor();
  await cell(page, day(3)).click();
  await panel(page).getByText('No editor has read it yet.').waitFor();
  await page.keyboard.press('r');
  await show(page, 'Settings');
  await page.getByLabel('Single-key shortcuts').uncheck();
  await watched.expectAccessible();
  await show(page, 'Calendar');
  await eventually('the focus on the date', async () => await isFocused(page.locator('#day')));
  await tabStop(page).focus();
  await page.keyboard.press('/');
  expect(await isFocused(tabStop(page))).toBe(true);
  expect(await button(page, 'Today').getAttribute('aria-keyshortcuts')).toBeNull();
  expect(watched.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
});
