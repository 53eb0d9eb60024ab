import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Verse } from '../../client/src/element/words/language.ts';
import { eventually } from '../support/eventually.ts';
import {
  countSubmissions,
  expectState,
  find,
  findField,
  hold,
  isFocused,
  john316,
  openSelects,
  settle,
  solveToday,
  submitButton,
  tabTo,
  timezoneId,
  visit,
} from './player.ts';
import { setUp } from './setup.ts';
import { WatchedPage } from './watched-page.ts';

const { service, browser } = await setUp();
await solveToday(service, 'chooser');
const watched = await WatchedPage.open(browser, [service.url], { timezoneId, hasTouch: true });
afterAll(() => watched[Symbol.asyncDispose]());
const { page } = watched;
await visit(page, service, 'chooser');
beforeEach(async () => {
  await page.reload();
  await expectState(page, 'Choose a verse');
  await setValue(undefined); // the last test's
});

/** As the page around the element may, whatever the player does. */
const setValue = async (value: Verse | undefined) =>
  await page
    .locator('submit-verse')
    .evaluate((it, verse) => Object.assign(it, { value: verse }), value)
    .then(() => {});

/** Types into the empty field, once there is what understands it. */
async function type(text: string): Promise<void> {
  await findField(page).focus();
  await page.locator('[part=find][aria-autocomplete]').waitFor();
  await page.keyboard.type(text);
}

const select = (label: string) => page.getByLabel(label, { exact: true });
const selects = ['Book', 'Chapter', 'Verse'].map(select);
/** The values of the three selects. */
const chosen = async () => await Promise.all(selects.map((it) => it.inputValue()));

test('the three selects are a group in which nothing is chosen at first, and are used by keyboard', async () => {
  expect(await chosen()).toEqual(['', '', '']);
  expect([await select('Chapter').isDisabled(), await select('Verse').isDisabled()]).toEqual([true, true]);
  expect([await submits(), await submitButton(page).isEnabled()]).toEqual(['Submit', false]);
  await openSelects(page);
  expect(await page.getByRole('group', { name: 'The verse' }).getByRole('combobox').count()).toBe(3);
  const groups = select('Book').locator('optgroup');
  expect(await groups.evaluateAll((all) => all.map((it) => it.getAttribute('label')))).toEqual([
    'Old Testament',
    'New Testament',
  ]);
  const offers = async () => await Promise.all(selects.map((it) => it.locator('option:enabled').count()));
  expect(await offers()).toEqual([66, 0, 0]); // no choice cannot be chosen again
  await tabTo(page, select('Book'));
  for (const text of ['psalms', '119', '176']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  expect([await chosen(), await offers()]).toEqual([
    ['PSA', '119', '176'],
    [66, 150, 176],
  ]);
  expect([await submits(), await submitButton(page).isEnabled()]).toEqual(['Submit Psalm 119:176', true]);
});

test('a new book has no chapter yet, and a new chapter no verse; the field shows what is chosen', async () => {
  await openSelects(page);
  for (const [label, value, want] of [
    ['Book', 'PSA', ''],
    ['Chapter', '119', ''],
    ['Verse', '176', 'Psalm 119:176'],
    ['Chapter', '117', ''],
    ['Verse', '2', 'Psalm 117:2'],
    ['Book', 'GEN', ''],
    ['Book', 'JUD', ''], // its chapter is the only one
    ['Verse', '3', 'Jude 1:3'],
  ] as const) {
    await select(label).selectOption(value);
    expect(await submits()).toBe(`Submit ${want}`.trim());
    expect(await findField(page).inputValue()).toBe(want);
  }
  await page.getByRole('button', { name: 'Next verse' }).click();
  expect([await findField(page).inputValue(), await chosen()]).toEqual(['Jude 1:4', ['JUD', '1', '4']]);
  await findField(page).fill('');
  expect([await submits(), await chosen()]).toEqual(['Submit', ['', '', '']]);
});

test.each([320, 1280])('at %i pixels, the book has a line of its own, above chapter and verse', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  await openSelects(page);
  for (const id of ['LAM', '1TH']) {
    await select('Book').selectOption(id);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const boxes = await Promise.all(selects.map((it) => it.evaluate((each) => each.getBoundingClientRect())));
    const [book, chapter, verse] = boxes as [DOMRect, DOMRect, DOMRect];
    expect(chapter.y).toBeGreaterThan(book.y + book.height);
    expect(verse.y).toBe(chapter.y);
    expect(verse.x).toBeGreaterThan(chapter.x + chapter.width);
    expect(Math.abs(chapter.width - verse.width)).toBeLessThanOrEqual(1);
    expect(book.width).toBeCloseTo(verse.x + verse.width - chapter.x, 0);
  }
});

/** What the field offers; the one that Enter picks has a star. */
const offered = async () =>
  await page
    .getByRole('listbox')
    .getByRole('option')
    .evaluateAll((options) => options.map((it) => it.textContent + (it.ariaSelected === 'true' ? ' *' : '')));
const note = () => page.locator('[part=problem]').innerText();
const submits = async () => await submitButton(page).innerText();

describe('find a verse', () => {
  test('a verse is chosen while it is typed; Enter writes it out, and never submits', async () => {
    const sent = countSubmissions(page);
    await type('ps 23');
    expect(await submits()).toBe('Submit Psalm 23:1');
    expect(await note()).toBe('Psalm 23 has 6 verses; this is the first.');
    await page.keyboard.type(':4');
    expect([await submits(), await note()]).toEqual(['Submit Psalm 23:4', '']);
    expect(await findField(page).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Tab'); // leaving the field changes nothing
    expect([await submits(), await findField(page).inputValue()]).toEqual(['Submit Psalm 23:4', 'ps 23:4']);
    await findField(page).press('Enter');
    expect(await findField(page).inputValue()).toBe('Psalm 23:4');
    await findField(page).press('Enter');
    expect(await chosen()).toEqual(['PSA', '23', '4']);
    expect(sent.count).toBe(0);
  });

  test('screen readers read the verse once, when the player has paused, not each one on the way', async () => {
    await find(page, 'Ruth 1:16');
    await page.getByText('And Ruth said').waitFor();
    await page.locator('form blockquote[aria-live=polite]').waitFor();
    const read = await page.locator('form blockquote').evaluateHandle((quote) => {
      const read: (string | null)[] = [];
      new MutationObserver(() => quote.ariaLive === 'polite' && read.push(quote.textContent)).observe(quote, {
        attributeFilter: ['aria-live'],
      });
      return read;
    });
    await findField(page).fill('');
    await findField(page).pressSequentially('john 11:35', { delay: 50 });
    await page.getByText('Jesus wept.').waitFor();
    await page.locator('form blockquote[aria-live=polite]').waitFor();
    expect(await read.jsonValue()).toEqual(['Jesus wept.']);
  });

  test('what may mean several books is offered, by keyboard', async () => {
    await find(page, 'j 3');
    expect(await submitButton(page).isDisabled()).toBe(true); // nothing is guessed
    expect(await note()).toBe('Did you mean John 3?');
    const all = ['John 3', 'James 3', '1 John 3', 'Job 3', 'Joshua 3'];
    await page.getByText('5 suggestions').waitFor({ state: 'attached' }); // for screen readers
    await page.keyboard.press('Shift+ArrowDown'); // selects text, as in every field
    expect(await offered()).toEqual([`${all[0]} *`, ...all.slice(1)]);
    await page.keyboard.press('ArrowDown');
    expect(await offered()).toEqual([all[0], `${all[1]} *`, ...all.slice(2)]);
    const field = findField(page);
    expect(await field.evaluate((it) => it.ariaActiveDescendantElement?.textContent)).toBe(all[1]);
    expect(await isFocused(field)).toBe(true);
    await watched.expectAccessible();
    await field.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    expect([await submits(), await note()]).toEqual(['Submit', 'Which verse? 1 to 26']);
  });

  test('a book that is picked asks for its chapter, and that for its verse; numbers alone are of that book', async () => {
    const shown = async () => [await findField(page).inputValue(), await submits(), await note()];
    await find(page, 'John 3:16');
    await findField(page).fill('pe');
    await page.getByRole('listbox').getByText('2 Peter').click();
    expect(await shown()).toEqual(['2 Peter ', 'Submit', 'Which chapter? 1 to 3']);
    expect(await isFocused(findField(page))).toBe(true);
    await page.keyboard.press('Backspace');
    expect(await shown()).toEqual(['2 Peter', 'Submit', 'Which chapter? 1 to 3']);
    await page.getByRole('listbox').getByText('2 Peter 3').click();
    expect(await shown()).toEqual(['2 Peter 3:', 'Submit', 'Which verse? 1 to 18']);
    await page.getByRole('option', { name: '2 Peter 3:8' }).waitFor(); // which many know
    await page.keyboard.type('9');
    expect(await shown()).toEqual(['2 Peter 3:9', 'Submit 2 Peter 3:9', '']);
    await page.keyboard.press('Backspace');
    expect(await shown()).toEqual(['2 Peter 3:', 'Submit', 'Which verse? 1 to 18']);
    await find(page, 'jude');
    expect(await shown()).toEqual(['Jude 1:', 'Submit', 'Which verse? 1 to 25']);
    await find(page, '1:21');
    expect(await shown()).toEqual(['Jude 1:21', 'Submit Jude 1:21', '']);
    for (const giveUp of [async () => await findField(page).fill(''), async () => await setValue(undefined)]) {
      await find(page, 'John 3:16');
      await giveUp();
      await find(page, '1:1');
      await page.getByText('We don’t know the book.').waitFor();
    }
  });

  test('what names no verse is said at the field, which keeps it, and nothing stays chosen', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    const field = findField(page);
    for (const [typed, why] of [
      ['Jude 26', 'The last verse of Jude 1 is 25.'],
      ['john 22', 'The last chapter of John is 21.'],
      ['Gandalf 3:16', 'We don’t know the book.'],
      ['Sirach 3', 'Sirach is not among the 66 books.'],
      [
        `Hezekiah${'h'.repeat(80)}`,
        `Nothing found for “Hezekiah${'h'.repeat(31)}…”. Words are searched in the King James Version.`,
      ],
    ] as const) {
      await find(page, 'John 3:16');
      await find(page, typed);
      await page.getByText(why).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      const described = field.evaluate((it) => it.ariaDescribedByElements?.map(({ textContent }) => textContent));
      expect([await field.getAttribute('aria-invalid'), await described]).toEqual(['true', [why]]);
      expect([await field.inputValue(), await chosen(), await submits()]).toEqual([typed, ['', '', ''], 'Submit']);
    }
    await find(page, 'John 3:17');
    expect([await field.getAttribute('aria-invalid'), await note()]).toEqual(['false', '']);
  });

  test.each([
    ['key', async (): Promise<void> => await page.keyboard.type('3')],
    ['network', async (): Promise<void> => void (await page.evaluate(() => dispatchEvent(new Event('online'))))],
  ] as const)(
    'where it cannot be loaded, a verse is chosen by its book, until it is back with the next %s',
    async (_, goOn) => {
      await page.route('**/submit/search-*', (route) => route.abort());
      await findField(page).focus();
      await page.getByText('The search needs the network. Choose by book instead.').waitFor();
      for (const [index, value] of ['RUT', '1', '16'].entries()) await selects[index]?.selectOption(value);
      expect(await submits()).toBe('Submit Ruth 1:16');
      await findField(page).fill('ps 2');
      await settle(page);
      await page.unrouteAll({ behavior: 'wait' });
      watched.complaints.splice(0); // the loads that failed
      await goOn();
      await page.getByRole('button', { name: /^Submit Psalm 23?:1$/ }).waitFor();
      expect(await isFocused(findField(page))).toBe(true);
    },
  );
});

describe('verses that are found by their words, late,', () => {
  const song = "Song of Songs 1:1 The song of songs, which is Solomon's.";
  /** Types words of verses, which come later. */
  async function typeWords(words: string): Promise<() => Promise<void>> {
    await findField(page).focus();
    await page.locator('[part=find][aria-autocomplete]').waitFor();
    const resolve = await hold(page, '**/api/verses?*');
    await Promise.all([page.waitForRequest('**/api/verses?*'), findField(page).fill(words)]);
    return async () => {
      resolve();
      await page.unrouteAll({ behavior: 'wait' });
      await settle(page);
    };
  }
  const list = () => page.getByRole('listbox');

  test('follow what is offered already, where the keyboard is, and Enter waits for them', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    const respond = await typeWords('song of songs');
    await page.keyboard.press('ArrowDown');
    await respond();
    await page.getByText(song.slice(18)).waitFor();
    expect((await offered()).slice(0, 2)).toEqual(['Song of Songs *', song]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const respondAgain = await typeWords('god so loved');
    await page.keyboard.press('Enter');
    await respondAgain();
    await page.getByRole('option', { name: /^1 John 4:11/ }).waitFor();
    expect([(await offered())[0], await note()]).toEqual([expect.stringMatching(/^1 John 4:11 .* \*$/), '']);
    const found = await page.getByRole('option').first().locator('mark').allInnerTexts();
    expect(found).toEqual(['God', 'so', 'loved']);
    await (await typeWords('should not perish'))();
    await page.getByRole('option').first().waitFor();
    expect((await offered())[0]).toMatch(/^John 3:1[56] … believeth in him should not perish/);
    const respondOnce = await typeWords('so loved the world that he gave');
    await page.keyboard.press('Enter');
    await respondOnce();
    await page.getByRole('button', { name: 'Submit John 3:16' }).waitFor(); // the only one with all of them
    await find(page, '1. Korinther 13,4'); // no words, but a reference in another language of the element
    await page.getByRole('button', { name: 'Submit 1 Corinthians 13:4' }).waitFor();
  });

  test('are not offered after a choice, nor when the player is elsewhere', async () => {
    const respond = await typeWords('song of songs');
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await respond();
    expect([await submits(), (await offered())[0]]).toEqual(['Submit', 'Song of Songs 2']);
    const respondAgain = await typeWords('Jesus wept');
    await page.keyboard.press('Tab');
    await respondAgain();
    expect(await list().isVisible()).toBe(false);
    await findField(page).press('ArrowDown');
    expect((await offered())[0]).toBe('John 11:35 Jesus wept. *');
  });

  test('are searched again as soon as there is a network', async () => {
    await page.route('**/api/verses?*', (route) => route.abort());
    await type('jesus wept');
    await page.getByText('The search needs the network. Choose by book instead.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    watched.complaints.splice(0); // the search that failed
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('option', { name: /^John 11:35/ }).waitFor();
    expect(await note()).toBe('');
  });

  test('do not replace what is pressed', async () => {
    const respond = await typeWords('song of songs');
    await list().getByText('Song of Songs').hover();
    await page.mouse.down();
    await respond();
    expect(await offered()).toEqual(['Song of Songs']);
    await page.mouse.up();
    expect([await note(), await isFocused(findField(page))]).toEqual(['Which chapter? 1 to 8', true]);
  });
});

test('keys that an input method takes neither move through the suggestions nor pick one', async () => {
  await find(page, 'j 3');
  const press = async (key: string) =>
    await findField(page).evaluate((it, init) => it.dispatchEvent(new KeyboardEvent('keydown', init)), {
      ...{ key, keyCode: 229, cancelable: true, bubbles: true },
    });
  for (const key of ['ArrowDown', 'Escape', 'Enter']) expect(await press(key)).toBe(true); // not prevented
  expect([(await offered())[0], await findField(page).inputValue()]).toEqual(['John 3 *', 'j 3']);
});

describe('a press on the button that submits', () => {
  const button = submitButton(page);
  const place = async () => JSON.stringify([await button.innerText(), await button.boundingBox()]);
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

  test.each([edge, { x: 150, y: 22 }])(
    'submits the verse that it names, and what comes meanwhile is shown afterwards (%o)',
    async (position) => {
      await find(page, 'John 3:16');
      await button.hover({ position }); // scrolls there
      const before = await place();
      await page.mouse.down();
      await setValue({ bookId: 'PSA', chapter: 23, verse: 1 });
      await settle(page);
      expect(await place()).toBe(before);
      await page.mouse.up();
      expect(await submitted()).toEqual([john316]);
      await page.getByRole('button', { name: 'Submit Psalm 23:1' }).waitFor();
      expect(await findField(page).inputValue()).toBe('Psalm 23:1');
    },
  );

  test('by a finger submits what has just been typed; what is not understood yet is not submitted', async () => {
    const respond = await hold(page, '**/submit/search-*');
    await findField(page).fill('John 3:16'); // as the page writes it
    await button.tap({ position: edge });
    expect(await submitted()).toEqual([john316]);
    await findField(page).fill('ps 23');
    expect(await button.isDisabled()).toBe(true);
    await findField(page).press('Enter');
    respond();
    await page.getByRole('button', { name: 'Submit Psalm 23:1' }).waitFor();
    expect(await findField(page).inputValue()).toBe('Psalm 23:1'); // as Enter writes it, which waited
    await page.unrouteAll({ behavior: 'wait' });
  });
});

test('after a surprise, a button leads back to the verse that was chosen before', async () => {
  const surprise = page.getByRole('button', { name: 'Surprise me' });
  const back = page.getByRole('button', { name: /^Back to/ });
  await find(page, 'John 3:16');
  await surprise.click();
  await back.filter({ hasText: 'John 3:16' }).waitFor();
  const first = await submits();
  expect(first).not.toBe('Submit John 3:16');
  await surprise.click();
  await eventually('another verse is chosen', async () => (await submits()) !== first);
  expect(await back.innerText()).toBe(first.replace('Submit', 'Back to'));
  await back.click();
  expect(await submits()).toBe(first);
  expect([await back.count(), await isFocused(surprise)]).toEqual([0, true]);
  await page.reload();
  await page.route('**/submit/surprise-*', async (route) => {
    await find(page, 'Ruth 1:16');
    await route.continue();
  });
  await Promise.all([page.waitForResponse('**/submit/surprise-*'), surprise.click()]);
  await settle(page);
  expect(await submits()).toBe('Submit Ruth 1:16'); // the later choice stays
});

test('expectAccessible finds a focus ring in the colour of the page', async () => {
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
    ['button surprise', 'button by-book', 'button previous', 'button next', 'button submit'].map((name) =>
      expect.stringContaining(`the ring of ${name}`),
    ),
  );
});
