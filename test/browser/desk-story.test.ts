import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { english } from '../../client/src/element/texts.ts';
import { eventually } from '../support/eventually.ts';
import { editor, TestService, token } from '../support/service.ts';
import { openChromium } from './chromium.ts';
import { DeskPage } from './desk-page.ts';
import { openFirefox } from './firefox.ts';
import { Relay } from './relay.ts';
import { longDate, names, SubmitPage } from './submit-page.ts';
import { timeZone } from './tab.ts';
import { openWebKit } from './webkit.ts';

jest.setTimeout(120_000); // Firefox takes many seconds to start on a busy machine

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ desk: true });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

const today = () => Temporal.Now.plainDateISO(timeZone).toString();
const later = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
const written = (date: string) => longDate(date, 'en-US');

/** Submits Psalm 23:1 as somebody else. */
async function submitPsalm(player: string): Promise<string> {
  await service.solve(player, today());
  const { body } = await service.submit(player, { bookId: 'PSA', chapter: 23, verse: 1, localDate: today() });
  return body.scheduledDate;
}

test.each([
  ['Chromium', openChromium],
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const)(
  'in %s, a verse is submitted, moved, swapped and withdrawn, and its player sees each',
  async (engine, open) => {
    const player = `${engine}-player`;
    await service.solve(player, today());
    await using relay = await Relay.start(service.url);
    await using tab = await open('light');
    const submit = new SubmitPage(tab);
    const desk = new DeskPage(tab);
    const openDesk = async () => await tab.goto(`${relay.url}/desk#token=${await token('ed', editor)}`);
    const openSubmit = async (state: Parameters<SubmitPage['expectState']>[0]) => {
      await tab.goto(`${relay.url}/submit`);
      await submit.expectState(state);
      return await eventually('the list', async () => {
        const verse = await submit.latestVerse();
        return verse.text === '' ? undefined : verse;
      });
    };

    await tab.goto(`${relay.url}/submit#token=${await token(player)}`);
    await submit.expectState('open');
    await submit.chooseVerse();
    await submit.click(names.submit);
    await submit.expectState('done');
    const [first = ''] = (await submit.status()).times;

    // To another date…
    const moved = later(first, 40);
    await openDesk();
    await desk.choose(first);
    await desk.click('Move…');
    await desk.choose(moved);
    await desk.click('Move John 3:16 here');
    await desk.expectNotice(`John 3:16 has moved from ${written(first)} to ${written(moved)}.`);
    expect(await submit.fits()).toBe(true);
    expect(await openSubmit('cooldown')).toEqual({
      text: `John 3:16 ${written(moved)} moved from ${written(first)}`,
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
    await desk.expectNotice(`John 3:16 is on ${written(swapped)} now, and Psalm 23:1 on ${written(moved)}.`);
    expect((await openSubmit('cooldown')).times).toEqual([swapped, first]);

    // … and away: the player can submit another one.
    await openDesk();
    await desk.choose(swapped);
    await desk.click('Withdraw…');
    await desk.tick('The player may submit again at once');
    await desk.click('Withdraw John 3:16');
    await desk.expectNotice(
      `John 3:16 is withdrawn. ${written(swapped)} is free again. The player may submit again at once.`,
    );
    expect(await openSubmit('open')).toEqual({ text: `John 3:16 ${english.withdrawn}`, times: [] });

    expect({ complaints: tab.complaints ?? [], violations: relay.violations }).toEqual({
      complaints: [],
      violations: [],
    });
  },
);
