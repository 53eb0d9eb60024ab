import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { TestService } from '../support/service.ts';
import { launchBrowser } from './launch.ts';
import { day, psalm23, reserve } from './operator.ts';
import { comeBack, expectState, longDate, solveToday, status, submitByMouse, timezoneId, visit } from './player.ts';
import { WatchedPage } from './watched-page.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await TestService.start({ desk: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service[Symbol.asyncDispose]();
});

test.each([
  ['en', 'en-US', 60, ['John 3:16 withdrawn', 'Psalm 23:1', 'moved from']],
  ['de', 'de', 61, ['Johannes 3,16 zurückgezogen', 'Psalm 23,1', 'verschoben vom']],
  ['es', 'es', 62, ['Juan 3:16 retirado', 'Salmo 23:1', 'movido desde el']],
] as const)(
  'the list in %s says what the operator moved and withdrew',
  async (lang, locale, days, [withdrawn, psalm, from]) => {
    const player = `player-${lang}`;
    const [date, was] = [day(days), day(30)];
    const id = await reserve(service, was, player);
    await service.desk('POST', `submissions/${id}/withdraw`, { from: was });
    // A player submits once in a week.
    await service.database.query("update scheduled_submission set created_at = '2026-01-01' where id = $1", [id]);
    const moved = await reserve(service, was, player, psalm23);
    await service.desk('POST', `submissions/${moved}/move`, { from: was, to: date });

    await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
    const { page } = watched;
    await visit(page, service, player);
    await page.getByRole('listitem').first().waitFor();
    await page.locator('submit-verse').evaluate((it, language) => it.setAttribute('lang', language), lang);
    const items = async () =>
      (await page.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    await eventually('the language', async () => (await items())[0]?.startsWith(withdrawn));
    expect(await items()).toEqual([withdrawn, `${psalm} ${longDate(date, locale)} ${from} ${longDate(was, locale)}`]);
    await watched.expectAccessible();
  },
);

test('a page that has just thanked for a verse follows it, and forgets it when it is withdrawn', async () => {
  await solveToday(service, 'thanked');
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  const { page } = watched;
  await visit(page, service, 'thanked');
  await submitByMouse(page);
  await expectState(page, 'Thank you');
  const [{ id, date }] = (await service.database.query(
    "select id::int, to_char(scheduled_date, 'YYYY-MM-DD') as date from scheduled_submission where user_id = 'thanked'",
  )) as [{ id: number; date: string }];

  for (const [from, to] of [
    [date, day(90)],
    [day(90), day(92)],
  ] as const) {
    await service.desk('POST', `submissions/${id}/move`, { from, to });
    await comeBack(page);
    await status(page).getByText(longDate(to)).waitFor();
  }
  await service.desk('POST', `submissions/${id}/withdraw`, { from: day(92) });
  await comeBack(page);
  await expectState(page, 'Your next verse');
});
