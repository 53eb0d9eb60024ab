import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { day } from '../../support/desk.ts';
import { TestService } from '../../support/service.ts';
import { fillYear } from '../../support/year.ts';
import { launchBrowser } from '../launch.ts';
import { pageDate, timezoneId } from '../player.ts';
import { WatchedPage } from '../watched-page.ts';
import { button, cell, panel, visitDesk } from './operator.ts';

const service = await TestService.start({ desk: true });
afterAll(() => service[Symbol.asyncDispose]());
const browser = await launchBrowser();
afterAll(() => browser.close());
await fillYear(service.database, Temporal.Now.plainDateISO('UTC'));

/** Where the calendar is in the window, in pixels, and how far the page is scrolled. */
const place = (page: Page) =>
  page.evaluate(() => [document.querySelector('.desk')?.getBoundingClientRect().top, scrollY]);

test.each([360, 390, 768, 1024, 1280])(
  'at %i px, nothing moves when a date, a result or R is pressed',
  async (width) => {
    await service.database.query(
      'update scheduled_submission set reviewed_at = null, reviewed_by = null where not by_editor',
    );
    const viewport = { width, height: 844 };
    await using watched = await WatchedPage.open(browser, [service.url], { timezoneId, viewport });
    const { page } = watched;
    await visitDesk(page, service);
    await button(page, 'Month').click();
    await cell(page, day(1)).filter({ hasText: 'not read' }).waitFor();
    const before = await place(page);
    const expectDate = async (days: number) => {
      await panel(page)
        .getByRole('heading', { name: pageDate(day(days)) })
        .waitFor();
      await panel(page).locator('.reference').waitFor();
      expect(await place(page)).toEqual(before);
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
    await expectDate(4);
    await button(page, `Close ${pageDate(day(4))}`).click();
    await panel(page).waitFor({ state: 'detached' });
    expect(await place(page)).toEqual(before);
  },
);
