import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { english } from '../../client/src/element/words/texts.ts';
import { TestService, token } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';
import { openChromium } from './chromium.ts';
import { openFirefox } from './firefox.ts';
import { pageDate } from './player.ts';
import { SubmitPage } from './submit-page.ts';
import { type Tab, timeZone } from './tab.ts';
import { openWebKit } from './webkit.ts';

const repeatDays = 60;
const service = await TestService.start({ env: { SCHEDULE_REPEAT_DAYS: String(repeatDays) } });
afterAll(() => service[Symbol.asyncDispose]());

const today = () => Temporal.Now.plainDateISO(timeZone);
const romans = { bookId: 'ROM', chapter: 8, verse: 28 };

/** Many have chosen Romans 8:28: for the next 200 days, it is always near. */
beforeAll(async () => {
  for (let days = 0; days < 200; days += repeatDays - 10) {
    const date = today()
      .add({ days: 8 + days })
      .toString();
    await insertSubmission(service.database, { user: date, ...romans, date, createdAt: '2026-01-01T00:00Z' });
  }
});

describe.each([
  ['Chromium', openChromium],
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const)('in %s', (engine, open) => {
  const player = `${engine}-player`;
  let tab: Tab;
  let page: SubmitPage;
  beforeAll(async () => {
    tab = await open();
    await service.solve(player, today().toString());
    await tab.goto(`${service.url}/submit#token=${await token(player)}`);
    page = new SubmitPage(tab);
    await page.expectState('open');
  });
  afterAll(async () => {
    await tab?.[Symbol.asyncDispose]();
  });

  test('nothing is chosen that is not said: a choice ends when the text stops naming it', async () => {
    await page.find('ps 15');
    await page.expectSubmit('Submit Psalm 15:1', true);
    await tab.type('1');
    await page.expectSubmit('Submit', false);
    await page.find('john 3:9');
    await page.expectSubmit('Submit John 3:9', true);
    await tab.type('9');
    await page.expectSubmit('Submit', false);
    await page.find('john 3:16');
    await page.expectSubmit('Submit John 3:16', true);
    await page.find('the light of the world 12'); // it is of no chapter that is chosen
    await page.expectSubmit('Submit', false);
    await page.find('john 3:16');
    await page.expectSubmit('Submit John 3:16', true);
    await page.find('');
    await page.expectSubmit('Submit', false);
  });

  test('the promised date is the date that is given', async () => {
    const [general = ''] = (await page.status()).times;
    await page.find('romans 8:28');
    const { text, times } = await page.nextFree();
    const [promised = '', sooner = ''] = times;
    expect(sooner).toBe(general);
    expect(today().until(promised).days).toBeGreaterThan(200);
    expect(promised > general).toBe(true);
    expect(text).toBe(`Popular, so not before ${pageDate(promised)}. Another verse could come on ${pageDate(sooner)}.`);
    await page.tabTo(english.submit.replace('{reference}', 'Romans 8:28'));
    await tab.press('Enter');
    await page.expectState('done');
    expect(await page.title()).toEqual({ text: `${pageDate(promised)} is your day`, times: [promised] });
    const rows = await service.submissions();
    expect(rows.find(({ user_id }) => user_id === player)?.date).toBe(promised);
  });
});
