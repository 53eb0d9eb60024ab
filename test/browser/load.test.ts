import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { TestService, token } from '../support/service.ts';
import { launchBrowser } from './launch.ts';

/** Chromium's "Slow 3G": the milliseconds from a request to the first byte of its response, and bytes per second. */
const slow3G = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 };

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await TestService.start({ env: { PUZZLE_URL: '/today', SIGN_IN_URL: '/sign-in' } });
  const yesterday = Temporal.Now.plainDateISO('UTC').subtract({ days: 1 });
  await service.solve('ann', Temporal.Now.plainDateISO('UTC').toString());
  await service.database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
     select 'ann', 'PSA', 23, n, $1::date - 8 * n, $1::date - 8 * n - interval '7 days' from generate_series(1, 5) n`,
    [yesterday.toString()],
  );
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service[Symbol.asyncDispose]();
});

/** Opens an empty page, which answers slowly from now on. Only Chromium can do that. */
async function openSlowly(viewport = { width: 360, height: 800 }): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: 'en-US', timezoneId: 'UTC' });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow3G);
  return page;
}

/** How far what was already visible has moved, as Core Web Vitals count it: https://web.dev/articles/cls */
async function layoutShift(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Buffered entries arrive with the next frames.
        setTimeout(() => resolve(sum), 500);
      }),
  );
}

const now = async (page: Page) => await page.evaluate(() => performance.now());

test('on a slow phone, the form is there after three round trips: the page, its files, the player', async () => {
  const page = await openSlowly();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`${service.url}/submit#token=${await token('ann')}`, { waitUntil: 'commit' });
  await page.getByLabel('Book').waitFor();
  const trips = (await now(page)) / slow3G.latency;
  expect(trips).toBeGreaterThan(3); // or the network was not slow
  expect(trips).toBeLessThan(4);
  expect(loaded.filter((path) => path.endsWith('.js'))).toHaveLength(1);
  await page.context().close();
});

test('on the second visit, the script and the style come from the cache', async () => {
  const page = await openSlowly();
  const link = `${service.url}/submit#token=${await token('ann')}`;
  await page.goto(link);
  await page.goto('about:blank');
  await page.goto(link, { waitUntil: 'commit' });
  await page.getByLabel('Book').waitFor();
  const trips = (await now(page)) / slow3G.latency;
  expect(trips).toBeGreaterThan(2);
  expect(trips).toBeLessThan(3);
  await page.context().close();
});

test.each([
  [360, 'the form and the verses', 'ann', 'Choose a verse'],
  [360, 'nobody', undefined, 'Sign in to submit a verse'],
  [1200, 'the form and the verses', 'ann', 'Choose a verse'],
])('%i px wide, hardly anything moves while the page loads: %s', async (width, _title, player, heading) => {
  const page = await openSlowly({ width, height: 800 });
  const fragment = player === undefined ? '' : `#token=${await token(player)}`;
  await page.goto(`${service.url}/submit${fragment}`);
  await page.getByRole('heading', { name: heading }).waitFor();
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.05);
  await page.context().close();
});
