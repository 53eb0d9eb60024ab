import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { editor, type TestService, token } from '../../support/service.ts';
import { tabTo } from '../player.ts';
import { setUp } from '../setup.ts';
import type { WatchedPage } from '../watched-page.ts';

/**
 * Starts a service with a desk, and a browser, which end with the tests of the file.
 *
 * @param env further settings of the service
 * @param origins to which pages may send requests, besides the service
 */
export async function startDesk(env: Record<string, string> = {}, origins: readonly string[] = []) {
  const { service, open: openPage } = await setUp({ desk: true, env }, origins);
  return {
    service,
    openPage,
    /** A page with the desk of somebody who has these claims. */
    async open(options: BrowserContextOptions = {}, claims = editor): Promise<WatchedPage> {
      const watched = await openPage(options);
      await visitDesk(watched.page, service, claims);
      return watched;
    },
  };
}

/** Opens the link that `npm start` would print for the operator. */
export async function visitDesk(
  page: Page,
  service: TestService,
  claims: Record<string, unknown> = editor,
): Promise<void> {
  await page.goto(`${service.adminUrl}/desk#token=${await token('ed', claims)}`);
}

export const cell = (page: Page, date: string) => page.locator(`[data-date="${date}"]`);
/** Where Tab enters the grid. */
export const tabStop = (page: Page) => page.locator('[role=gridcell][tabindex="0"]');
export const notice = (page: Page) => page.locator('#notice');
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** What is on the date that is selected. */
export const panel = (page: Page) => page.locator('section.day');

/** Goes to another view of the desk. */
export const show = async (page: Page, view: 'Calendar' | 'Record' | 'Settings') =>
  await page.getByRole('navigation').getByRole('link', { name: view }).click();

/** Chooses a date that is free, and types why it is to be blocked. */
export async function typeReason(page: Page, date: string, reason: string): Promise<void> {
  await choose(page, date);
  await page.getByText('Block this date…').click();
  await page.getByLabel('Reason, e.g.').fill(reason);
}

/** Waits until the page says what became of a change. */
export async function expectNotice(page: Page, text: string | RegExp): Promise<void> {
  await notice(page).filter({ hasText: text }).waitFor();
}

/** Goes to a date in the grid by clicks, and chooses it. */
export async function choose(page: Page, date: string): Promise<void> {
  await tabStop(page).waitFor();
  for (;;) {
    const shown = (await tabStop(page).getAttribute('data-date')) as string;
    if (shown.slice(0, 7) === date.slice(0, 7)) break;
    await button(page, shown < date ? 'Next month' : 'Previous month').click();
  }
  await cell(page, date).click();
}

/** What an operator does with no pointer. */
export const byKeyboard = {
  /** Goes to a date in the grid some days from today, and chooses it. */
  async choose(page: Page, days: number): Promise<void> {
    await tabTo(page, tabStop(page));
    for (let week = 0; week < Math.trunc(days / 7); week++) await page.keyboard.press('ArrowDown');
    for (let rest = 0; rest < days % 7; rest++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  },
  async press(page: Page, control: Locator): Promise<void> {
    await tabTo(page, control);
    await page.keyboard.press((await control.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
  },
};
