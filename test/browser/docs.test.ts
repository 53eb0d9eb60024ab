import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { TestService, token } from '../support/service.ts';
import { launchBrowser } from './launch.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await TestService.start();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service[Symbol.asyncDispose]();
});

let page: Page;
/** Every request of the page, as `POST http://127.0.0.1:3000/api/submit-verse`. */
let requests: string[];
/** Exceptions, violations of the Content-Security-Policy and failed loads. */
let complaints: string[];
beforeEach(async () => {
  requests = [];
  complaints = [];
  page = await browser.newPage();
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The browser reports each status of 400 or more, but the API's rejections are expected here.
    const isRejection = message.location().url === service.url + submitVerseOperation.path;
    if (['error', 'warning'].includes(message.type()) && !isRejection) complaints.push(message.text());
  });
});
afterEach(async () => {
  await page.close();
});

/** Requests to other origins. Swagger UI's icons are data: URLs, for which nothing is sent. */
function sentElsewhere(): string[] {
  return requests.filter((request) => !request.includes(` ${service.url}/`) && !request.includes(' data:'));
}

/** Opens the page and its only operation, filled in with the contract's example. */
async function openOperation(): Promise<void> {
  await page.goto(`${service.url}/docs`);
  await page.locator('#operations-Submissions-submitVerse .opblock-summary-control').click();
  // With a key that the page fills in, a second request would get the 201 again.
  await expect(page.getByPlaceholder('Idempotency-Key').inputValue()).resolves.toBe('');
}

async function authorize(jwt: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).click();
  const dialog = page.locator('.modal-ux');
  await dialog.getByRole('textbox').fill(jwt);
  await dialog.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}

/** Sends the request, and returns the response as the page shows it. */
async function execute(): Promise<{ status: string; details: string }> {
  const received = page.waitForResponse((response) => response.request().method() === submitVerseOperation.method);
  await page.getByRole('button', { name: 'Execute' }).click();
  const status = String((await received).status());
  const row = page
    .locator('.live-responses-table tbody .response')
    .filter({ has: page.locator('.response-col_status', { hasText: status }) });
  await row.waitFor();
  return {
    status: (await row.locator('.response-col_status').innerText()).trim(),
    details: await row.locator('.response-col_description').innerText(),
  };
}

test('a reader of /docs authorizes, submits a verse, and gets the cooldown', async () => {
  await service.solve('ann');
  await openOperation();

  const rejected = await execute();
  expect(rejected.status).toMatch(/^401/);
  expect(rejected.details).toContain('"error": "Unauthorized"');

  await authorize(await token('ann'));
  const scheduled = await execute();
  const [submission] = await service.submissions();
  expect(scheduled.status).toMatch(/^201/);
  expect(scheduled.details).toContain(`"scheduledDate": "${submission?.date}"`);
  expect(scheduled.details).toContain('"reference": "John 3:16"');

  const again = await execute();
  expect(again.status).toMatch(/^429/);
  expect(again.details).toContain('"error": "Cooldown active"');
  expect(again.details).toMatch(/retry-after: \d+/);

  expect(requests.filter((request) => request === `POST ${service.url}${submitVerseOperation.path}`)).toHaveLength(3);
  expect(sentElsewhere()).toEqual([]);
  expect(complaints).toEqual([]);
});

test('/docs/ is the same page', async () => {
  await page.goto(`${service.url}/docs/`);
  await page.getByRole('heading', { name: 'Verse submissions' }).waitFor();
  expect(complaints).toEqual([]);
});

test('the page blocks foreign scripts and requests, which the first test would notice', async () => {
  await page.goto(`${service.url}/docs`);
  await expect(page.addScriptTag({ content: 'document.title = "changed"' })).rejects.toThrow();
  await expect(page.addScriptTag({ url: 'https://cdn.example/script.js' })).rejects.toThrow();
  await expect(page.evaluate('fetch("https://elsewhere.example/")')).rejects.toThrow();
  expect(sentElsewhere()).toEqual(['GET https://cdn.example/script.js']);
  expect(await page.title()).toBe('Verse submissions');
  for (const directive of ["script-src 'self'", "connect-src 'self'"]) {
    expect(complaints).toContainEqual(expect.stringContaining(`Content Security Policy directive: "${directive}"`));
  }
});
