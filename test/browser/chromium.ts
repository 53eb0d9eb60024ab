import { launchBrowser } from './launch.ts';
import { type Tab, timeZone } from './tab.ts';

/** Opens Chromium as the other engines are opened, for what all of them go through. */
export async function openChromium(): Promise<Tab> {
  const browser = await launchBrowser();
  const context = await browser.newContext({
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: timeZone,
    viewport: { width: 320, height: 800 },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isLost = message.text().startsWith('Failed to load resource') && message.location().url.includes('/api/');
    if (['error', 'warning'].includes(message.type()) && !isLost) complaints.push(message.text());
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
      return (await page.evaluate(inPage as (argument: string) => unknown, argument)) as Result;
    },
    async click(inPage, argument = '') {
      await (await page.evaluateHandle(inPage, argument)).asElement()?.click();
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
