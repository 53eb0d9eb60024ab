import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { Locator, Page, Request } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { token } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';
import { setFontSize } from './launch.ts';
import {
  comeBack,
  expectState,
  find,
  findField,
  heading,
  hold,
  isFocused,
  john316,
  pageDate,
  popular,
  rowsOf,
  settle,
  solveToday,
  status,
  submissions,
  submitButton,
  tabTo,
  today,
  visit,
} from './player.ts';
import { setUp } from './setup.ts';
import { WatchedPage } from './watched-page.ts';

const { service, browser, open, openForm } = await setUp({
  desk: true,
  env: { PUZZLE_URL: '/puzzle', SIGN_IN_URL: '/sign-in' },
});

const eligibility = '**/api/eligibility*';
const list = '**/api/submissions';

/** Finds John 3:16 and submits it, by clicks. */
async function submitByMouse(page: Page): Promise<void> {
  await find(page, 'John 3:16');
  await page.getByRole('button', { name: 'Submit John 3:16' }).click();
}

test('each state before the form is announced, and has the link or the button that helps', async () => {
  const { page, requests, expectAccessible, complaints } = await open({ colorScheme: 'dark' });
  const control = page.locator('submit-verse').getByRole('link').or(page.locator('submit-verse').getByRole('button'));
  /** The only control, and the background that all of them share. */
  const expectHelp = async (name: string) => {
    expect(await control.allInnerTexts()).toEqual([name]);
    backgrounds.add(await control.evaluate((it) => getComputedStyle(it).backgroundColor));
    expect(backgrounds.size).toBe(1);
  };
  const backgrounds = new Set<string>();
  await page.goto(`${service.url}/submit`);
  await expectState(page, 'Sign in to submit a verse');
  await expectHelp('Sign in');
  expect(requests.filter((request) => request.includes('/api/'))).toEqual([]);
  await page.goto(`${service.url}/submit#code=used`);
  await page.getByText('This link has been used or has expired.').waitFor();
  await expectHelp('Sign in');
  await expectAccessible();
  complaints.splice(0); // of the 404

  await page.route(eligibility, (route) => route.abort());
  await visit(page, service, 'late');
  await expectState(page, 'We couldn’t reach the server');
  await expectHelp('Try again');
  const region = await status(page).elementHandle();
  await page.unroute(eligibility);
  const respond = await hold(page, eligibility);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectState(page, 'Loading…');
  expect(await page.getByRole('heading', { name: 'Your verses' }).count()).toBe(0);

  respond();
  await expectState(page, 'Solve today’s puzzle first');
  expect(await region?.innerText()).toMatch(/^Solve today’s puzzle first\n+Players of the puzzle choose the verses/);
  await expectHelp('Today’s puzzle');
  await expectAccessible();
  await solveToday(service, 'late');
  await comeBack(page);
  await expectState(page, 'Choose a verse');
});

test('on the day of a verse, its player reads that first, with the link to the puzzle', async () => {
  const { page, expectAccessible } = await open();
  const submittedAt = Temporal.Now.instant().subtract({ hours: 200 }).toString();
  const submission = { ...john316, reference: 'John 3:16', scheduledDate: today(), submittedAt };
  await page.route(list, (route) => route.fulfill({ json: { submissions: [submission], withdrawn: [] } }));
  const expectFirst = async (state: string) => {
    await expectState(page, state);
    const shown = [
      heading(page, 'Today is your day: John 3:16'),
      page.getByRole('link', { name: 'Today’s puzzle' }),
      heading(page, state),
    ];
    const tops = await Promise.all(shown.map(async (it) => (await it.boundingBox())?.y ?? Number.NaN));
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    await expectAccessible();
  };
  await visit(page, service, 'star');
  await expectFirst('Solve today’s puzzle first');
  await solveToday(service, 'star');
  await comeBack(page);
  await expectFirst('Choose a verse');
});

test('by keyboard, a verse is chosen and submitted; what is known is not announced again', async () => {
  const { page, expectAccessible } = await openForm('ann');
  await expectAccessible();
  await tabTo(page, findField(page));
  await page.keyboard.type('jn 3 16');
  await page.locator('[part=find][aria-autocomplete]').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('For God so loved the world').waitFor();
  await page.locator('form blockquote[aria-live=polite]').waitFor(); // it has been announced
  const changes = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const root = document.querySelector('submit-verse')?.shadowRoot as ShadowRoot;
    new MutationObserver((records) => seen.push(...records.map(({ target }) => target.nodeName))).observe(root, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return seen;
  });
  await Promise.all([page.waitForResponse(list), comeBack(page)]);
  await settle(page);
  expect(await changes.jsonValue()).toEqual([]);

  const respond = await hold(page, submissions);
  const button = submitButton(page);
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await expectState(page, 'Submitting John 3:16…');
  expect(await isFocused(heading(page, /Submitting/))).toBe(true);
  expect(await button.innerText()).toBe('Submitting John 3:16…');
  expect([await button.isDisabled(), await button.getAttribute('aria-busy')]).toEqual([true, 'true']);
  for (const control of await page.locator('select, [part=find], [part=by-book]').all()) {
    await control.focus();
    expect(await isFocused(control)).toBe(false);
  }
  await expectAccessible();
  await heading(page, /Submitting/).focus();

  respond();
  await expectState(page, /is your day$/);
  expect(await isFocused(heading(page, /is your day$/))).toBe(true);
  const [row] = await rowsOf(service, 'ann');
  expect(row).toMatchObject({ book_id: 'JHN', chapter: 3, verse: 16 });
  const date = row?.date ?? '';
  expect(await heading(page, /is your day$/).innerText()).toBe(`${pageDate(date)} is your day`);
  await status(page).getByText('You can choose another one in 7 days, on ').waitFor(); // as soon as it is known
  expect(await page.getByRole('link', { name: 'Today’s puzzle' }).getAttribute('href')).toBe('/puzzle');
  const card = page.locator('[part=card]');
  expect(await card.getByRole('time').first().getAttribute('datetime')).toBe(date);
  expect(await card.locator('blockquote').innerText()).toMatch(/^For God so loved the world, .+ everlasting life\.$/);
  expect(await card.locator('figcaption').innerText()).toBe('John 3:16');
  expect(await page.locator('form').isVisible()).toBe(false);
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('listitem').count()).toBe(0); // the verse is above
  await expectAccessible();
});

test("the date goes to a calendar, with the verse's words once they are there, and is shared", async () => {
  const { page } = await openForm('sharer', { permissions: ['clipboard-read', 'clipboard-write'] });
  await submitByMouse(page);
  const card = page.locator('[part=card]');
  const date = (await card.getByRole('time').first().getAttribute('datetime')) ?? '';
  const respond = await hold(page, '**/api/chapters/**'); // the words are long in coming
  await card.getByText('Add to calendar').click();
  await card.locator('[part=calendar-link][href^="https://calendar.google.com/"]').waitFor();
  respond();
  await card.locator('[part=calendar-link][href*="For+God"]').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Calendar file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('John-3-16-the-verse-you-chose.ics');
  expect(await readFile(await download.path(), 'utf8')).toContain(`\r\nUID:verse-${date}@127.0.0.1\r\n`);

  // With the apps of the device, or else by the clipboard, and the button says so.
  const share = card.getByRole('button', { name: 'Share' });
  await page.evaluate(() => {
    navigator.share = async (data) => {
      Object.assign(globalThis, { shared: data });
      throw new DOMException('Share canceled', 'AbortError'); // the player has changed their mind
    };
  });
  await share.click();
  const shared = { text: `I chose the verse for ${pageDate(date)}. Can you guess it?`, url: `${service.url}/puzzle` };
  expect(await page.evaluate('shared')).toEqual(shared); // never which verse
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await share.click();
  const copied = card.getByRole('button', { name: 'Copied' });
  expect(await copied.getAttribute('aria-live')).toBe('polite'); // its new name is announced
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shared.text} ${shared.url}`);
});

test('what fails can be tried again, is sent by itself with a network, and names the request', async () => {
  const { page, expectAccessible } = await openForm('failing');
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await page.route(submissions, (route) => route.abort());
  await page.route(list, (route) => route.abort());
  await submitByMouse(page);
  await expectState(page, 'We couldn’t reach the server');
  await page.getByRole('button', { name: 'Choose another verse' }).click();
  await expectState(page, 'Choose a verse');
  expect(await isFocused(heading(page, 'Choose a verse'))).toBe(true);
  await page.getByText('Your verses couldn’t be loaded.').waitFor();
  await page.unroute(submissions);

  await service.database.query('alter table scheduled_submission rename to away');
  try {
    await submitByMouse(page);
    await expectState(page, 'Something went wrong');
  } finally {
    await service.database.query('alter table away rename to scheduled_submission');
  }
  expect(await isFocused(heading(page, 'Something went wrong'))).toBe(true);
  await page.getByText('Details').click();
  await page.getByText(/^Request [0-9a-f-]{36}$/).waitFor();
  await expectAccessible();

  await page.context().setOffline(true);
  await tryAgain.press('Enter');
  await expectState(page, 'You’re offline');
  await page.context().setOffline(false);
  await expectState(page, /is your day$/);
  expect(await rowsOf(service, 'failing')).toHaveLength(1);
});

test('your verses: coming ones, then past ones; ten, and then all; what was moved and withdrawn', async () => {
  const day = (days: number) => Temporal.PlainDate.from(today()).add({ days }).toString();
  let verse = 0;
  const schedule = async (days: number) => {
    const createdAt = Temporal.Now.instant().subtract({ hours: 200 * ++verse });
    const place = { user: 'frequent', bookId: 'PSA', chapter: 119, verse, date: day(days) };
    return await insertSubmission(service.database, { ...place, createdAt: createdAt.toString() });
  };
  const withdrawn = await schedule(31);
  const moved = await schedule(32);
  for (const days of [-12, -1, 0, 30, 36, 35, 34, 33, 50, -20]) await schedule(days);
  await service.change('POST', `submissions/${withdrawn}/withdraw`, { from: day(31) });
  await service.change('POST', `submissions/${moved}/move`, { from: day(32), to: day(40) });
  const { page, expectAccessible } = await open();
  await visit(page, service, 'frequent');
  const button = page.getByRole('button', { name: 'Show all 12' });
  await button.waitFor();
  const coming = [
    ...['5 0', '6 30', '1 31 withdrawn by the editors', '10 33', '9 34', '8 35', '7 36'],
    ...[`2 40 moved from ${pageDate(day(32))}`, '11 50'],
  ];
  const expectList = async (...want: string[]) => {
    const items = want.map((item) => item.replace(/ (-?\d+)/, (_, days) => ` ${pageDate(day(Number(days)))}`));
    await expect(page.getByRole('listitem').evaluateAll(textsOf)).resolves.toEqual(
      items.map((it) => `Psalm 119:${it}`),
    );
  };
  await expectList(...coming, '4 -1');
  await expectAccessible();
  await button.press('Enter');
  await expectList(...coming, '4 -1', '3 -12', '12 -20');
  expect(await button.isVisible()).toBe(false);
  const first = page.getByRole('listitem').nth(10); // of the others
  expect(await isFocused(first)).toBe(true);
  await Promise.all([page.waitForResponse(list), comeBack(page)]);
  await settle(page); // nothing new: the focus stays
  expect(await isFocused(first)).toBe(true);
});

/** The texts of items, without what the player can do with the date. */
const textsOf = (items: Element[]) =>
  items.map((item) => {
    const copy = item.cloneNode(true) as Element;
    copy.querySelector('details')?.remove();
    return copy.textContent?.replace(/\s+/g, ' ');
  });

test.each([
  { width: 320, height: 568 },
  { width: 664, height: 390 }, // a phone on its side
  { width: 390, height: 380 }, // above its keyboard
  { width: 390, height: 664, fontSize: 32 },
])(
  '$width × $height, font size $fontSize: the field stays; then words, day and Submit are in view',
  async ({ fontSize = 16, ...viewport }) => {
    const { page, layoutFaults } = await openForm(`phone-${Object.values(viewport)}-${fontSize}`, { viewport });
    await setFontSize(page, fontSize);
    await page.route('**/api/eligibility?*bookId=ROM*', (route) => route.fulfill({ json: popular }));
    await findField(page).focus();
    await page.locator('[part=find][aria-autocomplete]').waitFor();
    const top = async () => await findField(page).evaluate((it) => it.getBoundingClientRect().top);
    const before = await top();
    for (const key of fontSize === 16 ? 'rom 8:28' : '1 th 5:17') {
      await page.keyboard.type(key);
      await settle(page);
      expect([key, await top()]).toEqual([key, before]);
    }
    await page.getByText(fontSize === 16 ? 'September 30, 2099' : 'Pray without ceasing.').waitFor();
    await page.locator('form blockquote:not(:empty)').waitFor();
    const boxes = async () =>
      await page
        .locator('form :is(figcaption, blockquote), [part~=submit], [part=find]')
        .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON() as DOMRect));
    await eventually('all in view', async () => {
      const [, , , submit] = await boxes();
      // Twice as large, not all of it fits below the field, which stays.
      const edge = fontSize === 16 ? submit?.bottom : submit?.top;
      return edge !== undefined && Math.floor(edge) <= viewport.height; // a pixel is not always whole
    });
    const [field, caption, words, submit] = await boxes();
    expect(field?.top).toBeGreaterThanOrEqual(0);
    expect(caption?.top).toBeGreaterThan(field?.bottom ?? Number.NaN);
    expect(words?.top).toBeGreaterThanOrEqual(caption?.bottom ?? 0);
    expect(submit?.top).toBeGreaterThan(words?.bottom ?? 0);
    expect(await layoutFaults()).toEqual([]);
  },
);

test('the label is at its field in each language and width, and Tab comes to the field before the links', async () => {
  const { page } = await openForm('labelled');
  const links = page.locator('[part~=surprise], [part~=by-book]');
  const box = async (locator: Locator) =>
    await locator.evaluate((it) => it.getBoundingClientRect().toJSON() as DOMRect);
  for (const [lang, text] of Object.entries({ en: 'Find a verse', de: 'Vers suchen', es: 'Buscar versículo' })) {
    await page.locator('submit-verse').evaluate((it, value) => it.setAttribute('lang', value), lang);
    const label = page.getByText(text, { exact: true });
    await label.waitFor();
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const [field, { bottom }, { top }] = [await box(findField(page)), await box(label), await box(links.first())];
      expect(field.top - bottom).toBeLessThan(8);
      expect([lang, width, top > field.bottom]).toEqual([lang, width, width === 320]);
    }
  }
  await page.setViewportSize({ width: 320, height: 800 });
  await heading(page, 'Elige un versículo').focus();
  for (const control of [findField(page), links.first(), links.last()]) {
    await page.keyboard.press('Tab');
    expect(await isFocused(control)).toBe(true);
  }
  // A long note has its place above the links, too.
  const { top } = await box(links.first());
  await findField(page).fill('1 tes 5');
  await page.getByText('1 Tesalonicenses 5 tiene 28 versículos').waitFor();
  expect((await box(links.first())).top).toBe(top);
});

test('no box cuts the words of a verse, and Submit stays in sight below those of a long one', async () => {
  const { page } = await openForm('scribe', { viewport: { width: 320, height: 568 } });
  const visible = async () => {
    const { top, bottom } = await submitButton(page).evaluate((it) => it.getBoundingClientRect());
    return top >= 0 && bottom <= 568;
  };
  expect(await visible()).toBe(true);
  await page
    .locator('submit-verse')
    .evaluate((it) => Object.assign(it, { value: { bookId: 'EST', chapter: 8, verse: 9 } }));
  await page.getByText('scribes called at that time').waitFor();
  const words = page.locator('form blockquote');
  expect(await words.evaluate((it) => it.scrollHeight === it.clientHeight && it.clientHeight > 400)).toBe(true);
  expect(await visible()).toBe(true);
  await findField(page).focus();
  expect(await submitButton(page).evaluate((it) => getComputedStyle(it).position)).toBe('static');
});

test('the token leaves the address for the API alone; who must sign in again is not signed in', async () => {
  const player = '7d2c9cc8-6a0c-4c3c-9e3a-0f5ce3b6a9d2';
  await solveToday(service, player);
  const { page, requests } = await open();
  const jwt = await token(player);
  const sent: Request[] = [];
  page.on('request', (request) => sent.push(request));
  await page.goto(`${service.url}/submit#token=${jwt}`);
  await find(page, 'Micah 6:8');
  await page.getByText('He hath shewed thee, O man').waitFor();
  expect(page.url()).toBe(`${service.url}/submit`);
  expect(await page.evaluate(() => history.length)).toBe(2); // the empty page, and this one
  // The text of a chapter needs none.
  expect(requests).toContain(`GET ${service.url}/api/chapters/MIC/6`);
  const carriers = new Set<string>();
  for (const request of sent) {
    const all = JSON.stringify([request.url(), await request.allHeaders(), request.postData()]);
    if (all.includes(jwt)) carriers.add(new URL(request.url()).pathname);
    expect(await request.headerValue('Referer')).toBeNull();
  }
  expect(carriers).toEqual(new Set(['/api/eligibility', '/api/submissions']));
  expect(await page.locator('submit-verse').evaluate((element) => element.getAttributeNames())).toEqual(['lang']);

  const session = page.locator('#session');
  expect(await session.innerText()).toMatch(/^\s*Sign out$/);
  const headers = { 'WWW-Authenticate': 'Bearer' };
  await page.route(eligibility, (route) => route.fulfill({ status: 401, headers, json: { error: 'Unauthorized' } }));
  await comeBack(page);
  await expectState(page, 'Sign in to submit a verse');
  expect(await session.isVisible()).toBe(false);
  await page.unroute(eligibility);
  await comeBack(page);
  await page.getByRole('button', { name: 'Submit Micah 6:8' }).waitFor();
  expect(await session.isVisible()).toBe(true);
});

test('the page shows whose token it has, asks before another one replaces it, and forgets it', async () => {
  const { page, expectAccessible } = await open();
  const asked: string[] = [];
  let answer = false;
  page.on('dialog', async (dialog) => {
    asked.push(dialog.message());
    await (answer ? dialog.accept() : dialog.dismiss());
  });
  const session = page.locator('#session');
  await page.goto(`${service.url}/submit`);
  await expectState(page, 'Sign in to submit a verse');
  expect(await session.isVisible()).toBe(false);
  for (const player of ['Zoë', 'Zoë', 'mallory']) await visit(page, service, player);
  await session.filter({ hasText: 'Signed in as Zoë' }).waitFor();
  answer = true;
  await visit(page, service, 'mallory');
  await session.filter({ hasText: 'Signed in as mallory' }).waitFor();
  expect(asked).toEqual(Array(2).fill('You are signed in as Zoë. Sign in as mallory instead?'));
  await expectState(page, 'Solve today’s puzzle first');
  await expectAccessible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectState(page, 'Sign in to submit a verse');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a German browser gets the page in German, around the element and within', async () => {
  const { page, expectAccessible } = await open({ locale: 'de-CH' });
  await page.goto(`${service.url}/submit`);
  await expectState(page, 'Melde dich an, um einen Vers einzureichen');
  expect(await page.title()).toBe('Einen Vers einreichen');
  expect(await page.locator('main').innerText()).toMatch(/^Einen Vers einreichen\s+Anmelden$/i);
  await visit(page, service, 'heidi');
  await page.getByText('Angemeldet als heidi').waitFor();
  await page.getByRole('link', { name: 'Das heutige Rätsel' }).waitFor();
  await expectAccessible();
  await page.getByRole('button', { name: 'Abmelden' }).waitFor();
});

test('forced colours and reduced motion: nothing is lost, nothing moves', async () => {
  const { page, axeFaults } = await openForm('forced', { forcedColors: 'active', reducedMotion: 'reduce' });
  const moving = async () =>
    await page.evaluate(() => {
      const root = document.querySelector('submit-verse')?.shadowRoot as ShadowRoot;
      const all = [...document.querySelectorAll('*'), ...root.querySelectorAll('*')].map((it) => getComputedStyle(it));
      return all.filter((it) => it.animationName !== 'none' || it.transitionDuration !== '0s').length;
    });
  await find(page, 'John 3:16');
  // axe takes the page's own colour for that of the text, not the one that the browser forces.
  expect(await axeFaults(['color-contrast'])).toEqual([]);
  const styles = await submitButton(page).evaluate((button) => ({ ...getComputedStyle(button) }));
  expect(styles.borderTopWidth).toBe('1px');
  expect(styles.color).not.toBe(styles.backgroundColor);
  expect(await moving()).toBe(0);
  const respond = await hold(page, submissions);
  await submitButton(page).click();
  await expectState(page, 'Submitting John 3:16…');
  expect(await moving()).toBe(0);
  respond();
  await expectState(page, /is your day$/);
  expect(await moving()).toBe(0);
});

test("a complaint of the console, or a request elsewhere, fails a test: the page's policy causes the first", async () => {
  const watched = await WatchedPage.open(browser, [service.url]);
  const { page } = watched;
  await visit(page, service, 'strict');
  await expectState(page, 'Solve today’s puzzle first');
  const sinks = `for (const html of ['<b>', '<i>']) try { document.body.innerHTML = html } catch {}`;
  await page.evaluate(sinks);
  await page.evaluate('fetch("https://elsewhere.example/").catch(() => {})');
  await page.evaluate('import("https://cdn.example/script.js").catch(() => {})');
  await expect(watched[Symbol.asyncDispose]()).rejects.toThrow('TrustedHTML');
  expect(watched.sentElsewhere).toEqual(['GET https://cdn.example/script.js']);
  expect(watched.complaints.length).toBeGreaterThanOrEqual(4);
});
