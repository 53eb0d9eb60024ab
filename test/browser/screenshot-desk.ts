import { join } from 'node:path';
import { pino } from 'pino';
import type { Browser } from 'playwright-core';
import { signToken } from '../../src/auth/sign-token.ts';
import { readConfig } from '../../src/config.ts';
import { root } from '../../src/root.ts';
import { type ServiceConfig, startService } from '../../src/service.ts';
import { query } from '../support/sql.ts';
import { fillYear } from '../support/year.ts';

/**
 * Takes the pictures of the operator's desk, light and dark, with a year of verses.
 *
 * @param url of a database server, on which the desk gets a database of its own
 * @param now the instant of the pictures
 */
export async function takeDeskPictures(browser: Browser, url: string, now: Temporal.Instant): Promise<void> {
  await query(url, 'create database desk');
  const database = new URL(url);
  database.pathname = '/desk';
  const secret = 'only for the pictures, which nobody signs in to';
  const config = readConfig({
    DATABASE_URL: database.href,
    DESK_DATABASE_URL: database.href,
    AUTH_JWT_SECRET: secret,
    SCHEDULE_REPEAT_DAYS: '60',
    PORT: '0',
  });
  const service = await startService(config as ServiceConfig, pino({ level: 'silent' }), () => now);
  try {
    const today = now.toZonedDateTimeISO('UTC').toPlainDate();
    await fillYear({ query: (text, values) => query(database.href, text, values) }, today);
    const lifetime = Temporal.Duration.from({ hours: 100_000 }); // valid now, and then
    const token = await signToken('ed', lifetime, { secret }, ['calendar-editor']);
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({
        viewport: { width: 1180, height: 1020 },
        locale: 'en-US',
        timezoneId: 'UTC',
        colorScheme,
      });
      await page.clock.setFixedTime(now.epochMilliseconds);
      await page.goto(`${service.url}/desk#token=${token}`);
      await page.getByText('verses not read').waitFor();
      await page.keyboard.press('r'); // the first one of them
      await page.getByRole('button', { name: 'Mark as read, and show the next' }).waitFor();
      await page.screenshot({ path: join(root, `docs/desk-${colorScheme}.png`) });
    }
  } finally {
    await service.close();
  }
}
