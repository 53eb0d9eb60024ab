import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { laterTexts } from '../../client/src/element/words/later-texts.ts';
import { english } from '../../client/src/element/words/texts.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { eventually } from '../support/eventually.ts';
import { editor, TestService, token } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';
import { DeskPage } from './desk/desk-page.ts';
import { openFirefox } from './firefox.ts';
import { pageDate, rowsOf, today } from './player.ts';
import { Relay } from './relay.ts';
import { names, SubmitPage } from './submit-page.ts';
import type { Tab } from './tab.ts';
import { openWebKit } from './webkit.ts';

const service = await TestService.start({ desk: true });
afterAll(() => service[Symbol.asyncDispose]());

/** Where many have chosen Romans 8:28: for the next 200 days, it is always near. */
const popular = await TestService.start({ env: { SCHEDULE_REPEAT_DAYS: '60' } });
afterAll(() => popular[Symbol.asyncDispose]());
for (let days = 8; days < 208; days += 50) {
  const date = later(today(), days);
  const romans = { bookId: 'ROM', chapter: 8, verse: 28, createdAt: '2026-01-01T00:00Z' };
  await insertSubmission(popular.database, { user: date, ...romans, date });
}

function later(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** Submits Psalm 23:1 as somebody else. */
async function submitPsalm(player: string): Promise<string> {
  await service.solve(player, today());
  const { body } = await service.submit(player, { bookId: 'PSA', chapter: 23, verse: 1, localDate: today() });
  return body.scheduledDate;
}

// The other tests look at every state in Chromium; this is what a player and an operator go
// through, in every engine.
describe.each([
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const)('in %s', (engine, open) => {
  let relay: Relay;
  let tab: Tab;
  beforeAll(async () => {
    relay = await Relay.start(service.url);
    tab = await open();
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
    const page = new SubmitPage(tab);
    await tab.goto(`${relay.url}/submit`);
    await page.expectState('signIn');
    expect(relay.requests.filter(({ url }) => url?.startsWith('/api/'))).toEqual([]);
    expect(await page.isDark()).toBe(true);

    await tab.goto(`${relay.url}/submit#token=${await token(player)}`);
    await page.expectState('notSolved');
    expect(await tab.evaluate(() => location.href)).toBe(`${relay.url}/submit`);
    await service.solve(player, today());
    await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))); // as when the player comes back to the tab
    await page.expectState('open');
    expect(await page.fits()).toBe(true);
    await page.chooseVerse();

    relay.loses = /^\/api\//;
    await page.tabTo(names.submit);
    await tab.press('Enter');
    await page.expectState('noResponse');
    expect(await page.fits()).toBe(true);
    await tab.reload();
    await page.expectState('noResponse');
    relay.loses = undefined;
    await page.click(names.tryAgain);
    await page.expectState('done');
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
    await page.expectState('cooldown');
    expect(await page.said('li')).toEqual({ text: `John 3:16 ${pageDate(row?.date ?? '')}`, times: [row?.date] });
    await tab.evaluate(() => document.querySelector('submit-verse')?.setAttribute('lang', 'de'));
    const german = `Johannes 3,16 ${pageDate(row?.date ?? '', 'de')}`;
    await eventually('a German verse', async () => (await page.said('li')).text === german);
  });

  test('a verse is moved, swapped, withdrawn and restored, and its player sees each', async () => {
    const player = `${engine}-planned`;
    await tab.evaluate(() => sessionStorage.clear()); // or the page would ask whether to replace the other player
    await service.solve(player, today());
    const { body } = await service.submit(player, { bookId: 'JHN', chapter: 3, verse: 16, localDate: today() });
    const first: string = body.scheduledDate;
    const submit = new SubmitPage(tab);
    const desk = new DeskPage(tab);
    const openDesk = async () => await tab.goto(`${relay.url}/desk#token=${await token('ed', editor)}`);
    const openSubmit = async (state: Parameters<SubmitPage['expectState']>[0]) => {
      await tab.goto(`${relay.url}/submit#token=${await token(player)}`);
      await submit.expectState(state);
      return await eventually('the list', async () => {
        const verse = await submit.said('li');
        return verse.text === '' ? undefined : verse;
      });
    };

    // To another date…
    const moved = later(first, 12);
    await openDesk();
    await desk.choose(first);
    await desk.click('Move…');
    await desk.choose(moved);
    await desk.click('Move John 3:16 here');
    await desk.expectNotice(`John 3:16 has moved from ${pageDate(first)} to ${pageDate(moved)}.`);
    expect(await submit.fits()).toBe(true);
    expect(await openSubmit('cooldown')).toEqual({
      text: `John 3:16 ${pageDate(moved)} moved from ${pageDate(first)}`,
      times: [moved, first],
    });

    // … then to that of another verse, …
    await submitPsalm(`${engine}-before`); // on the first date, which is free again
    const swapped = await submitPsalm(`${engine}-other`);
    await openDesk();
    await desk.choose(moved);
    await desk.click('Move…');
    await desk.choose(swapped);
    await desk.click('Swap John 3:16 and Psalm 23:1');
    await desk.expectNotice(`John 3:16 is on ${pageDate(swapped)} now, and Psalm 23:1 on ${pageDate(moved)}.`);
    expect((await openSubmit('cooldown')).times).toEqual([swapped, first]);

    // … and away: the player can submit another one.
    await openDesk();
    await desk.choose(swapped);
    await desk.click('Withdraw…');
    await desk.tick('The player may submit again at once');
    await desk.click('Withdraw John 3:16');
    await desk.expectNotice(
      `John 3:16 is withdrawn. ${pageDate(swapped)} is free again. The player may submit again at once.`,
    );
    const text = `John 3:16 ${pageDate(swapped)} ${laterTexts.withdrawn}`;
    expect(await openSubmit('open')).toEqual({ text, times: [swapped] });

    // It comes back, and a verse of the editor's own stands elsewhere.
    await openDesk();
    await desk.click('Search');
    await desk.click('Withdrawn');
    await desk.click('Restore…');
    await desk.click(`Restore to ${pageDate(swapped)}`);
    await desk.expectNotice(`John 3:16 is on ${pageDate(swapped)} again.`);
    await desk.click('Close'); // it may lie over the field
    const own = later(first, 16);
    await desk.choose(own);
    await desk.type('Put a verse of your own here', 'jn 1 14');
    await desk.click('Put John 1:14 here');
    await desk.expectNotice(`John 1:14 is on ${pageDate(own)} now.`);
    expect((await openSubmit('cooldown')).times).toEqual([swapped, first]);
  });

  test('no page violates its policy, which the engine would report', async () => {
    const { complaints = [] } = tab;
    expect({ complaints, violations: relay.violations }).toEqual({ complaints: [], violations: [] });
    await tab.evaluate(() => {
      new Image().src = 'https://elsewhere.example/';
    });
    await eventually('the complaints', () => relay.violations.length > 0 && tab.complaints?.length !== 0);
  });

  // The next ones are of other origins, and a file that does not come adds to the complaints.
  test('the search that was lost is back with the next key, and Enter waits for it', async () => {
    const player = `${engine}-offline`;
    await service.solve(player, today());
    await using other = await Relay.start(service.url); // an origin of which nothing is in the cache
    other.loses = /^\/submit\/search-/;
    await tab.goto(`${other.url}/submit#token=${await token(player)}`);
    const page = new SubmitPage(tab);
    await page.expectState('open');
    await page.tabTo(english.find);
    await eventually('the loss', async () => (await page.said('[part=problem]')).text === english.searchFailed);
    other.loses = undefined;
    await tab.type('ps 23');
    await tab.press('Enter');
    await page.expectSubmit('Submit Psalm 23:1', true);
    await eventually('the reference', async () => (await page.text()) === 'Psalm 23:1');
  });

  test('nothing is chosen that is not said, and the promised date is the date that is given', async () => {
    const player = `${engine}-chooser`;
    await popular.solve(player, today());
    await tab.goto(`${popular.url}/submit#token=${await token(player)}`);
    const page = new SubmitPage(tab);
    await page.expectState('open');
    const [general = ''] = (await page.said('[role=status]')).times;
    for (const [typed, further] of [
      ['ps 15', '1'],
      ['john 3:9', '9'],
    ] as const) {
      await page.find(typed);
      await page.expectSubmit(`Submit ${typed === 'ps 15' ? 'Psalm 15:1' : 'John 3:9'}`, true);
      await tab.type(further);
      await page.expectSubmit('Submit', false);
    }
    for (const other of ['the light of the world 12', '']) {
      await page.find('john 3:16');
      await page.expectSubmit('Submit John 3:16', true);
      await page.find(other);
      await page.expectSubmit('Submit', false);
    }

    await page.find('romans 8:28');
    const { text, times } = await eventually('the day of the verse', async () => {
      const found = await page.said('[part=next-free]');
      return found.times.length > 0 ? found : undefined;
    });
    const [promised = '', sooner = ''] = times;
    expect([sooner, promised > later(today(), 200)]).toEqual([general, true]);
    expect(text).toBe(`Popular, so not before ${pageDate(promised)}. Another verse could come on ${pageDate(sooner)}.`);
    await page.tabTo('Submit Romans 8:28');
    await tab.press('Enter');
    await page.expectState('done');
    expect(await page.said('[part~=title]')).toEqual({
      text: `${pageDate(promised)} is your day`,
      times: [promised],
    });
    expect(await rowsOf(popular, player)).toEqual([expect.objectContaining({ date: promised })]);
  });
});
