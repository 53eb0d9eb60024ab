import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { findExecutable } from './executable.ts';
import { type Tab, timeZone } from './tab.ts';

/**
 * Opens a stock Firefox with a temporary profile, by WebDriver BiDi.
 *
 * @throws Error when there is none; the message says how to install one
 */
export async function openFirefox(): Promise<Tab> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findExecutable(['firefox-esr', 'firefox']),
    env: { ...process.env, TZ: timeZone },
    extraPrefsFirefox: { 'layout.css.prefers-color-scheme.content-override': 0 }, // dark
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 320, height: 800 });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
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
