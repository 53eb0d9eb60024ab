import { test } from '@jest/globals';
import { freePort } from '../../src/embedded/free-port.ts';
import { root } from '../../src/root.ts';
import { RunningScript } from '../support/process.ts';
import { TestService, testSecret } from '../support/service.ts';
import { launchBrowser } from './launch.ts';
import { expectState } from './player.ts';
import { WatchedPage } from './watched-page.ts';

/** Of the verse that a player submits on `then`; by default a week later. */
const day = Temporal.Now.instant();
const then = day.subtract({ hours: 7 * 24 });

test('examples/site: a player solves its puzzle and submits a verse, which the site shows on its day', async () => {
  const PORT = String(await freePort());
  const origin = `http://localhost:${PORT}`;
  await using service = await TestService.start({ puzzle: true, clock: () => then, env: { CORS_ORIGINS: origin } });
  const env = { PORT, VERSES_URL: service.url, AUTH_JWT_SECRET: testSecret };
  const site = new RunningScript(root, ['examples/site/server.mjs'], env);
  await using browser = await launchBrowser();
  try {
    await site.printed(/http:/);
    await using watched = await WatchedPage.open(browser, [origin, service.url], { timezoneId: 'UTC' });
    const { page } = watched;
    await page.clock.setFixedTime(then.epochMilliseconds);
    await page.goto(origin);
    await page.getByLabel('Name').fill('Ann & Bob');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectState(page, 'Solve today’s puzzle first');
    await page.getByLabel('God created the heaven and the').fill('earth');
    await page.getByRole('button', { name: 'Solve' }).click();
    await page.getByLabel('Find a verse').fill('Ruth 1:16');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Submit Ruth 1:16' }).click();
    await expectState(page, /is your day$/);

    await page.clock.setFixedTime(day.epochMilliseconds);
    await page.goto(origin);
    await page.getByLabel(/^And Ruth said, Intreat me not to leave thee/).waitFor();
    await page.getByText('Ruth 1:16, chosen by Ann & Bob').waitFor();
  } finally {
    await site.kill('SIGTERM');
  }
});
