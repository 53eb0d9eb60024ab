/**
 * Takes the pictures of the real pages in README and docs, light and dark: `npm run screenshot`. The clock
 * stands still, so that they differ only if the page does, or the machine's fonts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { signToken } from '../../src/auth/sign-token.ts';
import { readConfig } from '../../src/config.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { root } from '../../src/root.ts';
import { type ServiceConfig, startService } from '../../src/service.ts';
import { query } from '../support/sql.ts';
import { launchBrowser } from './launch.ts';
import { find } from './player.ts';
import { takeDeskPictures } from './screenshot-desk.ts';

const now = Temporal.Instant.from('2026-11-28T09:30:00Z');
const auth = { secret: 'only for the pictures, which nobody signs in to' };

await using stack = new AsyncDisposableStack();
const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-screenshot-'));
stack.defer(() => rm(directory, { recursive: true }));
const postgres = await startEmbeddedPostgres(directory);
stack.defer(postgres.stop);
const config = readConfig({ DATABASE_URL: postgres.url, AUTH_JWT_SECRET: auth.secret, PORT: '0' });
const service = await startService(config as ServiceConfig, pino({ level: 'silent' }), () => now);
stack.defer(service.close);
const browser = await launchBrowser();
stack.defer(() => browser.close());

await query(postgres.url, "insert into daily_completion (anonymous_id, date) values ('ann', '2026-11-28')");
await query(
  postgres.url,
  `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at) values
   ('ann', 'PSA', 23, 1, '2026-11-29', '2026-11-20T18:00Z'), ('ann', 'RUT', 1, 16, '2026-11-21', '2026-11-13T07:00Z')`,
);
// The token is valid now, and at the instant of the pictures.
const token = await signToken('ann', Temporal.Duration.from({ hours: 100_000 }), auth);

for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({
    viewport: { width: 720, height: 1060 },
    deviceScaleFactor: 1.5,
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme,
  });
  await page.clock.setFixedTime(now.epochMilliseconds);
  await page.goto(`${service.url}/submit#token=${token}`);
  await find(page, 'John 3:16');
  await page.getByText('For God so loved the world').waitFor();
  await page.getByRole('heading', { level: 1 }).click(); // nothing has the focus
  await page.screenshot({ path: join(root, `docs/submit-${colorScheme}.png`) });
}

await takeDeskPictures(browser, postgres.url, now);
