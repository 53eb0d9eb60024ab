import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { monthDay } from '../../../desk/src/dates.ts';
import { clearCalendar, day, recorded, reserve } from '../../support/desk.ts';
import { TestService } from '../../support/service.ts';
import { launchBrowser } from '../launch.ts';
import { pageDate, tabTo, timezoneId } from '../player.ts';
import { WatchedPage } from '../watched-page.ts';
import { button, byKeyboard, expectNotice, panel, visitDesk } from './operator.ts';

const service = await TestService.start({ desk: true });
afterAll(() => service[Symbol.asyncDispose]());
const browser = await launchBrowser();
afterAll(() => browser.close());
beforeEach(() => clearCalendar(service.database));

/** What an operator does, in one of two ways. */
const hands = {
  keyboard: {
    options: { viewport: { width: 1280, height: 800 } },
    open: byKeyboard.choose,
    async press(page: Page, control: Locator) {
      await tabTo(page, control);
      await page.keyboard.press('Enter');
    },
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

  async function visit(): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, [service.url], { timezoneId, ...options });
    await visitDesk(watched.page, service);
    return watched;
  }

  async function undo(page: Page, text: string): Promise<void> {
    await press(page, button(page, 'Undo'));
    await expectNotice(page, text);
  }

  test('three new verses are read', async () => {
    for (const days of [3, 9, 40]) await reserve(service.database, day(days), `of ${days}`, ['PSA', 119, days]);
    await using watched = await visit();
    const { page } = watched;
    const first = monthDay(day(3));
    await press(page, page.getByRole('link', { name: first, exact: true }));
    for (const [days, left] of [
      [3, '3 verses'],
      [9, '2 verses'],
      [40, '1 verse'],
    ] as const) {
      await button(page, `${left} not read`).waitFor(); // which may take another line
      await panel(page).getByText(`Psalm 119:${days}`, { exact: true }).waitFor();
      await press(page, panel(page).getByRole('button', { name: /^Mark as read/ }));
      await expectNotice(page, `Psalm 119:${days} is marked as read.`);
    }
    await undo(page, 'Psalm 119:40 is marked as not read.');
  });

  test('a range is blocked, and a verse of one’s own is put on one of its dates', async () => {
    await using watched = await visit();
    const { page } = watched;
    await open(page, day(20));
    await press(page, page.getByText('Block this date…'));
    await type(page, page.getByLabel('Reason, e.g.'), 'Retreat');
    await type(page, page.getByLabel('Until'), day(22));
    await press(page, button(page, 'Block'));
    await expectNotice(page, '3 dates are blocked: Retreat.');
    await type(page, page.getByLabel('Put a verse of your own here'), 'jn 1 14');
    await press(page, button(page, 'Put John 1:14 here'));
    await expectNotice(page, `John 1:14 is on ${pageDate(day(20))} now.`);
    await undo(page, `John 1:14 is withdrawn. ${pageDate(day(20))} is blocked again: Retreat.`);
    await type(page, page.getByLabel('Until'), day(22));
    await press(page, button(page, 'Unblock'));
    await expectNotice(page, '3 dates are no longer blocked.');
    await undo(page, '3 dates are blocked: Retreat.');
  });

  test('a verse is moved, withdrawn and restored', async () => {
    await reserve(service.database, day(20), 'ann');
    await using watched = await visit();
    const { page } = watched;
    await open(page, day(20));
    await press(page, button(page, 'Move…'));
    await press(page, button(page, 'Next free date'));
    await press(page, button(page, 'Move John 3:16 here'));
    await expectNotice(page, `John 3:16 has moved from ${pageDate(day(20))} to ${pageDate(day(21))}.`);
    await undo(page, `John 3:16 has moved from ${pageDate(day(21))} to ${pageDate(day(20))}.`);
    await press(page, button(page, 'Withdraw…'));
    await press(page, button(page, 'Withdraw John 3:16'));
    await expectNotice(page, 'John 3:16 is withdrawn.');
    await undo(page, `John 3:16 is on ${pageDate(day(20))} again.`);
    await undo(page, 'John 3:16 is withdrawn.');
    if (name === 'touch') await press(page, button(page, 'Search'));
    await press(page, button(page, 'Withdrawn'));
    await press(page, button(page, 'Restore…'));
    await press(page, button(page, `Restore to ${pageDate(day(20))}`));
    await expectNotice(page, `John 3:16 is on ${pageDate(day(20))} again.`);
    await undo(page, 'John 3:16 is withdrawn.');
    expect((await recorded(service.database)).at(-1)).toBe('withdraw');
  });
});
