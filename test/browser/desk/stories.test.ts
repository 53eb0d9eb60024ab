import { beforeEach, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { monthDay } from '../../../desk/src/dates.ts';
import { clearCalendar, day, recordOf, reserve } from '../../support/desk.ts';
import { eventually } from '../../support/eventually.ts';
import { isFocused, pageDate, tabTo } from '../player.ts';
import { button, byKeyboard, cell, expectNotice, notice, panel, startDesk, tabStop } from './operator.ts';

const { service, open: openDesk } = await startDesk();
beforeEach(() => clearCalendar(service.database));

const { choose, press } = byKeyboard;

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  // A date has a field for each of its parts.
  if ((await field.getAttribute('type')) === 'date') await field.fill(text);
  else await page.keyboard.type(text);
}

/** A message says what became of a change, and has the focus. */
async function expectDone(page: Page, text: string): Promise<void> {
  await expectNotice(page, text);
  expect(await isFocused(notice(page))).toBe(true);
}

async function undo(page: Page, text: string): Promise<void> {
  await press(page, button(page, 'Undo'));
  await expectDone(page, text);
}

test('by touch, new verses are read, one after the other, and the rest of them at once', async () => {
  for (const days of [3, 9, 40, 50]) await reserve(service.database, day(days), `of ${days}`, ['PSA', 119, days]);
  const { page } = await openDesk({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  await page.getByRole('link', { name: monthDay(day(3)), exact: true }).tap();
  for (const [days, left] of [
    [3, 4],
    [9, 3],
  ] as const) {
    await button(page, `${left} verses not read`).waitFor(); // which may take another line
    await panel(page).getByText(`Psalm 119:${days}`, { exact: true }).waitFor();
    await panel(page)
      .getByRole('button', { name: /^Mark as read/ })
      .tap();
    await expectNotice(page, `Psalm 119:${days} is marked as read.`);
  }
  await button(page, '2 verses not read').tap();
  await button(page, 'Mark these 2 as read').tap();
  await expectDone(page, `The verses you have seen up to ${pageDate(day(50))} are marked as read.`);
  await button(page, 'Undo').tap();
  await expectDone(page, '2 verses are marked as not read.');
});

test('by keyboard, a verse is moved, withdrawn and restored, and what is begun is left where it was', async () => {
  await reserve(service.database, day(20), 'ann');
  const { page, expectAccessible, axeFaults, layoutFaults } = await openDesk();
  const note = page.getByLabel('Note for the record');
  await choose(page, 20);
  await eventually('the focus on the date', async () => await isFocused(page.locator('#day')));
  await page.keyboard.press('Escape');
  await eventually('the focus on the cell', async () => await isFocused(cell(page, day(20))));
  expect(await tabStop(page).count()).toBe(1);
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Move…'));
  await page.getByText('Choose a new date for John 3:16 in the calendar.').waitFor();
  expect(await isFocused(tabStop(page))).toBe(true);
  const other = page.getByLabel('Another date');
  await other.fill(day(45));
  await panel(page).getByText('John 3:16 moves here').waitFor();
  expect(await isFocused(other)).toBe(true);
  await expectAccessible();
  await tabStop(page).focus();
  await page.keyboard.press('Escape');
  await press(page, button(page, 'Move…'));
  await press(page, button(page, 'Next free date'));
  await press(page, page.getByText('Add a note…'));
  await type(page, note, 'Closer to the feast');
  await press(page, button(page, 'Move John 3:16 here'));
  await expectDone(page, `John 3:16 has moved from ${pageDate(day(20))} to ${pageDate(day(21))}.`);
  await undo(page, `John 3:16 has moved from ${pageDate(day(21))} to ${pageDate(day(20))}.`);

  await press(page, button(page, 'Withdraw…'));
  await page.getByRole('dialog', { name: 'Withdraw John 3:16?' }).waitFor();
  await expectAccessible();
  await press(page, button(page, 'Keep it'));
  await eventually('the focus on the button', async () => await isFocused(button(page, 'Withdraw…')));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await press(page, page.getByLabel('The player may submit again at once'));
  await type(page, note, 'Too long');
  await press(page, button(page, 'Withdraw John 3:16'));
  await expectDone(page, `${pageDate(day(20))} is free again. The player may submit again at once.`);
  await undo(page, `John 3:16 is on ${pageDate(day(20))} again.`);
  await undo(page, 'John 3:16 is withdrawn.');

  await reserve(service.database, day(20), 'eve', ['PSA', 23, 1]);
  await press(page, button(page, 'Withdrawn'));
  const row = page.getByRole('listitem').filter({ hasText: /John 3:16.*Withdrawn by you.*Its date has Psalm 23:1\./s });
  await press(page, row.getByRole('button', { name: 'Restore…' }));
  await page.getByText(`${pageDate(day(20))} has Psalm 23:1. Choose another date.`).waitFor();
  expect([...(await axeFaults()), ...(await layoutFaults())]).toEqual([]);
  await type(page, page.getByRole('dialog').getByLabel('Date'), day(22));
  await page.keyboard.press('Enter');
  await expectDone(page, `John 3:16 is on ${pageDate(day(22))} now.`);
  await undo(page, 'John 3:16 is withdrawn.');
  expect((await recordOf(service.database)).map(({ action, note }) => [action, note])).toEqual([
    ['move', 'Closer to the feast'],
    ['move', null],
    ['withdraw', 'Too long'],
    ...['restore', 'withdraw', 'restore', 'withdraw'].map((action) => [action, null]),
  ]);
});
