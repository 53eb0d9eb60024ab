import { afterAll, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { token } from '../support/service.ts';
import { asked, ElementSite, element, heard, listen, setToken } from './element-site.ts';
import { comeBack, countSubmissions, expectState, find, isFocused, rowsOf, settle, submitButton } from './player.ts';

const site = await ElementSite.start();
afterAll(() => site[Symbol.asyncDispose]());
const { service } = site;

const john316 = { bookId: 'JHN', chapter: 3, verse: 16 };
const event = (type: string, detail: unknown) => ({ type, composed: true, detail });
const stateChange = (state: string) => event('state-change', { state });

test('a page of another origin under a strict policy gets all events, and can prevent a submission', async () => {
  await site.solveToday('ann');
  await using watched = await site.openElement(`${listen} globalThis.calls = 0; globalThis.prevents = true;
    element.addEventListener('before-submit', (event) => prevents && event.preventDefault());`);
  const { page } = watched;
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

test('a page that sets the token in a later script is not asked for it', async () => {
  site.files['/later.html'] = `<!doctype html><link rel="icon" href="data:,">
    <script>${listen}</script>
    <script type="module" src="/client/element/index.js"></script>
    <submit-verse base-url="${service.url}"></submit-verse>
    <script type="module" src="/slow.js"></script>`;
  site.files['/slow.js'] = `document.querySelector('submit-verse').token = ${JSON.stringify(await token('later'))};`;
  await using watched = await site.open('/later.html', (page) =>
    page.route('**/slow.js', async (route) => {
      await page.waitForFunction(() => document.querySelector('submit-verse')?.shadowRoot);
      await settle(page);
      await route.continue();
    }),
  );
  await expectState(watched.page, 'Solve today’s puzzle first');
  expect(await heard(watched.page)).toEqual(['loading', 'notSolved'].map(stateChange));
});

test('a sandboxed frame needs not allow forms; Enter in the field submits nothing there', async () => {
  await site.solveToday('framed');
  site.files['/framed.html'] = `<!doctype html><html lang="en"><title>Puzzle</title><link rel="icon" href="data:,">
    <script type="module" src="/client/element/index.js"></script>
    <submit-verse base-url="${service.url}"></submit-verse>
    <script>document.querySelector('submit-verse').token = ${JSON.stringify(await token('framed'))};</script>`;
  site.files['/frame.html'] = `<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,">
    <iframe title="Puzzle" sandbox="allow-scripts allow-same-origin" src="/framed.html"></iframe>`;
  await using watched = await site.open('/frame.html');
  const frame = watched.page.frameLocator('iframe');
  const sent = countSubmissions(watched.page);
  await frame.locator('[part=find]').fill('John 3:16');
  await frame.locator('[part=find]').press('Enter');
  expect(sent.count).toBe(0);
  await frame.getByRole('button', { name: 'Submit John 3:16' }).click();
  await frame.getByRole('heading', { name: /is your day$/ }).waitFor();
  expect(await rowsOf(service, 'framed')).toHaveLength(1);
  watched.complaints.splice(0); // Chromium's: such a frame of the same origin is not secure
});

test('a browser whose elements have no states for CSS shows the form, and tells the page of its states', async () => {
  await site.solveToday('veteran');
  await using watched = await site.openElement(`
    Object.defineProperty(ElementInternals.prototype, 'states', { value: undefined });
    ${listen} ${await setToken('veteran')}`);
  await expectState(watched.page, 'Choose a verse');
  expect(await heard(watched.page)).toEqual(['loading', 'open'].map(stateChange));
});

test('a token of another player sends nothing in the name of the first, and starts again', async () => {
  await site.solveToday('first');
  await site.solveToday('second');
  await using watched = await site.openElement(`globalThis.current = ${JSON.stringify(await token('first'))};
    element.token = () => current;`);
  const { page } = watched;
  await find(page, 'John 3:16');
  await page.waitForLoadState('networkidle');
  await page.evaluate(`current = ${JSON.stringify(await token('second'))}`);
  const sent = countSubmissions(page);
  await Promise.all([page.waitForResponse('**/api/submissions'), submitButton(page).click()]);
  await expectState(page, 'Choose a verse');
  expect(sent.count).toBe(0);
  await page.getByRole('button', { name: 'Submit', exact: true }).waitFor(); // not what the first one has chosen
  await find(page, 'John 3:16');
  await submitButton(page).click();
  await expectState(page, /is your day$/);
  expect(await rowsOf(service, 'first')).toEqual([]);
  expect(await rowsOf(service, 'second')).toHaveLength(1);
});

test('taken out of the page, it ends its request and sends no more; put back, it starts again', async () => {
  await using watched = await site.openElement(await setToken('leaver'));
  const { page } = watched;
  await expectState(page, 'Solve today’s puzzle first');
  const api = '**/api/eligibility*';
  await page.route(api, () => {}); // the response never comes
  await Promise.all([page.waitForRequest(api), comeBack(page)]);
  const [ended] = await Promise.all([
    page.waitForEvent('requestfailed'),
    page.evaluate('globalThis.element = document.querySelector("submit-verse"); element.remove()'),
  ]);
  expect(ended.url()).toContain('/api/eligibility');
  const { length } = asked(watched);
  await comeBack(page);
  await page.unroute(api);
  await page.evaluate('document.querySelector("main").append(element)');
  await expectState(page, 'Solve today’s puzzle first');
  expect(asked(watched)).toHaveLength(length + 1);
});

test('value: the page reads, sets and clears the verse, which is no news to it', async () => {
  await site.solveToday('cleo');
  await using watched = await site.openElement(`${listen} element.value = { bookId: 'PSA', chapter: 23, verse: 1 };
    ${await setToken('cleo')}`);
  const { page } = watched;
  await page.getByRole('button', { name: 'Submit Psalm 23:1' }).waitFor();
  await find(page, 'John 3:16');
  const set = async (verse: string) => await page.evaluate(`document.querySelector('submit-verse').value = ${verse}`);
  await expect(set('{ bookId: "JHN", chapter: 3, verse: 37 }')).rejects.toThrow('RangeError');
  expect(await page.evaluate('document.querySelector("submit-verse").value')).toEqual(john316);
  await set('{ bookId: "JUD", chapter: 1, verse: 25 }');
  await page.getByRole('button', { name: 'Submit Jude 1:25' }).waitFor();
  await set('undefined');
  expect(await submitButton(page).isDisabled()).toBe(true);
  expect(await page.locator('#book').inputValue()).toBe('');
  expect((await heard(page)).filter(({ type }) => type === 'verse-change')).toHaveLength(1);
});

test('it starts once for all that a page changes at a time, and focuses nothing', async () => {
  await using watched = await site.openElement(`element.removeAttribute('base-url'); ${await setToken('other')}
    element.texts = {}; element.bookNames = {}; element.baseUrl = '${service.url}'; ${await setToken('nobody')}`);
  const { page } = watched;
  await expectState(page, 'Solve today’s puzzle first');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  expect(await element(page).getAttribute('base-url')).toBe(service.url);
  const set = async (baseUrl: string) =>
    await element(page).evaluate((it, value) => Object.assign(it, value), { baseUrl });
  await set(service.url); // which it has already
  await settle(page);
  expect(asked(watched)).toHaveLength(1);
  await set(`${service.url}/`);
  await eventually('another request', () => asked(watched).length === 2);
});

test('readChapter: the words come from the page alone; with text="off", there are none', async () => {
  await site.solveToday('fay');
  await using watched = await site.openElement(`globalThis.reads = 0;
    element.readChapter = async (bookId, chapter, { signal }) => {
      reads++;
      return { translation: 'Schlachter', lang: 'de', verses: Array(40).fill(bookId + chapter + signal.aborted) };
    };
    ${await setToken('fay')}`);
  const { page } = watched;
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
  expect(watched.requests.filter((request) => request.includes('/api/chapters/'))).toEqual([]);
});
