import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { token } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';
import { asked, element, heard, listen, setToken, startSite } from './element-site.ts';
import {
  comeBack,
  countSubmissions,
  expectState,
  find,
  heading,
  isFocused,
  john316,
  pageDate,
  rowsOf,
  settle,
  submitButton,
} from './player.ts';

const site = await startSite();
const { service } = site;

const head = '<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,">';
const plain = `${head}<script type="module" src="/client/element/index.js"></script>
  <submit-verse base-url="${service.url}"></submit-verse>`;

const event = (type: string, detail: unknown) => ({ type, composed: true, detail });
const stateChange = (state: string) => event('state-change', { state });

test('a page of another origin under a strict policy gets all events, and can prevent a submission', async () => {
  await site.solveToday('ann');
  const { page } = await site.openElement(`${listen} globalThis.calls = 0; globalThis.prevents = true;
    element.addEventListener('before-submit', (event) => prevents && event.preventDefault());`);
  await expectState(page, 'Sign in to submit a verse');
  await page.evaluate(`document.querySelector('submit-verse').token = async () => {
    calls++;
    return ${JSON.stringify(await token('ann'))};
  }`);
  await expectState(page, 'Choose a verse');
  await find(page, 'John 3:16');
  const button = page.getByRole('button', { name: 'Submit John 3:16', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await eventually('the submission to be prevented', async () => (await heard(page)).at(-1)?.type === 'before-submit');
  expect(await isFocused(button)).toBe(true);
  await page.evaluate('prevents = false');
  await page.keyboard.press('Enter');
  await expectState(page, /is your day$/);
  const [row] = await rowsOf(service, 'ann');
  const result = { scheduledDate: row?.date, reference: 'John 3:16', windowText: expect.any(String) };
  expect(await heard(page)).toEqual([
    ...[stateChange('signIn'), event('sign-in-required', null)],
    ...['loading', 'open'].map(stateChange),
    event('verse-change', john316),
    event('before-submit', john316), // which the page prevents
    event('before-submit', john316),
    stateChange('sending'),
    event('verse-submitted', expect.objectContaining(result)),
    stateChange('done'),
  ]);
  expect(await page.evaluate('calls')).toBeGreaterThanOrEqual(3); // for each request
  expect(await element(page).evaluate((it) => it.getAttributeNames())).toEqual(['base-url']);
});

test('a page may set the token in a later script, and a browser need not have states of elements for CSS', async () => {
  site.files['/later.html'] = `${plain}
    <script>${listen} Object.defineProperty(ElementInternals.prototype, 'states', { value: undefined });</script>
    <script type="module" src="/slow.js"></script>`;
  site.files['/slow.js'] = `const element = document.querySelector('submit-verse'); ${await setToken('later')}`;
  const { page } = await site.open('/later.html', (page) =>
    page.route('**/slow.js', async (route) => {
      await page.waitForFunction(() => document.querySelector('submit-verse')?.shadowRoot);
      await settle(page);
      await route.continue();
    }),
  );
  await expectState(page, 'Solve today’s puzzle first');
  expect(await heard(page)).toEqual(['loading', 'notSolved'].map(stateChange)); // it was not asked for
});

test('a sandboxed frame needs not allow forms; Enter in the field submits nothing there', async () => {
  await site.solveToday('framed');
  site.files['/framed.html'] = `${plain}<script>const element = document.querySelector('submit-verse');
    ${await setToken('framed')}</script>`;
  site.files['/frame.html'] = `${head}
    <iframe title="Puzzle" sandbox="allow-scripts allow-same-origin" src="/framed.html"></iframe>`;
  const { page, complaints } = await site.open('/frame.html');
  const frame = page.frameLocator('iframe');
  const sent = countSubmissions(page);
  await frame.locator('[part=find]').fill('John 3:16');
  await frame.locator('[part=find]').press('Enter');
  expect(sent.count).toBe(0);
  await frame.getByRole('button', { name: 'Submit John 3:16' }).click();
  await frame.getByRole('heading', { name: /is your day$/ }).waitFor();
  expect(await rowsOf(service, 'framed')).toHaveLength(1);
  complaints.splice(0); // Chromium's: such a frame of the same origin is not secure
});

test('a token of another player starts again, without what the first one has chosen', async () => {
  await site.solveToday('first');
  await site.solveToday('second');
  const { page } = await site.openElement(`globalThis.current = ${JSON.stringify(await token('first'))};
    element.token = () => current;`);
  await find(page, 'John 3:16');
  await page.waitForLoadState('networkidle');
  await page.evaluate(`current = ${JSON.stringify(await token('second'))}`);
  const sent = countSubmissions(page);
  await Promise.all([page.waitForResponse('**/api/submissions'), submitButton(page).click()]);
  await page.getByRole('button', { name: 'Submit', exact: true }).waitFor();
  expect(sent.count).toBe(0);
});

test('taken out of the page, it ends its request and sends no more; put back, it starts again', async () => {
  const { page, requests } = await site.openElement(await setToken('leaver'));
  await expectState(page, 'Solve today’s puzzle first');
  const api = '**/api/eligibility*';
  await page.route(api, () => {}); // the response never comes
  await Promise.all([page.waitForRequest(api), comeBack(page)]);
  const [ended] = await Promise.all([
    page.waitForEvent('requestfailed'),
    page.evaluate('globalThis.element = document.querySelector("submit-verse"); element.remove()'),
  ]);
  expect(ended.url()).toContain('/api/eligibility');
  const { length } = asked(requests);
  await comeBack(page);
  await page.unroute(api);
  await page.evaluate('document.querySelector("main").append(element)');
  await expectState(page, 'Solve today’s puzzle first');
  expect(asked(requests)).toHaveLength(length + 1);
});

test('value: the page reads, sets and clears the verse, which is no news to it', async () => {
  await site.solveToday('cleo');
  const { page, requests } = await site.openElement(`${listen} element.value = { bookId: 'PSA', chapter: 23, verse: 1 };
    ${await setToken('cleo')}`);
  await page.getByRole('button', { name: 'Submit Psalm 23:1' }).waitFor();
  await find(page, 'John 3:16');
  const set = async (verse: string) => await page.evaluate(`document.querySelector('submit-verse').value = ${verse}`);
  await expect(set('{ bookId: "JHN", chapter: 3, verse: 37 }')).rejects.toThrow('RangeError');
  expect(await page.evaluate('document.querySelector("submit-verse").value')).toEqual(john316);
  await set('{ bookId: "JUD", chapter: 1, verse: 25 }');
  await page.getByRole('button', { name: 'Submit Jude 1:25' }).waitFor();
  expect(requests.filter((request) => request.includes('/languages/'))).toEqual([]);
  await element(page).evaluate((it) => it.setAttribute('lang', 'es'));
  await page.getByRole('button', { name: 'Enviar Judas 1:25' }).waitFor();
  expect(asked(requests)).toHaveLength(1); // nobody has submitted yet, so any verse has the next free day
  await set('undefined');
  expect(await submitButton(page).isDisabled()).toBe(true);
  expect(await page.locator('#book').inputValue()).toBe('');
  expect((await heard(page)).filter(({ type }) => type === 'verse-change')).toHaveLength(1);
});

test('it starts once for all that a page changes at a time, and focuses nothing', async () => {
  const { page, requests } = await site.openElement(`element.removeAttribute('base-url'); ${await setToken('other')}
    element.texts = {}; element.bookNames = {}; element.baseUrl = '${service.url}'; ${await setToken('nobody')}`);
  await expectState(page, 'Solve today’s puzzle first');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  expect(await element(page).getAttribute('base-url')).toBe(service.url);
  const set = async (baseUrl: string) =>
    await element(page).evaluate((it, value) => Object.assign(it, value), { baseUrl });
  await set(service.url); // which it has already
  await settle(page);
  expect(asked(requests)).toHaveLength(1);
  await set(`${service.url}/`);
  await eventually('another request', () => asked(requests).length === 2);
});

test('readChapter: the words come from the page alone; with text="off", there are none', async () => {
  await site.solveToday('fay');
  const { page, requests } = await site.openElement(`globalThis.reads = 0;
    element.readChapter = async (bookId, chapter, { signal }) => {
      reads++;
      return { translation: 'Schlachter', lang: 'de', verses: Array(40).fill(bookId + chapter + signal.aborted) };
    };
    ${await setToken('fay')}`);
  await find(page, 'John 3:16');
  await page.getByText('JHN3false').waitFor();
  expect(await page.locator('form figcaption').innerText()).toBe('John 3:16 Schlachter');
  expect(await page.locator('form blockquote').getAttribute('lang')).toBe('de');
  await element(page).evaluate((it) => it.setAttribute('text', 'off'));
  await find(page, 'Ruth 1:16');
  expect(await page.locator('form figcaption').innerText()).toBe('Ruth 1:16');
  expect(await page.locator('form blockquote').isVisible()).toBe(false);
  await submitButton(page).click();
  await expectState(page, /is your day$/);
  expect(await page.locator('[part=card] blockquote').isVisible()).toBe(false);
  expect(await page.evaluate('reads')).toBe(1);
  expect(requests.filter((request) => request.includes('/api/chapters/'))).toEqual([]);
});

test('it is in the language of the page, but for the page’s own texts and names', async () => {
  await site.solveToday('heidi');
  const { page, expectAccessible, requests } =
    await site.openElement(`history.replaceState(null, '', '?session=1#token=2');
    document.documentElement.lang = 'de-CH';
    element.bookNames = { JHN: 'Johannesevangelium' };
    element.texts = { submit: '{reference} vorschlagen' };
    ${await setToken('heidi')}`);
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
  await expectAccessible();
  // One file for each language, where it is needed.
  const files = requests.filter((request) => request.includes('/languages/'));
  expect(files).toEqual([`GET ${site.origin}/client/element/words/languages/de.js`]);
});

test('in a page of a language that it does not have, a date is in the language of its sentence', async () => {
  await site.solveToday('amelie');
  const { page } = await site.openElement(`document.documentElement.lang = 'fr';
    element.texts = { open: 'Choisissez un verset', submit: 'Proposer {reference}', done: 'Votre jour : {date}' };
    ${await setToken('amelie')}`);
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
  const { page } = await site.openElement(`globalThis.observers = new Set();
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
  const { page, expectAccessible } = await site.openElement(`
    Object.assign(document.documentElement, { lang: 'he', dir: 'rtl' });
    element.texts = { submit: 'שליחת {reference}' };
    ${await setToken('rut')}`);
  const item = page.getByRole('listitem');
  const [reference, date] = [await item.locator('bdi').boundingBox(), await item.getByRole('time').boundingBox()];
  expect(reference?.x).toBeGreaterThan(date?.x ?? Number.NaN);
  expect(await item.getByRole('time').innerText()).toMatch(/[א-ת]/);
  await expectAccessible();
  // Without a text in the page's language, it is English, from left to right.
  await element(page).evaluate((it) => Object.assign(it, { texts: {} }));
  await page.locator('section[lang=en][dir=ltr]').waitFor();
  expect(await item.getByRole('time').innerText()).toMatch(/[A-Z]/);
  await element(page).evaluate((it) => it.setAttribute('lang', 'en_US'));
  await page.locator('section:not([lang])').waitFor();
  await item.getByText(/^[A-Z][a-z]+, [A-Z][a-z]+ \d/).waitFor();
});
