/// <reference lib="dom" />

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { readContract } from '../../contract/document/read.ts';
import { lintExceptions } from '../../contract/lint/exceptions.ts';
import { renderPage } from '../../contract/report/page.ts';
import { writeRedoc } from '../../contract/report/redoc.ts';
import { passedRuns, releasedContract, reportOn } from '../support/report.ts';
import { launchBrowser } from './launch.ts';

// Redoc's page has 2.5 MB, and is built first: seconds, and many times that on a busy machine. Playwright limits each step to 30 s.
jest.setTimeout(120_000);

let browser: Browser;
let directory: string;
let address: string;
beforeAll(async () => {
  browser = await launchBrowser();
  directory = await mkdtemp(join(tmpdir(), 'verse-submissions-report-'));
  const file = join(directory, 'contract.html');
  await writeFile(file, await everything());
  address = pathToFileURL(file).href;
  await writeRedoc('openapi.yaml', join(directory, 'openapi.redoc.html'));
});
afterAll(async () => {
  await browser?.close();
  await rm(directory, { recursive: true });
});

/** A page with all that a report can contain: changes of each level, an order that changed, and results of each kind, with long texts. */
async function everything(): Promise<string> {
  const contract = readContract();
  const released = releasedContract('1.1.0');
  const checks = released.paths['/api/submit-verse']?.post?.['x-checks'] ?? [];
  checks.splice(1, 0, ...checks.splice(4, 1));
  const [dredd, precedence] = passedRuns(contract);
  const word = 'averylongwordwithoutaspace'.repeat(8);
  const results = dredd.results
    .slice(1)
    .map((result, index) => (index === 3 ? { ...result, passed: false, reason: word } : result));
  const combinations = precedence.results.flatMap(({ name }) => [
    { name, passed: true },
    { name: `${name} + last`, passed: true },
  ]);
  const runs = [
    { ...dredd, passed: false, results },
    { ...precedence, results: combinations },
    { ...dredd, command: 'npm run nothing', passed: false, output: word, results: [] },
  ];
  return await renderPage({
    ...reportOn(contract, runs, released),
    origin: { commit: 'a'.repeat(40), changed: true, checksum: 'b'.repeat(64) },
    lint: [{ linter: 'Spectral', clean: false, output: word }],
    exceptions: await lintExceptions(),
  });
}

async function open(options: Parameters<Browser['newPage']>[0]): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(address);
  return page;
}

async function openDetails(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

test.each([
  ['contract.html', []],
  ['openapi.redoc.html', ['Submissions', 'Submit a verse for a future puzzle']], // its menu, which is closed at first
])('%s asks nothing of another host', async (file, menu) => {
  const page = await browser.newPage();
  const asked: string[] = [];
  // What the page's own policy forbids is not asked.
  await page.route(/^(?!file:|data:)/, async (route) => {
    asked.push(route.request().url());
    await route.abort();
  });
  await page.goto(pathToFileURL(join(directory, file)).href);
  for (const entry of menu) await page.getByText(entry, { exact: true }).first().click();
  await page.getByText('/api/submit-verse').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.close();
});

test.each([320, 390, 801, 1200])('nothing is wider than a screen of %d pixels', async (width) => {
  const page = await open({ viewport: { width, height: 800 } });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await openDetails(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await page.close();
});

test('the old and the new order stand side by side on a wide screen and on paper, and one below the other on a phone', async () => {
  for (const [media, width, sameLine] of [
    ['screen', 1200, true],
    ['print', 680, true],
    ['screen', 390, false],
  ] as const) {
    const page = await open({ viewport: { width, height: 800 } });
    await page.emulateMedia({ media });
    const [before, now] = await page.locator('.orders > div').all();
    const [left, right] = [await before?.boundingBox(), await now?.boundingBox()];
    expect(left?.y === right?.y).toBe(sameLine);
    await page.close();
  }
});

test.each(['light', 'dark'] as const)('every text has enough contrast (WCAG 2.2 AA), %s', async (colorScheme) => {
  const page = await open({ colorScheme });
  await openDetails(page);
  const { texts, dim, ground } = await page.evaluate(contrasts);
  expect(texts).toBeGreaterThan(200);
  expect(dim).toEqual([]);
  expect(ground < 0.5).toBe(colorScheme === 'dark');
  await page.close();
});

/** Runs in the page: the texts whose contrast with their ground is below 4.5, and the luminance of the page's ground. */
function contrasts() {
  /** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement as Element) : backgroundColor;
  };
  const elements = [...document.body.querySelectorAll('*')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  );
  const dim = elements.flatMap((element) => {
    const [a, b] = [luminance(getComputedStyle(element).color), luminance(groundOf(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return ratio < 4.5 ? [`${ratio.toFixed(2)}: ${element.textContent}`] : [];
  });
  return { texts: elements.length, dim, ground: luminance(getComputedStyle(document.body).backgroundColor) };
}

test('on paper, everything is shown, in black on white and within the page', async () => {
  const page = await open({ colorScheme: 'dark' });
  const hidden = () =>
    page.evaluate(() =>
      [...document.body.querySelectorAll('main *')]
        .filter((element) => !element.checkVisibility({ contentVisibilityAuto: true }))
        .map(({ textContent }) => textContent),
    );
  expect(await hidden()).not.toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 680, height: 1000 }); // A4 without its margins
  expect(await hidden()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(680);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  expect(await page.evaluate(contrasts)).toMatchObject({ dim: [] });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('tr, .checks > li, .changes li')].filter(
      (element) => getComputedStyle(element).breakInside !== 'avoid',
    ),
  );
  expect(cut).toEqual([]);
  await page.close();
});
