import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { TestService, token } from '../support/service.ts';
import { launchBrowser } from './launch.ts';
import {
  comeBack,
  countSubmissions,
  dropResponses,
  expectState,
  heading,
  isFocused,
  john316,
  longDate,
  rowsOf,
  solveToday,
  status,
  submissions,
  submitButton,
  submitByKeyboard,
  submitByMouse,
  tabTo,
  timezoneId,
  today,
  visit,
} from './player.ts';
import { WatchedPage } from './watched-page.ts';

/** In milliseconds, as long as the cooldown. */
const week = 168 * 3_600_000;

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  service = await TestService.start();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service[Symbol.asyncDispose]();
});

async function openForm(player: string): Promise<WatchedPage> {
  await solveToday(service, player);
  const watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  await visit(watched.page, service, player);
  await expectState(watched.page, 'Choose a verse');
  return watched;
}

/** Submits, but nothing reaches the service. */
async function submitInVain(page: Page): Promise<void> {
  await page.route(submissions, (route) => route.abort());
  await submitByMouse(page);
  await expectState(page, 'We couldn’t reach the server');
  await page.unroute(submissions);
}

/** What the tab has stored of submissions. */
async function stored(page: Page): Promise<string[]> {
  return await page.evaluate(() => Object.values(sessionStorage).filter((value) => value.includes('JHN')));
}

describe.each([
  ['mouse', submitByMouse],
  ['keyboard', submitByKeyboard],
] as const)('a response is lost, by %s', (way, submit) => {
  test('the page says so, and trying again is safe: one submission', async () => {
    const player = `lost-${way}`;
    await using watched = await openForm(player);
    const { page } = watched;
    const keys: (string | null)[] = [];
    page.on('request', async (request) => {
      if (request.method() === 'POST') keys.push(await request.headerValue('Idempotency-Key'));
    });
    await dropResponses(page);
    await submit(page);
    await expectState(page, 'We couldn’t reach the server');
    expect(await isFocused(heading(page, 'We couldn’t reach the server'))).toBe(true);
    expect(await status(page).getByRole('paragraph').allInnerTexts()).toEqual([
      'We couldn’t confirm that John 3:16 was saved. Trying again is safe.',
    ]);
    if (way === 'mouse') await watched.expectAccessible();

    await page.unroute(submissions);
    const button = page.getByRole('button', { name: 'Try again' });
    if (way === 'mouse') await button.click();
    else {
      await tabTo(page, button);
      await page.keyboard.press('Enter');
    }
    await expectState(page, 'Thank you');
    expect(await isFocused(heading(page, 'Thank you'))).toBe(true);
    const [row, ...others] = await rowsOf(service, player);
    expect(others).toEqual([]);
    expect(await status(page).innerText()).toContain(longDate(row?.date ?? ''));
    // The element's first attempt and the SDK's retry were lost; the third got the response of the first.
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(await stored(page)).toEqual([]);
  });
});

test('it is sent again by itself when the page is loaded again', async () => {
  await using watched = await openForm('reloader');
  const { page } = watched;
  await submitInVain(page);
  expect(await rowsOf(service, 'reloader')).toEqual([]);
  await page.reload();
  await expectState(page, 'Thank you');
  expect(await rowsOf(service, 'reloader')).toEqual([expect.objectContaining({ book_id: 'JHN', verse: 16 })]);
  expect(await stored(page)).toEqual([]);
});

test('the page is loaded again while it is in flight: one submission', async () => {
  await using watched = await openForm('impatient');
  const { page } = watched;
  const { promise: isStored, resolve } = Promise.withResolvers<void>();
  await page.route(submissions, async (route) => {
    await route.fetch();
    resolve(); // the page gets no response
  });
  await submitByMouse(page);
  await isStored;
  await page.reload();
  await expectState(page, 'Thank you');
  expect(await rowsOf(service, 'impatient')).toHaveLength(1);
});

test('it is sent again by itself when the device has a network again', async () => {
  await using watched = await openForm('tunnel');
  const { page } = watched;
  await page.context().setOffline(true);
  await submitByMouse(page);
  await expectState(page, 'You’re offline');
  expect(await status(page).innerText()).toContain('John 3:16');
  await watched.expectAccessible();
  await page.context().setOffline(false);
  await expectState(page, 'Thank you');
  expect(await rowsOf(service, 'tunnel')).toHaveLength(1);
});

test('one that the list shows is settled as done: it is not sent again', async () => {
  await using watched = await openForm('listed');
  const { page } = watched;
  await dropResponses(page);
  await submitByMouse(page);
  await expectState(page, 'We couldn’t reach the server');
  await page.unroute(submissions);
  const sent = countSubmissions(page);
  await page.reload();
  await expectState(page, 'Thank you');
  const [row] = await rowsOf(service, 'listed');
  expect(await status(page).innerText()).toContain(longDate(row?.date ?? ''));
  expect(await stored(page)).toEqual([]);
  expect(sent.count).toBe(0);
});

test('“Choose another verse” leaves it', async () => {
  await using watched = await openForm('undecided');
  const { page } = watched;
  await submitInVain(page);
  const sent = countSubmissions(page);
  await page.getByRole('button', { name: 'Choose another verse' }).click();
  await expectState(page, 'Choose a verse');
  expect(await stored(page)).toEqual([]);
  await page.reload();
  await expectState(page, 'Choose a verse');
  expect(sent.count).toBe(0);
  expect(await rowsOf(service, 'undecided')).toEqual([]);
});

test('one that is older than the cooldown is not sent again: the service would take it for another', async () => {
  const later = Temporal.Now.plainDateISO(timezoneId).add({ days: 7 }).toString();
  await service.solve('late', later);
  await solveToday(service, 'late');
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  const { page } = watched;
  await page.clock.install();
  await visit(page, service, 'late');
  await expectState(page, 'Choose a verse');
  await page.route(submissions, (route) => route.abort());
  await submitByMouse(page);
  await page.clock.runFor(2_000); // the SDK waits before it tries again
  await expectState(page, 'We couldn’t reach the server');
  await page.unroute(submissions);
  const sent = countSubmissions(page);
  await page.clock.fastForward(week);
  await comeBack(page);
  await expectState(page, 'Choose a verse');
  await page.reload();
  await expectState(page, 'Choose a verse');
  expect(sent.count).toBe(0);
  expect(await rowsOf(service, 'late')).toEqual([]);
});

describe('the success does not stay when the cooldown is over', () => {
  /** Submits, and lets a week pass in the database. */
  async function submitAWeekAgo(page: Page, player: string): Promise<void> {
    await submitByMouse(page);
    await expectState(page, 'Thank you');
    await page.getByRole('listitem').waitFor();
    await service.database.query(
      "update scheduled_submission set created_at = created_at - interval '168 hours' where user_id = $1",
      [player],
    );
  }

  test('and the player comes back to the tab', async () => {
    await using watched = await openForm('returning');
    const { page } = watched;
    await submitAWeekAgo(page, 'returning');
    await comeBack(page);
    await expectState(page, 'Choose a verse');
    expect(await page.getByText('will be the verse for').count()).toBe(0);
  });

  test('in a tab that nobody leaves', async () => {
    await solveToday(service, 'staying');
    await service.solve('staying', Temporal.Now.plainDateISO(timezoneId).add({ days: 7 }).toString());
    await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
    const { page } = watched;
    await page.clock.install();
    await visit(page, service, 'staying');
    await expectState(page, 'Choose a verse');
    await submitAWeekAgo(page, 'staying');
    await page.clock.fastForward(week + 20_000);
    await expectState(page, 'Choose a verse');
    expect(await submitButton(page).isDisabled()).toBe(true); // nothing is chosen, as at first
  });
});

test('a submission that another tab has made is the one that counts', async () => {
  await using watched = await openForm('two-tabs');
  const { page } = watched;
  await submitInVain(page);
  await service.submit('two-tabs', { ...john316, verse: 17, localDate: today() });
  await page.reload();
  await expectState(page, 'Your next verse');
  expect(await stored(page)).toEqual([]);
  expect(await rowsOf(service, 'two-tabs')).toHaveLength(1);
  expect(await submitButton(page).isVisible()).toBe(false);
});

describe('what comes late does not undo what came since', () => {
  /** Holds the next reads of the page until the result is called. */
  async function holdReads(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      '**/api/eligibility*',
      async (route) => {
        const response = await route.fetch();
        await promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    return resolve;
  }

  test('a read that began before a submission, and ends after it', async () => {
    await using watched = await openForm('late-read');
    const { page } = watched;
    const release = await holdReads(page);
    await comeBack(page);
    const sent = countSubmissions(page);
    await submitByMouse(page);
    await expectState(page, 'Thank you');
    release();
    await page.waitForTimeout(500);
    expect(await heading(page, 'Thank you').isVisible()).toBe(true);
    expect(sent.count).toBe(1);
    expect(await rowsOf(service, 'late-read')).toHaveLength(1);
  });

  test('a read that ends while the submission is under way does not send it again', async () => {
    await using watched = await openForm('slow-submission');
    const { page } = watched;
    const release = await holdReads(page);
    await comeBack(page);
    const { promise: held, resolve: respond } = Promise.withResolvers<void>();
    await page.route(submissions, async (route) => {
      await held;
      await route.continue();
    });
    const sent = countSubmissions(page);
    await submitByMouse(page);
    await expectState(page, /^Submitting/);
    release();
    await page.waitForTimeout(500);
    respond();
    await expectState(page, 'Thank you');
    expect(sent.count).toBe(1);
  });
});

test('a token function that another player answers sends nothing in the name of the first', async () => {
  await using watched = await openForm('first-player');
  const { page } = watched;
  await solveToday(service, 'second-player');
  const tokens = [await token('first-player'), await token('second-player')];
  await page.evaluate(([first, second]) => {
    const element = document.querySelector('submit-verse') as HTMLElement & { token: unknown };
    Object.assign(globalThis, { current: first, second });
    element.token = () => (globalThis as unknown as { current: string }).current;
  }, tokens);
  await expectState(page, 'Choose a verse');
  await page.waitForLoadState('networkidle');
  await page.evaluate('current = second');
  const sent = countSubmissions(page);
  await Promise.all([page.waitForResponse('**/api/submissions'), submitByMouse(page)]);
  await expectState(page, 'Choose a verse');
  expect(sent.count).toBe(0);
  await submitButton(page).click();
  await expectState(page, 'Thank you');
  expect(await rowsOf(service, 'first-player')).toEqual([]);
  expect(await rowsOf(service, 'second-player')).toHaveLength(1);
});

test('a token function that has an expired token once signs the player in with the next', async () => {
  await solveToday(service, 'renewing');
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  const { page } = watched;
  await page.goto(`${service.url}/submit`);
  const tokens = [await token('renewing', { exp: 1 }), await token('renewing')];
  await page.evaluate(([expired, renewed]) => {
    const element = document.querySelector('submit-verse') as HTMLElement & { token: unknown };
    Object.assign(globalThis, { current: expired, renewed });
    element.token = () => (globalThis as unknown as { current: string }).current;
  }, tokens);
  await page.waitForLoadState('networkidle');
  await expectState(page, 'Sign in to submit a verse');
  await page.evaluate('current = renewed; void document.querySelector("submit-verse").refresh()');
  await expectState(page, 'Choose a verse');
});

test('a device whose clock is ahead asks less and less often, until the cooldown is over', async () => {
  await solveToday(service, 'ahead');
  await service.submit('ahead', { ...john316, localDate: today() });
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  const { page } = watched;
  await page.clock.install({ time: Date.now() + week + 3_600_000 });
  await visit(page, service, 'ahead');
  await expectState(page, 'Your next verse');
  await page.waitForLoadState('networkidle');
  const reads = () => watched.requests.filter((request) => request.includes('/api/eligibility')).length;
  const before = reads();
  for (let steps = 0; steps < 20; steps++) {
    await page.clock.runFor(15_000); // less than the time limit of a request
    await page.waitForTimeout(200); // the responses come in real time
  }
  expect(reads() - before).toBeGreaterThanOrEqual(2);
  expect(reads() - before).toBeLessThanOrEqual(7); // after 5, 10, 20, … seconds
});

test('the list of a service before 1.3.0 names verses in English', async () => {
  await solveToday(service, 'older');
  await service.submit('older', { ...john316, localDate: today() });
  await using watched = await WatchedPage.open(browser, [service.url], { timezoneId });
  const { page } = watched;
  await page.route('**/api/submissions', async (route) => {
    const response = await route.fetch();
    const { submissions: all } = (await response.json()) as { submissions: Record<string, unknown>[] };
    const older = all.map(({ scheduledDate, reference, submittedAt }) => ({ scheduledDate, reference, submittedAt }));
    await route.fulfill({ response, json: { submissions: older } });
  });
  await visit(page, service, 'older');
  await expectState(page, 'Your next verse');
  expect(await page.getByRole('listitem').innerText()).toContain('John 3:16');
});
