import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Debian's name comes first. */
const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser must send no requests of its own, because the tests check every request. */
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a real browser with a temporary profile: the one that the environment variable CHROMIUM names, or the first Chromium in PATH.
 *
 * @throws Error when there is none; the message says how to install one
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
