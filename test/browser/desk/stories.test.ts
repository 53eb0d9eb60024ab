import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { monthDay } from '../../../desk/src/dates.ts';
import { clearCalendar, day, recordOf, reserve } from '../../support/desk.ts';
import { isFocused, pageDate, tabTo } from '../player.ts';
import { button, byKeyboard, expectNotice, notice, panel, startDesk } from './operator.ts';

const { service, open: openDesk } = await startDesk();
beforeEach(() => clearCalendar(service.database));

/** What an operator does, in one of two ways. */
const hands = {
  keyboard: {
    options: { viewport: { width: 1280, height: 800 } },
    open: byKeyboard.choose,
    press: byKeyboard.press,
    async type(page: Page, field: Locator, text: string) {
      await tabTo(page, field);
      // A date has a field for each of its parts.
      if ((await field.getAttribute('type')) === 'date') await field.fill(text);
      else await page.keyboard.type(text);
    },
  },
  touch: {
    options: { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true },
    async open(page: Page, date: string) {
      await button(page, 'Search').tap();
      await page.getByRole('searchbox').fill(date);
      await page.keyboard.press('Enter'); // the key of the keyboard on the screen
    },
    async press(_page: Page, control: Locator) {
      await control.tap();
      await setTimeout(600); // a second tap would be a double one, which does nothing
    },
    async type(_page: Page, field: Locator, text: string) {
      await field.tap();
      await field.fill(text);
    },
  },
};

describe.each(['keyboard', 'touch'] as const)('by %s,', (name) => {
  const { options, open, press, type } = hands[name];

  /** A message says what became of a change, and has the focus. */
  async function expectDone(page: Page, text: string): Promise<void> {
    await expectNotice(page, text);
    expect(await isFocused(notice(page))).toBe(true);
  }

  async function undo(page: Page, text: string): Promise<void> {
    await press(page, button(page, 'Undo'));
    await expectDone(page, text);
  }

  test('new verses are read, one after the other, and the rest of them at once', async () => {
    for (const days of [3, 9, 40, 50]) await reserve(service.database, day(days), `of ${days}`, ['PSA', 119, days]);
    await using watched = await openDesk(options);
    const { page } = watched;
    await press(page, page.getByRole('link', { name: monthDay(day(3)), exact: true }));
    for (const [days, left] of [
      [3, 4],
      [9, 3],
    ] as const) {
      await button(page, `${left} verses not read`).waitFor(); // which may take another line
      await panel(page).getByText(`Psalm 119:${days}`, { exact: true }).waitFor();
      await press(page, panel(page).getByRole('button', { name: /^Mark as read/ }));
      await expectNotice(page, `Psalm 119:${days} is marked as read.`);
    }
    await undo(page, 'Psalm 119:9 is marked as not read.');
    await press(page, button(page, '3 verses not read'));
    await press(page, button(page, 'Mark these 3 as read'));
    await expectDone(page, '3 verses are marked as read.');
    await undo(page, '3 verses are marked as not read.');
  });

  test('a range is blocked, and a verse of one’s own is put on one of its dates', async () => {
    await using watched = await openDesk(options);
    const { page } = watched;
    await open(page, day(20));
    await press(page, page.getByText('Block this date…'));
    await type(page, page.getByLabel('Reason, e.g.'), 'Retreat');
    await type(page, page.getByLabel('Until'), day(22));
    await press(page, button(page, 'Block'));
    await expectDone(page, '3 dates are blocked: Retreat.');
    await type(page, page.getByLabel('Put a verse of your own here'), 'jn 1 14');
    await panel(page).getByText('And the Word was made flesh').waitFor();
    expect([...(await watched.axeFaults()), ...(await watched.layoutFaults())]).toEqual([]);
    await press(page, button(page, 'Put John 1:14 here'));
    await expectDone(page, `John 1:14 is on ${pageDate(day(20))} now.`);
    await panel(page).getByText('The date is blocked: Retreat.').waitFor();
    await undo(page, `John 1:14 is withdrawn. ${pageDate(day(20))} is blocked again: Retreat.`);
    await type(page, page.getByLabel('Until'), day(22));
    await press(page, button(page, 'Unblock'));
    await expectDone(page, '3 dates are no longer blocked.');
    await undo(page, '3 dates are blocked: Retreat.');
  });

  test('a verse is moved, withdrawn and restored, with notes for the record', async () => {
    await reserve(service.database, day(20), 'ann');
    await using watched = await openDesk(options);
    const { page } = watched;
    await open(page, day(20));
    await press(page, button(page, 'Move…'));
    await press(page, button(page, 'Next free date'));
    await press(page, page.getByText('Add a note…'));
    await type(page, page.getByLabel('Note for the record'), 'Closer to the feast');
    await press(page, button(page, 'Move John 3:16 here'));
    await expectDone(page, `John 3:16 has moved from ${pageDate(day(20))} to ${pageDate(day(21))}.`);
    await undo(page, `John 3:16 has moved from ${pageDate(day(21))} to ${pageDate(day(20))}.`);
    await press(page, button(page, 'Withdraw…'));
    await press(page, page.getByLabel('The player may submit again at once'));
    await type(page, page.getByLabel('Note for the record'), 'Not for children');
    await press(page, button(page, 'Withdraw John 3:16'));
    await expectDone(page, `${pageDate(day(20))} is free again. The player may submit again at once.`);
    await undo(page, `John 3:16 is on ${pageDate(day(20))} again.`);
    await undo(page, 'John 3:16 is withdrawn.');
    if (name === 'touch') await press(page, button(page, 'Search'));
    await press(page, button(page, 'Withdrawn'));
    await press(page, button(page, 'Restore…'));
    await press(page, button(page, `Restore to ${pageDate(day(20))}`));
    await expectDone(page, `John 3:16 is on ${pageDate(day(20))} again.`);
    await undo(page, 'John 3:16 is withdrawn.');
    expect((await recordOf(service.database)).map(({ action, note }) => [action, note])).toEqual([
      ['move', 'Closer to the feast'],
      ['move', null],
      ['withdraw', 'Not for children'],
      ...['restore', 'withdraw', 'restore', 'withdraw'].map((action) => [action, null]),
    ]);
  });
});
