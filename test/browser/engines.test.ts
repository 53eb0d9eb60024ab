import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { eventually } from '../support/eventually.ts';
import { TestService, token } from '../support/service.ts';
import { openFirefox } from './firefox.ts';
import { Relay } from './relay.ts';
import { longDate, names, SubmitPage } from './submit-page.ts';
import { type Tab, timeZone } from './tab.ts';
import { openWebKit } from './webkit.ts';

jest.setTimeout(120_000); // Firefox takes many seconds to start on a busy machine

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

const today = () => Temporal.Now.plainDateISO(timeZone).toString();

async function rowsOf(player: string) {
  return (await service.submissions()).filter(({ user_id }) => user_id === player);
}

// `submit.test.ts` looks at every state in Chromium; this is what a player goes through, in the engines of the others.
describe.each([
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const)('in %s', (engine, open) => {
  let relay: Relay;
  beforeEach(async () => {
    relay = await Relay.start(service.url);
  });
  afterEach(async () => {
    await relay[Symbol.asyncDispose]();
  });

  /** The link that `npm start` would print for a player. */
  const link = async (player: string) => `${relay.url}/submit#token=${await token(player)}`;

  function expectNoComplaint({ complaints = [] }: Tab): void {
    expect({ complaints, violations: relay.violations }).toEqual({ complaints: [], violations: [] });
  }

  test('from the sign-in to the cooldown, by keyboard: the page names the date in the database', async () => {
    const player = `${engine}-player`;
    await using tab = await open('light');
    const page = new SubmitPage(tab);
    await tab.goto(`${relay.url}/submit`);
    await page.expectState('signIn');
    expect(relay.requests.filter(({ url }) => url?.startsWith('/api/'))).toEqual([]);
    expect(await page.isDark()).toBe(false);

    await tab.goto(await link(player));
    await page.expectState('notSolved');
    expect(await tab.evaluate(() => location.href)).toBe(`${relay.url}/submit`);

    await service.solve(player, today());
    await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))); // as when the player comes back to the tab
    await page.expectState('open');
    expect(await page.fits()).toBe(true);
    await page.chooseVerse();
    await page.tabTo(names.submit);
    await tab.press('Enter');
    await page.expectState('done');
    const [row] = await rowsOf(player);
    expect(row).toMatchObject({ book_id: 'JHN', chapter: 3, verse: 16 });
    const scheduled = await page.status();
    expect(scheduled.text).toContain('John 3:16');
    expect(scheduled.text).toContain(longDate(row?.date ?? '', 'en-US'));

    await tab.reload();
    await page.expectState('cooldown');
    const [{ ends }] = (await service.database.query(
      "select created_at + interval '168 hours' as ends from scheduled_submission where user_id = $1",
      [player],
    )) as [{ ends: Date }];
    expect((await page.status()).times).toContain(ends.toISOString());
    const verse = await page.latestVerse();
    expect(verse.text).toContain('John 3:16');
    expect(verse.times).toEqual([row?.date]);

    expectNoComplaint(tab);
    // The page's policy forbids this, and the test would notice.
    await tab.evaluate(() => {
      new Image().src = 'https://elsewhere.example/';
    });
    await eventually('the complaints', () => relay.violations.length > 0 && tab.complaints?.length !== 0);
  });

  test('a response is lost, and the player tries again after a reload: one submission', async () => {
    const player = `${engine}-lost`;
    await service.solve(player, today());
    await using tab = await open('light');
    const page = new SubmitPage(tab);
    await tab.goto(await link(player));
    await page.expectState('open');
    await page.chooseVerse();
    relay.losesResponses = true;
    await page.click(names.submit);
    await page.expectState('noResponse');
    expect(await rowsOf(player)).toHaveLength(1);
    expect(await page.fits()).toBe(true);

    await tab.reload();
    await page.expectState('noResponse');
    relay.losesResponses = false;
    await page.click(names.tryAgain);
    await page.expectState('done');
    const [row, ...others] = await rowsOf(player);
    expect(others).toEqual([]);
    expect((await page.status()).text).toContain(longDate(row?.date ?? '', 'en-US'));
    const keys = relay.requests
      .filter(({ url }) => url === submitVerseOperation.path)
      .flatMap(({ method, headers }) => (method === 'POST' ? [headers['idempotency-key']] : []));
    // The element's first attempt and the SDK's retry were lost. The player's next one, and any of the browser itself, may follow.
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect(new Set(keys).size).toBe(1);
    expectNoComplaint(tab);
  });

  test('on a dark, German page', async () => {
    const player = `${engine}-german`;
    await service.solve(player, today());
    await service.submit(player, { bookId: 'JHN', chapter: 3, verse: 16, localDate: today() });
    await using tab = await open('dark');
    const page = new SubmitPage(tab);
    await tab.goto(await link(player));
    await page.expectState('cooldown');
    expect(await page.isDark()).toBe(true);

    await tab.evaluate(() => {
      document.documentElement.lang = 'de';
      Object.assign(document.querySelector('submit-verse') as Element, { bookNames: { JHN: 'Johannes' } });
    });
    const [row] = await rowsOf(player);
    const verse = await eventually('a German verse', async () => {
      const { text } = await page.latestVerse();
      return text.includes('Johannes') && text;
    });
    expect(verse).toContain(longDate(row?.date ?? '', 'de'));
    expectNoComplaint(tab);
  });
});
