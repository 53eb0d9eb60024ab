import { afterAll, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { insertSubmission } from '../support/submissions.ts';
import { asked, ElementSite, element, setToken } from './element-site.ts';
import { expectState, find, heading, pageDate, rowsOf } from './player.ts';

const site = await ElementSite.start();
afterAll(() => site[Symbol.asyncDispose]());
const { service } = site;

test('it follows its own lang, and a page in English loads no other language', async () => {
  await site.solveToday('hal');
  await using watched = await site.openElement(await setToken('hal'));
  const { page } = watched;
  await find(page, 'John 3:16');
  expect(watched.requests.filter((request) => request.includes('/languages/'))).toEqual([]);
  await element(page).evaluate((it) => it.setAttribute('lang', 'es'));
  await page.getByRole('button', { name: 'Enviar Juan 3:16' }).waitFor();
  expect(asked(watched)).toHaveLength(1); // nobody has submitted yet, so any verse has the next free day
});

test('it is in the language of the page, but for the page’s own texts and names', async () => {
  await site.solveToday('heidi');
  await using watched = await site.openElement(`history.replaceState(null, '', '?session=1#token=2');
    document.documentElement.lang = 'de-CH';
    element.bookNames = { JHN: 'Johannesevangelium' };
    element.texts = { submit: '{reference} vorschlagen' };
    ${await setToken('heidi')}`);
  const { page } = watched;
  await expectState(page, 'Wähle einen Vers');
  await page.getByLabel('Vers suchen').waitFor();
  await find(page, 'johannesevangelium 3,16');
  await page.getByRole('button', { name: 'Johannesevangelium 3,16 vorschlagen' }).click();
  await expectState(page, /^Dein Tag: /);
  const [row] = await rowsOf(service, 'heidi');
  const date = pageDate(row?.date ?? '', 'de-CH');
  expect(await heading(page, /^Dein Tag/).innerText()).toBe(`Dein Tag: ${date}`);
  // Without a link to the puzzle, the page is shared, but not what its address says of the player.
  const shared = page.evaluate(() => new Promise((resolve) => Object.assign(navigator, { share: resolve })));
  await page.locator('[part=card] [part~=share]').click();
  const text = `Ich habe den Vers vom ${date} ausgesucht. Errätst du ihn?`;
  expect(await shared).toEqual({ text, url: `${site.origin}/` });
  await watched.expectAccessible();
  // One file for each language, where it is needed.
  const files = watched.requests.filter((request) => request.includes('/languages/'));
  expect(files).toEqual([`GET ${site.origin}/client/element/words/languages/de.js`]);
});

test('in a page of a language that it does not have, a date is in the language of its sentence', async () => {
  await site.solveToday('amelie');
  await using watched = await site.openElement(`document.documentElement.lang = 'fr';
    element.texts = { open: 'Choisissez un verset', submit: 'Proposer {reference}', done: 'Votre jour : {date}' };
    ${await setToken('amelie')}`);
  const { page } = watched;
  await expectState(page, 'Choisissez un verset');
  await page.getByText(/on a free day from [A-Z][a-z]+day, [A-Z][a-z]+ \d/).waitFor();
  await find(page, 'Ruth 1:16');
  await page.getByRole('button', { name: 'Proposer Ruth 1:16' }).click();
  await expectState(page, /^Votre jour/);
  const [row] = await rowsOf(service, 'amelie');
  expect(await heading(page, /^Votre jour/).innerText()).toBe(`Votre jour : ${pageDate(row?.date ?? '', 'fr')}`);
  await page.getByText(/^Ruth 1:16 will be the puzzle, in \d+ days\.$/).waitFor();
});

test('all elements follow the page when it changes its language, and the last one that leaves ends that', async () => {
  await using watched = await site.openElement(`globalThis.observers = new Set();
    const { observe, disconnect } = MutationObserver.prototype;
    MutationObserver.prototype.observe = function (target, options) {
      if (target === document.documentElement) observers.add(this);
      observe.call(this, target, options);
    };
    MutationObserver.prototype.disconnect = function () {
      observers.delete(this);
      disconnect.call(this);
    };
    const host = document.createElement('div'); // of a component, say
    host.attachShadow({ mode: 'open' }).append(element.cloneNode());
    document.querySelector('main').append(host);`);
  const { page } = watched;
  const titled = async (title: string) =>
    await eventually(
      title,
      async () => `${await page.getByRole('heading', { level: 2 }).allInnerTexts()}` === `${[title, title]}`,
    );
  await titled('Sign in to submit a verse');
  await page.evaluate(() => {
    document.documentElement.lang = 'de';
    document.documentElement.lang = 'es'; // whose texts count, whichever come later
  });
  await titled('Inicia sesión para enviar un versículo');
  expect(await page.evaluate('observers.size')).toBe(1);
  await page.evaluate(() => document.querySelector('main')?.remove());
  expect(await page.evaluate('observers.size')).toBe(0);
});

test('it follows a page that is written from right to left; an invalid tag leaves the browser’s language', async () => {
  await insertSubmission(service.database, { user: 'rut', date: '2030-01-09', createdAt: '2026-01-01T00:00Z' });
  await using watched = await site.openElement(`
    Object.assign(document.documentElement, { lang: 'he', dir: 'rtl' });
    element.texts = { submit: 'שליחת {reference}' };
    ${await setToken('rut')}`);
  const { page } = watched;
  const item = page.getByRole('listitem');
  const [reference, date] = [await item.locator('bdi').boundingBox(), await item.getByRole('time').boundingBox()];
  expect(reference?.x).toBeGreaterThan(date?.x ?? Number.NaN);
  expect(await item.getByRole('time').innerText()).toMatch(/[א-ת]/);
  await watched.expectAccessible();
  // Without a text in the page's language, it is English, from left to right.
  await element(page).evaluate((it) => Object.assign(it, { texts: {} }));
  await page.locator('section[lang=en][dir=ltr]').waitFor();
  expect(await item.getByRole('time').innerText()).toMatch(/[A-Z]/);
  await element(page).evaluate((it) => it.setAttribute('lang', 'en_US'));
  await page.locator('section:not([lang])').waitFor();
  await item.getByText(/^[A-Z][a-z]+, [A-Z][a-z]+ \d/).waitFor();
});
