import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { findExecutable } from './executable.ts';
import { timezoneId } from './player.ts';
import type { Tab } from './tab.ts';

/**
 * Opens a stock Firefox with a temporary profile, by WebDriver BiDi.
 *
 * @throws Error when there is none; the message says how to install one
 */
export async function openFirefox(): Promise<Tab> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    defaultViewport: null, // each new page would begin with what an older Firefox cannot do
    executablePath: findExecutable(['firefox-esr', 'firefox']),
    env: { ...process.env, TZ: timezoneId },
    extraPrefsFirefox: { 'layout.css.prefers-color-scheme.content-override': 0 }, // dark
  });
  const page = await browser.newPage();
  // Firefox 140 sets the size, but does not know the orientation that comes with it.
  await page.setViewport({ width: 320, height: 800 }).catch((error: Error) => {
    if (!error.message.includes('setScreenOrientationOverride')) throw error;
  });
  await page.waitForFunction('innerWidth === 320');
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
  });
  return {
    complaints,
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: async <Result>(expression: string) => (await page.evaluate(expression)) as Result,
    async click(expression) {
      await ((await page.evaluateHandle(expression)) as ElementHandle<Element>).click();
    },
    type: async (text) => await page.keyboard.type(text),
    press: async (key) => await page.keyboard.press(key),
    [Symbol.asyncDispose]: async () => await browser.close(),
  };
}
