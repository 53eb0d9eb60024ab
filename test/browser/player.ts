import type { Locator, Page } from 'playwright-core';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { type TestService, token } from '../support/service.ts';

/** Behind UTC, so that a date which is shifted by the reader's zone is the day before. */
export const timezoneId = 'America/Los_Angeles';
export const john316 = { bookId: 'JHN', chapter: 3, verse: 16 };
/** What the service answers for a verse that comes late: on a Wednesday, whose date is long. */
export const popular = { maySubmit: true, solvedToday: true, accepting: true, nextFreeDate: '2099-09-30' };
/** The requests that submit a verse, for `page.route`. */
export const submissions = `**${submitVerseOperation.path}`;

/** The player's date. */
export const today = () => Temporal.Now.plainDateISO(timezoneId).toString();

/** Records, as the puzzle would, that a player has solved the puzzle of the player's date. */
export async function solveToday(service: TestService, player: string): Promise<void> {
  await service.solve(player, today());
}

/** Opens the link that `npm start` would print for the player. */
export async function visit(page: Page, service: TestService, player: string): Promise<void> {
  await page.goto(`${service.url}/submit#token=${await token(player)}`);
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });

/** Waits until the element shows a state, which its heading names. */
export async function expectState(page: Page, name: string | RegExp): Promise<void> {
  await heading(page, name).waitFor();
}

export const status = (page: Page) => page.getByRole('status');
export const findField = (page: Page) => page.locator('[part=find]');
/** The button that submits, in any language. */
export const submitButton = (page: Page) => page.locator('[part~=submit]');

/** Types a verse and presses Enter, once there is what understands it. */
export async function find(page: Page, typed: string): Promise<void> {
  await findField(page).fill(typed);
  await page.locator('[part=find][aria-autocomplete]').waitFor();
  await findField(page).press('Enter');
}

/** Shows the three selects. */
export async function openSelects(page: Page): Promise<void> {
  await page.getByText('Choose by book').click();
}

/** @throws Error when Tab does not bring the focus there */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let times = 0; times < 60; times++) {
    if (await isFocused(control)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${control}`);
}

/** As when the player comes back to the tab. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

export async function isFocused(locator: Locator): Promise<boolean> {
  return await locator.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element);
}

/** Waits until the page has done and shown what it could do already. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(null)))),
      ),
  );
}

/** Lets requests of the page wait until the test goes on. */
export async function hold(page: Page, url: string): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await held;
    await route.continue().catch(() => {}); // the page may no longer want it
  });
  return resolve;
}

/** Counts the submissions that the page sends from now on. */
export function countSubmissions(page: Page): { count: number } {
  const sent = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.count++;
  });
  return sent;
}

export async function rowsOf(service: TestService, player: string) {
  return (await service.submissions()).filter(({ user_id }) => user_id === player);
}

/** A date as the pages have it: with its year unless that is this year. */
export const pageDate = (date: string, locale = 'en-US') =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(date.slice(0, 4) !== String(new Date().getUTCFullYear()) && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(date));
