import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { token } from '../support/service.ts';
import { find } from './player.ts';
import { setUp } from './setup.ts';

/**
 * Chromium's "Slow 3G": the milliseconds from a request to the first byte of its response, and
 * bytes per second.
 */
const slow3G = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const { service, browser } = await setUp({ env: { PUZZLE_URL: '/today', SIGN_IN_URL: '/sign-in' } });
beforeAll(async () => {
  const yesterday = Temporal.Now.plainDateISO('UTC').subtract({ days: 1 });
  await service.solve('ann', Temporal.Now.plainDateISO('UTC').toString());
  await service.database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
     select 'ann', 'PSA', 23, n, $1::date - 8 * n, $1::date - 8 * n - interval '7 days' from generate_series(1, 5) n`,
    [yesterday.toString()],
  );
});

/** Opens an empty page, which answers slowly from now on. Only Chromium can do that. */
async function openSlowly(width = 360): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, locale: 'en-US', timezoneId: 'UTC' });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow3G);
  return page;
}

/**
 * How far what was already visible has moved, as Core Web Vitals count it:
 * https://web.dev/articles/cls
 */
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

test('on a slow phone, the form is there after three round trips, then cached; nothing moves', async () => {
  const page = await openSlowly();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const link = `${service.url}/submit#token=${await token('ann')}`;
  // Meanwhile, also for nobody, and on a wide screen.
  const others = [
    [360, `${service.url}/submit`, 'Sign in to submit a verse'],
    [1200, link, 'Choose a verse'],
  ] as const;
  const shifts = others.map(async ([width, url, heading]) => {
    const other = await openSlowly(width);
    await other.goto(url);
    await other.getByRole('heading', { name: heading }).waitFor();
    return await layoutShift(other);
  });
  for (const [least, most] of [
    [3, 4], // or the network was not slow
    [2, 3],
  ] as const) {
    await page.goto(link, { waitUntil: 'commit' });
    await page.getByLabel('Find a verse').waitFor();
    const trips = (await now(page)) / slow3G.latency;
    expect(trips).toBeGreaterThan(least);
    expect(trips).toBeLessThan(most);
    // Beside the page's script, the list of verses, which the form does not wait for.
    if (least === 3) expect(loaded.filter((path) => path.endsWith('.js'))).toHaveLength(2);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.05);
    const before = await now(page);
    await page.getByLabel('Find a verse').fill('John 3:16');
    await page.getByRole('button', { name: 'Submit John 3:16' }).waitFor();
    expect(((await now(page)) - before) / slow3G.latency).toBeLessThan(0.5); // nothing was loaded for it
    await page.goto('about:blank');
  }
  for (const shift of await Promise.all(shifts)) expect(shift).toBeLessThanOrEqual(0.05);
});

test('until the first verse is chosen, with its words and its day, a page loads at most 52 kB', async () => {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(`${service.url}/submit#token=${await token('ann')}`);
  const forecast = page.waitForResponse('**/api/eligibility?*bookId=JHN*');
  await find(page, 'jn 3 16');
  await page.getByText('For God so loved the world').waitFor();
  await (await forecast).finished();
  expect(bytes).toBeGreaterThan(40_000); // they are counted
  expect(bytes).toBeLessThanOrEqual(52_000);
});
