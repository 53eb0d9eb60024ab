import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Debian's name first. */
const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser must not ask for anything by itself: the tests look at each request. */
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A real browser with a profile of its own, which goes with it: `await using browser = await launchBrowser()`, or
 * `browser.close()`. It is the one that the environment variable CHROMIUM names, or the first Chromium of PATH.
 *
 * @throws when there is none; the message says how to get one
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('No Chromium: run `apt-get update && apt-get install -y chromium`, or set CHROMIUM to its path');
  }
  // As root, and in most containers, Chromium starts only without its sandbox; the pages are the project's own.
  return await chromium.launch({ executablePath, args, chromiumSandbox: false });
}

function findChromium(): string | undefined {
  const { CHROMIUM, PATH = '' } = process.env;
  if (CHROMIUM) return isExecutable(CHROMIUM) ? CHROMIUM : undefined;
  const directories = [...PATH.split(delimiter), '/usr/bin'];
  return directories.flatMap((directory) => names.map((name) => join(directory, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
