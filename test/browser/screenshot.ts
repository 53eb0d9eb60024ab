/**
 * Takes pictures of the real pages: `npm run screenshot` renews those of README and docs, light and
 * dark; `npm run screenshot -- FOLDER` writes those of the page with all states, at each size, for
 * whoever changes how they look. The clock stands still, so that they differ only if the page does,
 * or the machine's fonts.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { build } from '../../scripts/build.ts';
import { signToken } from '../../src/auth/sign-token.ts';
import { readConfig } from '../../src/config.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { root } from '../../src/root.ts';
import { type ServiceConfig, startService } from '../../src/service.ts';
import { query } from '../support/sql.ts';
import { fillYear } from '../support/year.ts';
import { launchBrowser, setFontSize } from './launch.ts';
import { find } from './player.ts';

const now = Temporal.Instant.from('2026-11-28T09:30:00Z');
const auth = { secret: 'only for the pictures, which nobody signs in to' };

await build();
await using stack = new AsyncDisposableStack();
const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-screenshot-'));
stack.defer(() => rm(directory, { recursive: true }));
const postgres = await startEmbeddedPostgres(directory);
stack.defer(postgres.stop);
const url = await serve({ DATABASE_URL: postgres.url, PUZZLE_URL: '/puzzle', SIGN_IN_URL: '/sign-in' });
const browser = await launchBrowser();
stack.defer(() => browser.close());

await query(postgres.url, "insert into daily_completion (anonymous_id, date) values ('ann', '2026-11-28')");
await query(
  postgres.url,
  `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at) values
   ('ann', 'PSA', 23, 1, '2026-11-29', '2026-11-20T18:00Z'), ('ann', 'RUT', 1, 16, '2026-11-21', '2026-11-13T07:00Z')`,
);

/** Starts a service at the instant of the pictures, and returns its URL. */
async function serve(env: Record<string, string>): Promise<string> {
  const config = readConfig({ AUTH_JWT_SECRET: auth.secret, PORT: '0', ...env });
  const service = await startService(config as ServiceConfig, pino({ level: 'silent' }), () => now);
  stack.defer(service.close);
  return service.url;
}

/** A token that is valid now, and at the instant of the pictures. */
const sign = async (user: string, roles: readonly string[] = []) =>
  await signToken(user, Temporal.Duration.from({ hours: 100_000 }), auth, roles);

async function open(
  link: string,
  options: BrowserContextOptions,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Page> {
  const page = await browser.newPage({ locale: 'en-US', timezoneId: 'UTC', ...options });
  await page.clock.setFixedTime(now.epochMilliseconds);
  await prepare(page);
  await page.goto(link);
  return page;
}

/** With a year of verses, in a database of its own. */
async function takeDeskPictures(): Promise<void> {
  await query(postgres.url, 'create database desk');
  const { href } = Object.assign(new URL(postgres.url), { pathname: '/desk' });
  const desk = await serve({ DATABASE_URL: href, DESK_DATABASE_URL: href, SCHEDULE_REPEAT_DAYS: '60' });
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  await fillYear({ query: (text, values) => query(href, text, values) }, today);
  const link = `${desk}/desk#token=${await sign('ed', ['calendar-editor'])}`;
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open(link, { viewport: { width: 1180, height: 1020 }, colorScheme });
    await page.getByText('verses not read').waitFor();
    await page.keyboard.press('r'); // the first one of them
    await page.getByRole('button', { name: 'Mark as read, and show the next' }).waitFor();
    await page.screenshot({ path: join(root, `docs/desk-${colorScheme}.png`) });
  }
}

async function takeReadmePictures(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const look = { viewport: { width: 720, height: 1000 }, deviceScaleFactor: 1.5, colorScheme };
    const page = await open(`${url}/submit#token=${await sign('ann')}`, look);
    await find(page, 'John 3:16');
    await page.getByText('For God so loved the world').waitFor();
    await page.getByRole('heading', { level: 1 }).click(); // nothing has the focus
    await page.screenshot({ path: join(root, `docs/submit-${colorScheme}.png`) });
  }
}

/** A small phone, a large one, on its side, above its keyboard and with large text; a desktop. */
const appearances = [
  { width: 320, height: 568 },
  { width: 390, height: 664 },
  { width: 664, height: 390 },
  { width: 390, height: 380 },
  { width: 390, height: 664, fontSize: 32 },
  { width: 1280, height: 800 },
];

async function takeGallery(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { fontSize = 16, ...viewport } of appearances) {
    const page = await open(`${url}/submit/theme`, { viewport }, (page) => setFontSize(page, fontSize));
    await page.getByText('For God so loved the world').first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = join(folder, `${viewport.width}x${viewport.height}-${fontSize}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
    await page.context().close();
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  await takeReadmePictures();
  await takeDeskPictures();
} else await takeGallery(folder);
