import { beforeEach, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { operationsOf } from '../../contract/document/operations.ts';
import { readContract } from '../../contract/document/read.ts';
import { refName } from '../../contract/document/references.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { eventually } from '../support/eventually.ts';
import { token, validSubmission } from '../support/service.ts';
import { setUp } from './setup.ts';

// Swagger UI's icons are data: URLs, for which nothing is sent.
const { service, open } = await setUp({ desk: true }, ['data:image']);

let page: Page;
let requests: readonly string[];
beforeEach(async () => {
  ({ page, requests } = await open());
});

/** Opens the page and an operation, filled in with the contract's example. */
async function openOperation(id = 'submitVerse', path = '/docs'): Promise<Locator> {
  await page.goto(service.url + path);
  const operation = page.locator(`[id^=operations-][id$=-${id}]`); // the tag is between the two
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.responses-table').first().waitFor();
  return operation;
}

async function authorize(jwt: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).click();
  const dialog = page.locator('.modal-ux');
  await dialog.getByRole('textbox').fill(jwt);
  await dialog.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}

/** Sends the request, and returns the response as the page shows it. */
async function execute(): Promise<string> {
  const received = page.waitForResponse((response) => response.request().method() === submitVerseOperation.method);
  await page.getByRole('button', { name: 'Execute' }).click();
  const status = page.locator('.response-col_status', { hasText: String((await received).status()) });
  return await page.locator('.live-responses-table tbody .response').filter({ has: status }).innerText();
}

test('a reader of /docs authorizes, submits a verse, and gets the cooldown', async () => {
  await service.solve('ann');
  const operation = await openOperation();
  expect(await execute()).toMatch(/^401.*"error": "Unauthorized"/s);

  await authorize(await token('ann'));
  const scheduled = await execute();
  const [submission] = await service.submissions();
  expect(scheduled).toMatch(/^201.*"reference": "John 3:16"/s);
  expect(scheduled).toContain(`"scheduledDate": "${submission?.date}"`);

  // With a key that the page fills in, another verse would get the 201 of the first one.
  await operation.locator('textarea').fill(JSON.stringify({ ...validSubmission, verse: 17 }));
  expect(await execute()).toMatch(/^429.*"error": "Cooldown active".*retry-after: \d+/s);
  const post = `POST ${service.url}${submitVerseOperation.path}`;
  expect(requests.filter((request) => request === post)).toHaveLength(3);
});

const operationNamed = (id: string, file?: 'contract/openapi.desk.yaml') => {
  const placed = operationsOf(readContract(file)).find(({ operation }) => operation.operationId === id);
  if (placed === undefined) throw new Error(`There is no operation ${id}`);
  return placed;
};

const linesOf = (cell: Element) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
};

test.each([
  { ...operationNamed('submitVerse'), path: '/docs' },
  { ...operationNamed('moveSubmission', 'contract/openapi.desk.yaml'), path: '/docs/openapi.desk' },
])(
  'the page shows the rules of $name on a phone, and on a wide screen, and fills in no header',
  async ({ name, path, operation: contract }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    const operation = await openOperation(contract.operationId, path);
    const text = await operation.innerText();
    expect(text.split(/\s/, 2).join(' ')).toBe(name);
    const row = (extension: string) => operation.locator('.opblock-section tr', { hasText: extension }).innerText();
    const { 'x-checks': checks = [], 'x-cooldown': cooldown, 'x-role': role } = contract;
    for (const [index, { name, status, error }] of checks.entries()) {
      expect(await row('x-checks')).toContain(`${index + 1}. ${name}: ${status} ${refName(error)}`);
      expect(text).toMatch(new RegExp(`^${name} \\(\\d{3}.*\\): `, 'm'));
    }
    if (cooldown !== undefined) expect(await row('x-cooldown')).toContain(cooldown);
    if (role !== undefined) expect(await row('x-role')).toContain(role);
    const maxBytes = contract.requestBody?.['x-max-bytes'];
    if (maxBytes !== undefined) expect(text).toContain(`at most ${maxBytes / 1024} KiB (x-max-bytes)`);
    const headers = await operation.getByPlaceholder(/^(Idempotency-Key|X-Request-Id)$/).all();
    expect(headers.length).toBeGreaterThan(0);
    for (const header of headers) expect(await header.inputValue()).toBe('');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);

    await page.setViewportSize({ width: 1280, height: 800 });
    const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
    expect(await widthOf(operation)).toBe(await widthOf(page.getByRole('navigation')));
    const cells = await operation.locator('td.response-col_status, .headers td:last-child').all();
    expect(cells.length).toBeGreaterThan(10);
    for (const cell of cells) expect(await cell.evaluate(linesOf)).toBe(1); // no status or type is broken
  },
);

test('the page and its guides have the paper and the type of /submit, light and dark, and follow a change', async () => {
  const looksOf = async (selector: string) => {
    const { backgroundColor, color } = await page.evaluate(() => getComputedStyle(document.documentElement));
    const part = page.locator(selector).first();
    return { backgroundColor, color, fontFamily: await part.evaluate((it) => getComputedStyle(it).fontFamily) };
  };
  const looks: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${service.url}/submit`);
    const expected = await looksOf('h1');
    await page.goto(`${service.url}/docs/embedding`);
    expect(await looksOf('h1')).toEqual(expected);
    const operation = await openOperation();
    for (const part of ['.info .title', '.opblock-tag', '.opblock-description-wrapper p', '.btn.execute'])
      expect(await looksOf(part)).toEqual(expected);
    expect(await operation.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
    looks.push(expected.backgroundColor);
  }
  expect(looks[0]).not.toBe(looks[1]);
  await page.emulateMedia({ colorScheme: 'light' });
  await eventually('another background', async () => (await looksOf('.info .title')).backgroundColor === looks[0]);
});
