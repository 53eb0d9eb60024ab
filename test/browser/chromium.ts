import type { ElementHandle } from 'playwright-core';
import { launchBrowser } from './launch.ts';
import { type Tab, timeZone } from './tab.ts';

/** @throws Error as `launchBrowser` */
export async function openChromium(): Promise<Tab> {
  const browser = await launchBrowser();
  const page = await browser.newPage({
    viewport: { width: 320, height: 800 },
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: timeZone,
  });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return {
    complaints,
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    async evaluate<Result>(inPage: (argument: string) => Result, argument = '') {
      return (await page.evaluate(inPage, argument)) as Result;
    },
    async click(inPage, argument = '') {
      const handle = await page.evaluateHandle(inPage, argument);
      await (handle as ElementHandle<Element>).click();
    },
    async type(text) {
      await page.keyboard.type(text);
    },
    async press(key) {
      await page.keyboard.press(key);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
    },
  };
}
