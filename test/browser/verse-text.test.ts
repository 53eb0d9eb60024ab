import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  expectState,
  find,
  findField,
  hold,
  popular,
  settle,
  solveToday,
  submissions,
  submitButton,
  visit,
} from './player.ts';
import { setUp } from './setup.ts';

const { service, open, openForm } = await setUp();

const chapters = '**/api/chapters/**';

/** What the form shows of the chosen verse: its words, its reference and the translation. */
async function shownText(page: Page): Promise<string[]> {
  return await page.locator('form figure').evaluate((figure) =>
    ['text', 'reference', 'translation'].map((part) => {
      const element = figure.querySelector<HTMLElement>(`[part=${part}]`);
      return element?.checkVisibility({ visibilityProperty: true }) ? element.innerText : '';
    }),
  );
}

async function expectText(page: Page, ...[words, ...about]: [string, ...string[]]): Promise<void> {
  await page.getByText(words).waitFor();
  expect((await shownText(page)).slice(1)).toEqual(about);
}

test('the chosen verse is in large type, with its translation; the verses beside it need no other chapter', async () => {
  const { page, requests, expectAccessible } = await openForm('reader', { viewport: { width: 1200, height: 800 } });
  expect(await page.locator('form figure').isVisible()).toBe(false);
  await find(page, 'John 11:35');
  await expectText(page, 'Jesus wept.', 'John 11:35', 'King James Version');
  await page.getByRole('button', { name: 'Next verse' }).click();
  await expectText(page, 'Then said the Jews, Behold how he loved him!', 'John 11:36', 'King James Version');
  expect(requests.filter((request) => request.includes('/api/chapters/'))).toEqual([
    `GET ${service.url}/api/chapters/JHN/11`,
  ]);
  const size = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(await size('form blockquote')).toBeGreaterThan(1.3 * (await size('form label')));
  // A screen reader reads English as English, and reads the words when they come.
  expect(await page.locator('form blockquote').getAttribute('lang')).toBe('en');
  await page.locator('form blockquote[aria-live=polite]').waitFor();
  await expectAccessible();
  for (const [reference, isFirst] of [
    ['Genesis 1:1', true],
    ['Revelation 22:21', false],
  ] as const) {
    await find(page, reference);
    const isDisabled = async (name: string) => await page.getByRole('button', { name }).isDisabled();
    expect([await isDisabled('Previous verse'), await isDisabled('Next verse')]).toEqual([isFirst, !isFirst]);
  }
});

test('while a verse is on its way, its reference stands there alone, and it can be submitted', async () => {
  const { page, expectAccessible } = await openForm('waiting', { viewport: { width: 1200, height: 800 } });
  await find(page, 'John 3:16');
  await expectText(page, 'For God so loved the world', 'John 3:16', 'King James Version');
  const respond = await hold(page, chapters);
  const height = async () => (await page.locator('form figure').boundingBox())?.height;
  const before = await height();
  await find(page, 'Ruth 1:16');
  expect((await shownText(page)).slice(0, 2)).toEqual(['', 'Ruth 1:16']);
  expect(await height()).toBe(before);
  expect(await submitButton(page).innerText()).toBe('Submit Ruth 1:16');
  respond();
  await expectText(page, 'And Ruth said, Intreat me not to leave thee', 'Ruth 1:16', 'King James Version');

  await page.unrouteAll({ behavior: 'wait' });
  await page.route(chapters, (route) => route.abort());
  await find(page, 'Psalm 23:1');
  await page.getByText('We can’t load the text right now').waitFor();
  expect((await shownText(page)).slice(0, 2)).toEqual(['', 'Psalm 23:1']);
  await expectAccessible();
  await submitButton(page).click();
  await expectState(page, /is your day$/);
  expect(await page.locator('[part=card] blockquote').isVisible()).toBe(false);
});

test('from the choice on, the words and the day of a popular verse have their place above Submit', async () => {
  const { page } = await openForm('patient');
  const place = async () => await submitButton(page).evaluate((it) => it.getBoundingClientRect().top + scrollY);
  for (const [width, verse, words] of [
    [320, 'John 3:16', 'For God so loved the world'],
    [390, 'Romans 8:28', 'And we know that all things work'],
    [768, 'John 3:16', 'For God so loved the world'],
    [1280, 'Romans 8:28', 'And we know that all things work'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const respond = await hold(page, chapters);
    const { promise: held, resolve: forecast } = Promise.withResolvers<void>();
    await page.route('**/api/eligibility?*bookId=*', async (route) => {
      await held;
      await route.fulfill({ json: popular });
    });
    await find(page, verse);
    const before = await place();
    respond();
    forecast();
    await page.getByText(words).waitFor();
    await page.getByText('September 30, 2099').waitFor();
    expect([width, await place()]).toEqual([width, before]);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('nothing jumps in a whole story, however slow the network is', async () => {
  const player = 'still';
  await solveToday(service, player);
  // Verses of the past, which are below the form.
  await service.database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
       select $1, 'PSA', 23, n, $2::date - 8 * n, now() - interval '9 days' * n from generate_series(1, 3) n`,
    [player, '2026-10-01'],
  );
  const { page } = await open({ viewport: { width: 390, height: 800 } });
  // Longer than the half second in which a shift counts as the player's own doing.
  for (const url of [chapters, submissions, '**/api/submissions', '**/api/eligibility*']) {
    await page.route(url, async (route) => {
      await page.waitForTimeout(700);
      await route.continue();
    });
  }
  await page.addInitScript(() => {
    const shifts: { value: number; hadRecentInput: boolean }[] = [];
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as never[]))).observe({
      type: 'layout-shift',
      buffered: true,
    });
    Object.assign(globalThis, { shifts });
  });
  // Shifts soon after a key are the player's own doing.
  const type = async (text: string) => {
    await findField(page).focus();
    await page.locator('[part=find][aria-autocomplete]').waitFor();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await visit(page, service, player);
  await expectState(page, 'Choose a verse');
  await page.getByRole('listitem').first().waitFor();
  await type('John 3:15');
  await page.getByText('That whosoever believeth in him').waitFor();
  await page.getByRole('button', { name: 'Next verse' }).click();
  await page.getByText('For God so loved the world').waitFor();
  await type('ps 1');
  await page.getByText('Blessed is the man').waitFor();
  await submitButton(page).click();
  await expectState(page, /is your day$/);
  await page.unrouteAll({ behavior: 'wait' }); // the list, which is the last that moves
  await settle(page);
  const shift = await page.evaluate(() => {
    const { shifts } = globalThis as unknown as { shifts: { value: number; hadRecentInput: boolean }[] };
    return shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0);
  });
  expect(shift).toBeLessThanOrEqual(0.05);
});
