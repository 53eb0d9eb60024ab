import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { division } from '../../src/generated/division.ts';
import { TestService } from '../support/service.ts';
import { launchBrowser } from './launch.ts';
import {
  countSubmissions,
  expectState,
  find,
  findField,
  isFocused,
  john316,
  solveToday,
  submitButton,
  tabTo,
  timezoneId,
  visit,
} from './player.ts';
import { WatchedPage } from './watched-page.ts';

let service: TestService;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  service = await TestService.start();
  browser = await launchBrowser();
  await solveToday(service, 'chooser');
  watched = await WatchedPage.open(browser, [service.url], { timezoneId, hasTouch: true });
  page = watched.page;
  await visit(page, service, 'chooser');
});
afterAll(async () => {
  await watched?.[Symbol.asyncDispose]();
  await browser?.close();
  await service[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await page.reload();
  await expectState(page, 'Choose a verse');
});

const select = (label: string) => page.getByLabel(label, { exact: true });
/** The values of the three selects. */
const chosen = async () =>
  await Promise.all(['Book', 'Chapter', 'Verse'].map(async (label) => await select(label).inputValue()));

test('nothing is chosen at first, and the button waits', async () => {
  expect(await chosen()).toEqual(['', '', '']);
  expect([await select('Chapter').isDisabled(), await select('Verse').isDisabled()]).toEqual([true, true]);
  expect(await submitButton(page).isDisabled()).toBe(true);
  expect(await submitButton(page).innerText()).toBe('Submit');
  await find(page, 'John 3:16');
  expect(await chosen()).toEqual(['JHN', '3', '16']);
  expect(await submitButton(page).isEnabled()).toBe(true);
  expect(await submitButton(page).innerText()).toBe('Submit John 3:16');
});

test('a new book begins at 1:1, a new chapter at its first verse', async () => {
  for (const [label, value, want] of [
    ['Book', 'PSA', 'Psalm 1:1'],
    ['Chapter', '119', 'Psalm 119:1'],
    ['Verse', '176', 'Psalm 119:176'],
    ['Chapter', '117', 'Psalm 117:1'],
    ['Verse', '2', 'Psalm 117:2'],
    ['Book', 'GEN', 'Genesis 1:1'],
    ['Book', 'JUD', 'Jude 1:1'],
  ] as const) {
    await select(label).selectOption(value);
    expect(await submitButton(page).innerText()).toBe(`Submit ${want}`);
  }
});

test('by keyboard: the three selects, from one to the next', async () => {
  await tabTo(page, select('Book'));
  for (const text of ['john', '3', '16']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  expect(await chosen()).toEqual(['JHN', '3', '16']);
  expect(await isFocused(page.getByRole('button', { name: 'Previous verse' }))).toBe(true);
});

test('a screen reader hears what the three selects are for', async () => {
  const group = page.getByRole('group', { name: 'The verse' });
  expect(await group.getByRole('combobox').count()).toBe(3);
  expect(await findField(page).getAttribute('aria-invalid')).not.toBe('true');
  await page.getByLabel('Find a verse').waitFor();
});

describe('find a verse', () => {
  test('Enter sets the selects and empties the field, and never submits', async () => {
    const sent = countSubmissions(page);
    await find(page, 'ps 23 1');
    expect(await chosen()).toEqual(['PSA', '23', '1']);
    expect(await findField(page).inputValue()).toBe('');
    expect(await isFocused(findField(page))).toBe(true);
    await findField(page).press('Enter');
    await find(page, 'no such book');
    await findField(page).press('Enter');
    expect(await chosen()).toEqual(['PSA', '23', '1']);
    await page.waitForTimeout(300);
    expect(sent.count).toBe(0);
    await expectState(page, 'Choose a verse');
  });

  test('leaving the field does the same', async () => {
    await findField(page).fill('1 cor 13');
    await page.keyboard.press('Tab');
    expect(await chosen()).toEqual(['1CO', '13', '1']);
  });

  test('a verse does not exist, and the page says why', async () => {
    await find(page, 'John 3:16');
    const typed = `Hezekiah${'h'.repeat(80)} 3:16`;
    await page.setViewportSize({ width: 320, height: 800 });
    await find(page, typed);
    const why = `No book is called “${typed.slice(0, -5)}”.`;
    const alert = page.getByRole('alert'); // announced as soon as it has a text
    expect(await alert.innerText()).toBe(why);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const field = findField(page);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((it) => it.ariaDescribedByElements?.map(({ textContent }) => textContent))).toEqual([
      why,
    ]);
    expect(await field.inputValue()).toBe(typed); // to be mended
    expect(await chosen()).toEqual(['JHN', '3', '16']);
    await watched.expectAccessible();

    await find(page, 'John 3:17');
    expect(await field.getAttribute('aria-invalid')).toBe('false');
    expect(await alert.innerText()).toBe('');
  });
});

describe('a press on the button that submits', () => {
  const button = () => submitButton(page);
  const place = async () => JSON.stringify([await button().innerText(), await button().boundingBox()]);
  /** What the page has been asked to submit, which it prevents. */
  const submitted = async () => await page.evaluate('submitted');
  const edge = { x: 8, y: 8 };
  beforeEach(async () => {
    await page.evaluate(() => {
      const submitted: unknown[] = [];
      Object.assign(globalThis, { submitted });
      document.addEventListener('before-submit', (event) => {
        event.preventDefault();
        submitted.push((event as CustomEvent).detail);
      });
    });
  });

  test.each([
    ['on its edge', 'ps 23'],
    ['on its edge', 'hezekiah'],
    ['on its letters', 'ps 23'],
    ['by a finger', 'ps 23'],
  ])('%s, submits the verse that it names, not %s, which is typed in the field', async (where, typed) => {
    await find(page, 'John 3:16');
    await page.getByText('For God so loved the world').waitFor();
    await findField(page).fill(typed);
    const { width = 0, height = 0 } = (await button().boundingBox()) ?? {};
    const position = where === 'on its letters' ? { x: width / 2, y: height / 2 } : edge;
    await button().hover({ position }); // scrolls there
    const before = await place();
    if (where === 'by a finger') await button().tap({ position });
    else {
      await page.mouse.down();
      expect(await place()).toBe(before);
      await page.mouse.up();
    }
    expect(await submitted()).toEqual([john316]);
    expect(await place()).toBe(before);
    expect(await findField(page).inputValue()).toBe(typed);
  });

  test('a verse that comes meanwhile is shown afterwards', async () => {
    await find(page, 'John 3:16');
    await button().hover({ position: edge });
    await page.mouse.down();
    await page
      .locator('submit-verse')
      .evaluate((it) => Object.assign(it, { value: { bookId: 'PSA', chapter: 23, verse: 1 } }));
    expect(await button().innerText()).toBe('Submit John 3:16');
    await page.mouse.up();
    expect(await submitted()).toEqual([john316]);
    await page.getByRole('button', { name: 'Submit Psalm 23:1' }).waitFor();
  });

  test('before a verse is chosen, it chooses what is typed, and submits nothing', async () => {
    await findField(page).fill('ps 23');
    await button().click({ position: edge, force: true });
    await page.getByRole('button', { name: 'Submit Psalm 23:1' }).waitFor();
    expect(await submitted()).toEqual([]);
  });

  test('stays where it is when a line says what is wrong with the typed verse', async () => {
    await find(page, 'John 3:16');
    await page.getByText('For God so loved the world').waitFor();
    const before = await place();
    await find(page, 'hezekiah');
    expect(await place()).toBe(before);
  });
});

test('a surprise is a verse that exists, and hardly twice the same', async () => {
  const seen = new Set<string>();
  for (let times = 0; times < 5; times++) {
    await page.getByRole('button', { name: 'Surprise me' }).click();
    const [book = '', chapter = '', verse = ''] = await chosen();
    const verses = division[book as keyof typeof division].verses[Number(chapter) - 1] ?? 0;
    expect(Number(verse)).toBeGreaterThanOrEqual(1);
    expect(Number(verse)).toBeLessThanOrEqual(verses);
    expect(await submitButton(page).innerText()).toMatch(new RegExp(`^Submit .+ ${chapter}:${verse}$`));
    seen.add(`${book} ${chapter}:${verse}`);
  }
  expect(seen.size).toBeGreaterThanOrEqual(3);
});

test.each([320, 1280])('at %i pixels, the book has a line of its own, above chapter and verse', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  for (const id of ['LAM', '1TH']) {
    await select('Book').selectOption(id);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const [book, chapter, verse] = await Promise.all(
      ['Book', 'Chapter', 'Verse'].map(async (label) => {
        const box = await select(label).boundingBox();
        if (box === null) throw new Error(`${label} is not shown`);
        return box;
      }),
    );
    if (book === undefined || chapter === undefined || verse === undefined) throw new Error('A select is missing');
    expect(chapter.y).toBeGreaterThan(book.y + book.height);
    expect(verse.y).toBe(chapter.y);
    expect(verse.x).toBeGreaterThan(chapter.x + chapter.width);
    expect(Math.abs(chapter.width - verse.width)).toBeLessThanOrEqual(1);
    expect(book.width).toBeCloseTo(verse.x + verse.width - chapter.x, 0);
  }
});

test('the ring of every control is seen, which is why expectAccessible looks at it: a ring in the colour of the page is found', async () => {
  await page.emulateMedia({ colorScheme: 'light' });
  await find(page, 'John 3:16');
  expect(await watched.ringFaults()).toEqual([]);
  await page.evaluate(() => {
    const root = document.querySelector('submit-verse')?.shadowRoot as ShadowRoot;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('button:focus-visible{outline-color:#fff!important}');
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  });
  expect(await watched.ringFaults()).toEqual(
    ['button surprise', 'button previous', 'button next', 'button submit'].map((name) =>
      expect.stringContaining(`the ring of ${name}`),
    ),
  );
});

test('every chapter of every book can be chosen with all its verses, and nothing else', async () => {
  await page.locator('submit-verse').evaluate((element) => element.setAttribute('text', 'off'));
  const offered = await page.evaluate(() => {
    const root = document.querySelector('submit-verse')?.shadowRoot as ShadowRoot;
    const [book, chapter, verse] = [...root.querySelectorAll('select')] as [
      HTMLSelectElement,
      HTMLSelectElement,
      HTMLSelectElement,
    ];
    const choose = (select: HTMLSelectElement, value: string) => {
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    };
    /** What a player can choose. */
    const values = (select: HTMLSelectElement) =>
      [...select.options].filter(({ disabled }) => !disabled).map(({ value }) => value);
    const { scrollWidth } = document.documentElement;
    const verses = values(book).map((id) => {
      choose(book, id);
      const counts = values(chapter).map((number) => {
        choose(chapter, number);
        return values(verse).length;
      });
      return [id, counts, document.documentElement.scrollWidth === scrollWidth];
    });
    const groups = [...book.querySelectorAll('optgroup')].map((group) => [group.label, group.childElementCount]);
    return { verses, groups };
  });
  expect(offered.verses).toEqual(Object.entries(division).map(([id, { verses }]) => [id, verses, true]));
  expect(offered.groups).toEqual([
    ['Old Testament', 39],
    ['New Testament', 27],
  ]);
});
