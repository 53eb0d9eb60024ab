import { type Browser, chromium, type Page } from 'playwright-core';
import { findExecutable } from './executable.ts';

/** The browser must send no requests of its own, because the tests check every request. */
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/**
 * Starts a real browser with a temporary profile: the one that the environment variable CHROMIUM
 * names, or the first Chromium in PATH. The headless shell, Playwright's default, takes half the
 * processor time.
 *
 * @throws Error when there is none; the message says how to install one
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] || findExecutable(names);
  // As root, and in most containers, Chromium starts only without its sandbox; the pages are the
  // project's own.
  return await chromium.launch({ executablePath, args, chromiumSandbox: false });
}

/** Sets the font size in the browser's own settings, in pixels; by default, 16. */
export async function setFontSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
}
