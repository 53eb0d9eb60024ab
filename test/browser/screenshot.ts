/**
 * Takes pictures of the real pages: `npm run screenshot` renews those of README and docs, light and
 * dark; `npm run screenshot -- FOLDER` writes one of each state of the player's page, at each size,
 * for whoever changes how they look. The clock stands still, so that they differ only if the page
 * does, or the machine's fonts.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { State } from '../../client/src/element/player/state.ts';
import { build } from '../../scripts/build.ts';
import { signToken } from '../../src/auth/sign-token.ts';
import { readConfig } from '../../src/config.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { root } from '../../src/root.ts';
import { type ServiceConfig, startService } from '../../src/service.ts';
import { query } from '../support/sql.ts';
import { fillYear } from '../support/year.ts';
import { launchBrowser, setFontSize } from './launch.ts';
import { comeBack, find, findField, submissions, submitButton } from './player.ts';

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

await query(
  postgres.url,
  "insert into daily_completion (anonymous_id, date) values ('ann', '2026-11-28'), ('bo', '2026-11-28')",
);
await query(
  postgres.url,
  `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at) values
   ('ann', 'PSA', 23, 1, '2026-11-29', '2026-11-20T18:00Z'), ('ann', 'RUT', 1, 16, '2026-11-21', '2026-11-13T07:00Z'),
   ('bo', '1TH', 5, 17, '2026-12-09', '2026-11-27T18:00Z'), ('bo', 'JHN', 3, 16, '2026-12-02', '2026-11-20T07:00Z')`,
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

type Step = (page: Page) => Promise<unknown>;

async function open(link: string, options: BrowserContextOptions, prepare: Step = async () => {}): Promise<Page> {
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
    await chooseJohn(page);
    await page.getByRole('heading', { level: 1 }).click(); // nothing has the focus
    await page.screenshot({ path: join(root, `docs/submit-${colorScheme}.png`) });
  }
}

async function choose(page: Page, typed: string, words: string): Promise<void> {
  await find(page, typed);
  await page.getByText(words).waitFor();
}

const chooseJohn: Step = (page) => choose(page, 'John 3:16', 'For God so loved the world');
const see =
  (typed: string, words: string): Step =>
  (page) =>
    choose(page, typed, words);

/** What a service would answer that is in another state than this one. */
const answer =
  (url: string, status: number, json: object): Step =>
  (page) =>
    page.route(url, (route) => route.fulfill({ status, json }));
const accepted = { scheduledDate: '2026-12-05', reference: 'John 3:16', windowText: '' };
const eligibility = '**/api/eligibility*';
const solved = { solvedToday: true, accepting: true, maySubmit: true };
const full = { solvedToday: true, accepting: false, maySubmit: false };
const never =
  (url: string): Step =>
  (page) =>
    page.route(url, () => {});
/** Submits a verse, which leads to a state. */
const submit =
  (state: State): Step =>
  async (page) => {
    await chooseJohn(page);
    await submitButton(page).click();
    await page.locator(`[part=card].${state}`).waitFor();
  };

/** Each state of the page: whose it is, by default Ann's, what is prepared, and what the player does. */
const states: Readonly<Record<string, { player?: string; prepare?: Step; act?: Step }>> = {
  'sign-in': { player: '' },
  'not-solved': { player: 'new' },
  loading: { prepare: never(eligibility) },
  open: {},
  chosen: {
    act: async (page) => {
      await chooseJohn(page);
      await findField(page).blur();
    },
  },
  often: {
    prepare: answer('**/api/eligibility?*bookId=*', 200, { ...solved, nextFreeDate: '2027-05-12' }),
    act: async (page) => {
      await choose(page, 'Romans 8:28', 'And we know that all things');
      await page.getByText('Next free day').waitFor();
    },
  },
  typed: { act: see('1 Thessalonians 5:17', 'Pray without ceasing') },
  long: { act: see('Esther 8:9', 'Then were the king') },
  suggestions: {
    act: async (page) => {
      await findField(page).fill('joh');
      await page.getByRole('option').first().waitFor();
    },
  },
  problem: { act: (page) => find(page, 'ps 151') },
  surprise: {
    act: async (page) => {
      await chooseJohn(page);
      await page.getByRole('button', { name: 'Surprise me' }).click();
      await page.getByRole('button', { name: 'Back to John 3:16' }).waitFor();
    },
  },
  'by-book': {
    act: async (page) => {
      await chooseJohn(page);
      await page.getByText('Choose by book').click();
    },
  },
  expired: {
    act: async (page) => {
      await chooseJohn(page);
      await answer(eligibility, 401, { error: 'Unauthorized' })(page);
      await comeBack(page);
      await page.locator('[part=card].signIn').waitFor();
    },
  },
  withdrawn: {
    prepare: answer('**/api/submissions', 200, {
      submissions: [],
      withdrawn: [
        {
          ...{ bookId: 'PSA', chapter: 23, verse: 1, reference: 'Psalm 23:1', withdrawnFrom: '2026-12-09' },
          ...{ submittedAt: '2026-11-27T18:00:00.000Z', withdrawnAt: '2026-11-28T08:00:00.000Z' },
        },
      ],
    }),
  },
  sending: { prepare: never(submissions), act: submit('sending') },
  done: { prepare: answer(submissions, 201, accepted), act: submit('done') },
  calendar: {
    prepare: answer(submissions, 201, accepted),
    act: async (page) => {
      await submit('done')(page);
      await page.getByText('Add to calendar').first().click();
      await page.getByText('Outlook').first().waitFor();
    },
  },
  cooldown: { player: 'bo' },
  full: { prepare: answer(eligibility, 200, { ...full, acceptingFrom: '2026-12-04T00:00:00.000Z' }) },
  paused: { prepare: answer(eligibility, 200, full) },
  failed: {
    prepare: answer(submissions, 500, { error: 'Failed to schedule submission' }),
    act: submit('failed'),
  },
  'no-response': {
    prepare: (page) => page.route(submissions, (route) => route.abort()),
    act: submit('noResponse'),
  },
  offline: {
    act: async (page) => {
      await chooseJohn(page);
      await page.context().setOffline(true);
      await submitButton(page).click();
      await page.locator('[part=card].offline').waitFor();
    },
  },
};

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
  for (const [state, { player = 'ann', prepare, act }] of Object.entries(states)) {
    const link = `${url}/submit${player && `#token=${await sign(player)}`}`;
    for (const { fontSize = 16, ...viewport } of appearances) {
      const page = await open(link, { viewport }, async (page) => {
        await setFontSize(page, fontSize);
        await prepare?.(page);
      });
      await page.locator(state === 'loading' ? '.loading' : '[part=card]:not(.loading)').waitFor();
      if (player !== '') await page.locator('[part=verses]').waitFor({ state: 'attached' });
      await act?.(page);
      await page.locator('.coming').waitFor({ state: 'detached' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: join(folder, `${state}-${viewport.width}x${viewport.height}-${fontSize}-${colorScheme}.png`),
          animations: 'disabled',
        });
      }
      await page.context().close();
    }
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  await takeReadmePictures();
  await takeDeskPictures();
} else await takeGallery(folder);
