import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { laterTexts } from '../../client/src/element/words/later-texts.ts';
import { english } from '../../client/src/element/words/texts.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { eventually } from '../support/eventually.ts';
import { editor, TestService, token } from '../support/service.ts';
import { openFirefox } from './firefox.ts';
import { pageDate, rowsOf, today } from './player.ts';
import { Relay } from './relay.ts';
import type { Tab } from './tab.ts';
import { TabPage } from './tab-page.ts';
import { openWebKit } from './webkit.ts';

const service = await TestService.start({ desk: true });
afterAll(() => service[Symbol.asyncDispose]());

function later(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** Submits Psalm 23:1 as somebody else. */
async function submitPsalm(player: string): Promise<string> {
  await service.solve(player, today());
  const { body } = await service.submit(player, { bookId: 'PSA', chapter: 23, verse: 1, localDate: today() });
  return body.scheduledDate;
}

/** Waits until the heading of the form names a state. */
async function expectState(page: TabPage, state: 'signIn' | 'notSolved' | 'open' | 'done' | 'cooldown' | 'noResponse') {
  await page.expectSaid('[part~=title]', RegExp(`^${english[state].replace('{date}', '.+')}$`));
}

/** Chooses one of the next dates in the desk's grid, which a phone shows on demand. */
async function choose(page: TabPage, date: string): Promise<void> {
  await page.click('Month');
  await page.click(undefined, `[data-date="${date}"]`);
  await page.waitFor(`body:has(section.day[aria-busy=false]) [data-date="${date}"][aria-selected=true]`);
}

// The other tests look at every state in Chromium; this is what a player and an operator go
// through, in every engine.
describe.each([
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const)('in %s', (engine, open) => {
  let relay: Relay;
  let tab: Tab;
  let page: TabPage;
  beforeAll(async () => {
    relay = await Relay.start(service.url);
    tab = await open();
    page = new TabPage(tab);
  });
  afterEach(() => {
    relay.loses = undefined;
  });
  afterAll(async () => {
    await tab?.[Symbol.asyncDispose]();
    await relay[Symbol.asyncDispose]();
  });

  test('from the sign-in over a lost response to the cooldown, by keyboard, on a dark page: one submission', async () => {
    const player = `${engine}-player`;
    await tab.goto(`${relay.url}/submit`);
    await expectState(page, 'signIn');
    expect(relay.requests.filter(({ url }) => url?.startsWith('/api/'))).toEqual([]);
    expect(await page.isDark()).toBe(true);

    await tab.goto(`${relay.url}/submit#token=${await token(player)}`);
    await expectState(page, 'notSolved');
    expect(await tab.evaluate('location.href')).toBe(`${relay.url}/submit`);
    await service.solve(player, today());
    await tab.evaluate('document.dispatchEvent(new Event("visibilitychange"))'); // as when the player comes back to the tab
    await expectState(page, 'open');
    expect(await page.fits()).toBe(true);
    await page.type(english.find, 'jo 3:16');
    await page.waitFor('[role=option]');
    await tab.press('Enter'); // asks which book
    await tab.press('Enter'); // the first one

    relay.loses = /^\/api\//;
    await page.tabTo('Submit John 3:16');
    await tab.press('Enter');
    await expectState(page, 'noResponse');
    expect(await page.fits()).toBe(true);
    await tab.reload();
    await expectState(page, 'noResponse');
    relay.loses = undefined;
    await page.click(english.tryAgain);
    await expectState(page, 'done');
    const [row, ...others] = await rowsOf(service, player);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ book_id: 'JHN', chapter: 3, verse: 16 });
    expect((await page.said('[role=status]')).text).toContain(`${pageDate(row?.date ?? '')} is your day`);
    const keys = relay.requests
      .filter(({ url }) => url === submitVerseOperation.path)
      .flatMap(({ method, headers }) => (method === 'POST' ? [headers['idempotency-key']] : []));
    // Of the first attempt and the SDK's retry, which are lost, and of the player's.
    expect(keys).toEqual(Array(3).fill(expect.any(String)));
    expect(new Set(keys).size).toBe(1);

    await tab.reload();
    await expectState(page, 'cooldown');
    expect(await page.said('li')).toEqual({ text: `John 3:16 ${pageDate(row?.date ?? '')}`, times: [row?.date] });
    await tab.evaluate('document.querySelector("submit-verse").setAttribute("lang", "de")');
    await page.expectSaid('li', `Johannes 3,16 ${pageDate(row?.date ?? '', 'de')}`);
  });

  test('a verse is moved, swapped, withdrawn and restored, and its player sees each', async () => {
    const player = `${engine}-planned`;
    await tab.evaluate('sessionStorage.clear()'); // or the page would ask whether to replace the other player
    await service.solve(player, today());
    const { body } = await service.submit(player, { bookId: 'JHN', chapter: 3, verse: 16, localDate: today() });
    const first: string = body.scheduledDate;
    const openDesk = async () => await tab.goto(`${relay.url}/desk#token=${await token('ed', editor)}`);
    const openSubmit = async (state: 'cooldown' | 'open') => {
      await tab.goto(`${relay.url}/submit#token=${await token(player)}`);
      await expectState(page, state);
      await page.waitFor('li');
      return await page.said('li');
    };

    // To another date…
    const moved = later(first, 12);
    await openDesk();
    await choose(page, first);
    await page.click('Move…');
    await choose(page, moved);
    await page.click('Move John 3:16 here');
    await page.expectSaid('#notice', `John 3:16 has moved from ${pageDate(first)} to ${pageDate(moved)}.`);
    expect(await page.fits()).toBe(true);
    expect(await openSubmit('cooldown')).toEqual({
      text: `John 3:16 ${pageDate(moved)} moved from ${pageDate(first)}`,
      times: [moved, first],
    });

    // … then to that of another verse, …
    await submitPsalm(`${engine}-before`); // on the first date, which is free again
    const swapped = await submitPsalm(`${engine}-other`);
    await openDesk();
    await choose(page, moved);
    await page.click('Move…');
    await choose(page, swapped);
    await page.click('Swap John 3:16 and Psalm 23:1');
    await page.expectSaid('#notice', `John 3:16 is on ${pageDate(swapped)} now, and Psalm 23:1 on ${pageDate(moved)}.`);
    expect((await openSubmit('cooldown')).times).toEqual([swapped, first]);

    // … and away: the player can submit another one.
    await openDesk();
    await choose(page, swapped);
    await page.click('Withdraw…');
    await page.click('The player may submit again at once', 'label');
    await page.click('Withdraw John 3:16');
    await page.expectSaid(
      '#notice',
      `John 3:16 is withdrawn. ${pageDate(swapped)} is free again. The player may submit again at once.`,
    );
    const text = `John 3:16 ${pageDate(swapped)} ${laterTexts.withdrawn}`;
    expect(await openSubmit('open')).toEqual({ text, times: [swapped] });

    // It comes back, and a verse of the editor's own stands elsewhere.
    await openDesk();
    await page.click('Search');
    await page.click('Withdrawn');
    await page.click('Restore…');
    await page.click(`Restore to ${pageDate(swapped)}`);
    await page.expectSaid('#notice', `John 3:16 is on ${pageDate(swapped)} again.`);
    await page.click('Close'); // it may lie over the field
    const own = later(first, 16);
    await choose(page, own);
    await page.click('Put a verse of your own here', 'label');
    await tab.type('jn 1 14');
    await page.click('Put John 1:14 here');
    await page.expectSaid('#notice', `John 1:14 is on ${pageDate(own)} now.`);
    expect((await openSubmit('cooldown')).times).toEqual([swapped, first]);
  });

  test('no page violates its policy, which the engine would report', async () => {
    const { complaints = [] } = tab;
    expect({ complaints, violations: relay.violations }).toEqual({ complaints: [], violations: [] });
    await tab.evaluate('(new Image().src = "https://elsewhere.example/")');
    await eventually('the complaints', () => relay.violations.length > 0 && tab.complaints?.length !== 0);
  });
});
