import type { ElementHandle, Page as PlaywrightPage } from 'playwright-core';
import type { Page as PuppeteerPage } from 'puppeteer-core';

/**
 * What a test needs of a browser, whatever its engine: one dark tab, as wide as a phone, with a
 * storage of its own. Its end ends the browser.
 */
export interface Tab extends AsyncDisposable {
  /**
   * What the console complains of: exceptions, violations of policies. It is absent where the
   * driver does not tell.
   */
  readonly complaints?: readonly string[];
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * Calls a function in the page, which must not refer to anything outside of it. What it returns
   * is JSON.
   */
  evaluate<Result>(inPage: (argument: string) => Result, argument?: string): Promise<Result>;
  /** Clicks the element that a function in the page returns. */
  click(inPage: (argument: string) => Element | undefined, argument?: string): Promise<void>;
  /** Types into whatever has the focus. */
  type(text: string): Promise<void>;
  press(key: 'Tab' | 'Enter' | 'Backspace'): Promise<void>;
}

/**
 * Where the player is: behind UTC, so that a date which is shifted by the reader's zone is the day
 * before.
 */
export const timeZone = 'America/Los_Angeles';

/** A tab of Playwright or Puppeteer, whose pages are alike. */
export function tabOf(
  page: PlaywrightPage | PuppeteerPage,
  browser: { close(): Promise<void> },
  complaints: readonly string[],
): Tab {
  // The signatures of the two are too different to be called as a union.
  const alike = page as PlaywrightPage;
  return {
    complaints,
    async goto(url) {
      await alike.goto(url);
    },
    async reload() {
      await alike.reload();
    },
    async evaluate<Result>(inPage: (argument: string) => Result, argument = '') {
      return (await alike.evaluate(inPage, argument)) as Result;
    },
    async click(inPage, argument = '') {
      const handle = await alike.evaluateHandle(inPage, argument);
      await (handle as ElementHandle<Element>).click();
    },
    async type(text) {
      await alike.keyboard.type(text);
    },
    async press(key) {
      await alike.keyboard.press(key);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
    },
  };
}
