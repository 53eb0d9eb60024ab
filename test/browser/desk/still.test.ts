import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { day } from '../../support/desk.ts';
import { fillYear } from '../../support/year.ts';
import { isFocused, pageDate } from '../player.ts';
import { button, cell, panel, startDesk } from './operator.ts';

const { service, open } = await startDesk();
await fillYear(service.database, Temporal.Now.plainDateISO('UTC'));

/** Where the calendar is in the window, in pixels, and how far the page is scrolled. */
const place = (page: Page) =>
  page.evaluate(() => [document.querySelector('.desk')?.getBoundingClientRect().top, scrollY]);

test.each([360, 768, 1280])('at %i px, nothing moves when a date, a result or R is pressed', async (width) => {
  await service.database.query(
    'update scheduled_submission set reviewed_at = null, reviewed_by = null where not by_editor',
  );
  // So high that no date of the first weeks is behind the sheet: the page scrolls to one that is.
  const { page } = await open({ viewport: { width, height: width < 896 ? 1400 : 844 } });
  await button(page, 'Month').click();
  await cell(page, day(1)).filter({ hasText: 'not read' }).waitFor();
  const before = await place(page);
  const expectDate = async (days: number) => {
    const heading = panel(page).getByRole('heading', { name: pageDate(day(days)) });
    await heading.waitFor();
    await panel(page).locator('.reference').waitFor();
    expect([await place(page), await isFocused(heading)]).toEqual([before, true]);
  };
  const found = page.getByRole('heading', { name: 'Not read: ' });
  const expectList = async () => {
    await found.waitFor();
    expect(await place(page)).toEqual(before);
  };
  await cell(page, day(1)).click();
  await expectDate(1);
  await page.keyboard.press('r');
  await expectDate(2);
  await page.getByRole('button', { name: /verses not read$/ }).click();
  await expectList();
  await page.locator('.found').getByRole('listitem').nth(1).getByRole('button').first().click();
  await expectDate(2);
  await page.getByRole('button', { name: '‹ Not read, 2 of ' }).waitFor();
  await page.keyboard.press('r');
  await expectDate(3);
  await page.keyboard.press('n');
  await expectDate(4);
  await button(page, 'Move…').click();
  await button(page, 'Cancel').click();
  await expectDate(4);
  await page.getByRole('button', { name: '‹ Not read, 3 of ' }).click();
  await expectList();
  await button(page, 'Close the search').click();
  await button(page, `Close ${pageDate(day(4))}`).click();
  await panel(page).waitFor({ state: 'detached' });
  expect(await place(page)).toEqual(before);
  const low = width < 896 ? 4 : 21; // beside the panel, the fourth week is where a message would lie
  await cell(page, day(low)).click();
  await expectDate(low);
  await button(page, 'Move…').click();
  await panel(page).getByText('Choose another date in the calendar.').waitFor();
  expect(await place(page)).toEqual(before);
  await button(page, 'Cancel').click();
  await expectDate(low);
});

test('a date that the sheet would lie over scrolls into what is seen', async () => {
  const { page } = await open({ viewport: { width: 768, height: 1024 } });
  await cell(page, day(21)).click();
  const sheet = page.locator('.place');
  await sheet.waitFor();
  const [date, over] = await Promise.all([cell(page, day(21)).boundingBox(), sheet.boundingBox()]);
  expect((date?.y ?? 0) + (date?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
});
