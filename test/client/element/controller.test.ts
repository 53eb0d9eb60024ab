import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startController } from '../../../client/src/element/player/controller.ts';
import { type Facts, type State, stateOf } from '../../../client/src/element/player/state.ts';
import { type ClientOptions, localDate } from '../../../client/src/index.ts';
import { submitVerseOperation } from '../../../src/generated/operations.ts';
import { eventually } from '../../support/eventually.ts';
import { may } from '../../support/examples.ts';
import { TestService, token } from '../../support/service.ts';
import { realTime, skip, stopClock, stopTimers } from '../../support/timers.ts';

/** What `<submit-verse>` does with what the service says, without its DOM. */
const john316 = { bookId: 'JHN', chapter: 3, verse: 16 } as const;
/** In milliseconds, as long as the cooldown. */
const week = 168 * 3_600_000;

const reachService = globalThis.fetch;
/** What becomes of the requests. By default, the service gets them. */
let network: typeof fetch;
/** The keys of the submissions that were sent. */
let keys: (string | null)[];
/** Pages that are still open. */
let pages: AbortController[];
const service = await TestService.start();
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  sessionStorage.clear();
  [keys, pages, network] = [[], [], reachService];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (isSubmission(input)) keys.push(new Headers(init?.headers).get('Idempotency-Key'));
    return await network(input, init);
  });
});
afterEach(() => {
  for (const page of pages) page.abort();
  realTime();
  jest.restoreAllMocks();
});

const isSubmission = (url: unknown) => String(url).endsWith(submitVerseOperation.path);
const isRead = (url: unknown) => String(url).includes('/api/eligibility');
const breakOff = async (): Promise<Response> => {
  throw new TypeError('the connection broke off');
};

/** Answers some requests, which do not reach the service. */
const answering =
  (matches: (url: unknown) => boolean, answer: () => Response | Promise<Response>): typeof fetch =>
  async (input, init) =>
    matches(input) ? await answer() : await reachService(input, init);

/** No submission reaches the service. */
const unplugged = answering(isSubmission, breakOff);

/** The service gets the submission, and the page no response. */
const deaf: typeof fetch = async (input, init) => {
  const response = await reachService(input, init);
  return isSubmission(input) ? await breakOff() : response;
};

/** Lets the first request that matches wait, before it is sent or with its response. */
function hold(matches: (url: unknown) => boolean, when: 'request' | 'response'): { release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isHeld = false;
  network = async (input, init) => {
    if (isHeld || !matches(input)) return await reachService(input, init);
    isHeld = true;
    if (when === 'request') await promise;
    const response = await reachService(input, init);
    if (when === 'response') await promise;
    return response;
  };
  return { release: resolve };
}

/**
 * A page of this tab. A page that is opened after another is closed is the same page, loaded again.
 */
function open(jwt: ClientOptions['token'] | undefined, baseUrl = service.url) {
  const end = new AbortController();
  pages.push(end);
  let facts: Facts = {};
  const states: State[] = [];
  const results: string[] = [];
  const otherPlayer = jest.fn();
  const controller = startController(
    { baseUrl, token: jwt, isOnline: () => true },
    end.signal,
    (known) => {
      facts = known;
      if (states.at(-1) !== stateOf(known)) states.push(stateOf(known));
    },
    ({ reference }) => results.push(reference),
    otherPlayer,
  );
  return {
    ...controller,
    states,
    results,
    otherPlayer,
    facts: () => facts,
    close: () => end.abort(),
    reach: async (state: State) => await eventually(state, () => states.at(-1) === state),
  };
}

/** Opens a page of a player who may submit. */
async function openForm(player: string) {
  await service.solve(player, localDate());
  const page = open(await token(player));
  await page.reach('open');
  return page;
}

/** Opens the page of a player whose submission did not reach the service. */
async function submitInVain(player: string) {
  const page = await openForm(player);
  network = unplugged;
  await page.submit(john316);
  await page.reach('noResponse');
  network = reachService;
  keys = [];
  return page;
}

const rowsOf = async (player: string) => (await service.submissions()).filter(({ user_id }) => user_id === player);

/** Lets a week pass for a player's submission. */
async function letAWeekPass(player: string): Promise<void> {
  await service.database.query(
    "update scheduled_submission set created_at = created_at - interval '168 hours' where user_id = $1",
    [player],
  );
}

test('a verse is submitted; the list and the cooldown follow', async () => {
  const page = await openForm('ann');
  await page.submit(john316);
  await eventually('the list', () => page.facts().submissions?.length === 1);
  const [row] = await rowsOf('ann');
  expect(page.states).toEqual(['loading', 'open', 'sending', 'done']);
  expect(page.results).toEqual(['John 3:16']);
  expect(page.facts().scheduled).toMatchObject({ ...john316, scheduledDate: row?.date });
  expect(page.facts().eligibility?.cooldownEndsAt).toEqual(expect.any(String));
  expect(sessionStorage).toHaveLength(0);
  await page.submit(john316); // in vain, since the form is not there
  expect(keys).toHaveLength(1);
});

test('a choice stays over a reload until it is submitted, and no other player of the tab gets it', async () => {
  const page = await openForm('chooser');
  page.choose(john316, false);
  page.close();
  expect((await openForm('newcomer')).facts().choice).toBeUndefined();
  const jwt = await token('chooser');
  const loaded = open(() => jwt);
  await loaded.reach('open');
  expect(loaded.facts().choice).toEqual(john316);
  await loaded.submit(john316);
  expect([loaded.facts().choice, sessionStorage.length]).toEqual([undefined, 0]);
});

test('a token function that rejects twice in a row leaves nobody signed in, until it has a token', async () => {
  const jwt = await token('cookie');
  let isSignedIn = false;
  const page = open(async () => {
    if (isSignedIn) return jwt;
    throw new Error('no session');
  });
  await page.reach('failed');
  await page.tryAgain();
  expect(page.states).toEqual(['loading', 'failed', 'loading', 'signIn']);
  isSignedIn = true;
  await page.refresh();
  expect(page.states.at(-1)).toBe('notSolved');
});

test('what the page has chosen is chosen here, and not kept for the player', async () => {
  const page = await openForm('visitor');
  page.choose(john316, true);
  expect([page.facts().choice, sessionStorage.length]).toEqual([john316, 0]);
});

test('the service is asked, and gets the verse, with the date of the player', async () => {
  const evening = '2026-11-22T03:00:00Z'; // of November 21, in New York
  await using there = await TestService.start({ clock: () => Temporal.Instant.from(evening) });
  await there.solve('western', '2026-11-21');
  stopClock(evening);
  const page = open(await token('western'), there.url);
  await page.reach('open');
  await page.submit(john316);
  await page.reach('done');
});

test('a page asks until it is closed', async () => {
  const page = await openForm('leaver');
  const { release } = hold(isRead, 'response');
  const late = page.refresh();
  page.close();
  release();
  await late;
  expect(page.states.at(-1)).toBe('open');
  network = jest.fn<typeof fetch>();
  await page.refresh();
  expect(network).not.toHaveBeenCalled();
});

test('a request that takes more than 20 seconds counts as unanswered', async () => {
  const limits = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    return AbortSignal.abort(new DOMException('The time has passed', 'TimeoutError'));
  });
  await open(await token('patient')).reach('noResponse');
  expect(limits.mock.calls).toEqual([[20_000], [20_000]]);
});

describe('a submission whose outcome is unknown', () => {
  test('is sent again with its key when the player tries again: one submission', async () => {
    const page = await openForm('lost');
    network = deaf;
    await page.submit(john316);
    await page.reach('noResponse');
    network = reachService;
    await Promise.all([page.tryAgain(), page.tryAgain()]); // a double click
    await page.reach('done');
    expect(await rowsOf('lost')).toHaveLength(1);
    // The first attempt and the SDK's retry were lost.
    expect(keys).toEqual([expect.any(String), keys[0], keys[0]]);
    expect(sessionStorage).toHaveLength(0);
  });

  test('is sent once if the page is loaded again meanwhile', async () => {
    const page = await openForm('impatient');
    hold(isSubmission, 'response');
    void page.submit(john316);
    await eventually('the row', async () => (await rowsOf('impatient')).length === 1);
    page.close();
    await open(await token('impatient')).reach('done');
    expect(await rowsOf('impatient')).toEqual([expect.objectContaining({ book_id: 'JHN', chapter: 3, verse: 16 })]);
  });

  test('is settled as done if the list has it: it is not sent again, and nobody is told', async () => {
    const page = await openForm('listed');
    page.choose(john316, false);
    network = deaf;
    await page.submit(john316);
    page.close();
    [network, keys] = [reachService, []];
    const again = open(await token('listed'));
    await again.reach('done');
    const [row] = await rowsOf('listed');
    expect(again.facts().scheduled?.scheduledDate).toBe(row?.date);
    expect([keys, again.results, sessionStorage.length]).toEqual([[], [], 0]);
  });

  test('is not sent while the list is unknown', async () => {
    const page = await submitInVain('unsure');
    page.close();
    network = answering(isRead, breakOff);
    await open(await token('unsure')).reach('noResponse');
    expect(keys).toEqual([]);
  });

  test('is left for another verse', async () => {
    const page = await submitInVain('undecided');
    await page.leave();
    await page.reach('open');
    page.close();
    await open(await token('undecided')).reach('open');
    expect([keys, sessionStorage.length]).toEqual([[], 0]);
  });

  test('gives way to one that another tab has made', async () => {
    const page = await submitInVain('two-tabs');
    await service.submit('two-tabs', { ...john316, verse: 17, localDate: localDate() });
    page.close();
    await open(await token('two-tabs')).reach('cooldown');
    expect(await rowsOf('two-tabs')).toEqual([expect.objectContaining({ verse: 17 })]);
    expect(sessionStorage).toHaveLength(0);
  });

  test('waits for its player: another one of the same tab does not send it, and a page of the first one does', async () => {
    const page = await submitInVain('first');
    page.close();
    await service.solve('second', localDate());
    const other = open(await token('second'));
    await other.reach('open');
    other.close();
    expect(keys).toEqual([]);
    const again = open(await token('first'));
    await again.reach('done');
    expect([again.results, sessionStorage.length]).toEqual([['John 3:16'], 0]);
    expect([await rowsOf('second'), await rowsOf('first')]).toEqual([[], [expect.objectContaining({ verse: 16 })]]);
  });

  test('waits for a token that the service accepts', async () => {
    await service.solve('expired', localDate());
    const tokens = { current: await token('expired') };
    const page = open(() => tokens.current);
    await page.reach('open');
    tokens.current = await token('expired', { exp: 1 });
    await page.submit(john316);
    await page.reach('signIn');
    keys = [];
    await page.refresh();
    expect(keys).toEqual([]);
    tokens.current = await token('expired');
    await page.refresh();
    await page.reach('done');
    expect(await rowsOf('expired')).toHaveLength(1);
  });
});

test('a rejection shows its reason', async () => {
  const page = await openForm('prevented');
  await service.database.query("delete from daily_completion where anonymous_id = 'prevented'");
  await page.submit(john316);
  expect(page.states).toEqual(['loading', 'open', 'sending', 'notSolved']);
  expect(sessionStorage).toHaveLength(0);
});

describe('what comes late does not undo what came since', () => {
  test('a read that began before a submission, and ends after it', async () => {
    const page = await openForm('late-read');
    const { release } = hold(isRead, 'response');
    const late = page.refresh();
    await page.submit(john316);
    release();
    await late;
    expect(page.states.at(-1)).toBe('done');
    expect(keys).toHaveLength(1);
  });

  test('a read that began after a submission, and ends after a later one', async () => {
    const page = await openForm('later');
    const { release } = hold(isRead, 'response');
    const sent = page.submit(john316);
    await page.reach('done');
    await letAWeekPass('later');
    await page.refresh();
    release();
    await sent;
    expect(page.states.at(-1)).toBe('open');
  });

  test('a read that ends while the submission is under way does not send it again', async () => {
    const page = await openForm('slow');
    const read = hold(isRead, 'response');
    const late = page.refresh();
    const readsSlowly = network;
    const submission = hold(isSubmission, 'request');
    const submitsSlowly = network;
    network = async (input, init) => await (isSubmission(input) ? submitsSlowly : readsSlowly)(input, init);
    const sent = page.submit(john316);
    read.release();
    await late;
    expect(page.states.at(-1)).toBe('sending');
    network = jest.fn<typeof fetch>();
    await page.refresh(); // nothing is asked while a submission is under way
    expect(network).not.toHaveBeenCalled();
    network = reachService;
    submission.release();
    await sent;
    expect(page.states.at(-1)).toBe('done');
    expect(keys).toHaveLength(1);
  });
});

test('a token function that another player answers sends nothing in the name of the first', async () => {
  await service.solve(['one', 'other'], localDate());
  const tokens = { current: await token('one') };
  const page = open(() => tokens.current);
  await page.reach('open');
  tokens.current = await token('other');
  await page.submit(john316);
  expect(page.otherPlayer).toHaveBeenCalled();
  expect(keys).toEqual([]);
});

test('a success stays while the service cannot be asked', async () => {
  const page = await openForm('offline');
  await page.submit(john316);
  network = breakOff;
  await page.refresh();
  expect(page.states.at(-1)).toBe('done');
});

test.each([
  ['the player comes back', false],
  ['nobody leaves the page', true],
])('the success does not stay when the cooldown is over, and %s', async (_title, staysThere) => {
  const player = `thankful-${staysThere}`;
  const page = await openForm(player);
  if (staysThere) stopTimers();
  await page.submit(john316);
  await letAWeekPass(player);
  if (staysThere) {
    await skip(week - 60_000);
    expect(page.states.at(-1)).toBe('done');
    await skip(70_000);
  } else await page.refresh();
  await page.reach('open');
  expect(page.facts().scheduled).toBeUndefined();
});

test('a device whose clock is ahead asks less and less often, but once an hour', async () => {
  const [earlier, later] = [7_200_000, 3_600_000].map((ms) => new Date(Date.now() - ms).toISOString());
  const cooling = { ...may, maySubmit: false, cooldownEndsAt: earlier };
  let reads = 0;
  network = async (url) => {
    if (!isRead(url)) return Response.json({ submissions: [] });
    reads++;
    return Response.json(cooling);
  };
  jest.spyOn(Math, 'random').mockReturnValue(0);
  stopTimers();
  const page = open(await token('ahead'));
  await page.reach('cooldown');
  for (const [index, seconds] of [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600].entries()) {
    const known = page.facts();
    await skip(seconds * 1_000 - 1);
    expect(reads).toBe(index + 1);
    await skip(1);
    await eventually('a response', () => page.facts() !== known);
  }
  cooling.cooldownEndsAt = later; // of another submission: the page begins again
  const before = reads;
  await skip(3_600_000);
  await eventually('the other end', () => page.facts().eligibility?.cooldownEndsAt === later);
  await skip(5_000);
  expect(reads).toBe(before + 2);
});

test('a page of a calendar that is full for a month waits, though no timer lasts so long', async () => {
  const acceptingFrom = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString();
  let reads = 0;
  network = async (url) => {
    if (isRead(url)) reads++;
    return Response.json(
      isRead(url) ? { ...may, maySubmit: false, accepting: false, acceptingFrom } : { submissions: [] },
    );
  };
  stopTimers();
  await open(await token('waiting')).reach('full');
  await skip(60_000);
  expect(reads).toBe(1);
});

describe('the next free day', () => {
  const { signal } = new AbortController();

  test('is asked for, for a verse and in general', async () => {
    const page = await openForm('curious');
    const asked: string[] = [];
    network = async (url, init) => {
      asked.push(new URL(String(url)).search);
      return await reachService(url, init);
    };
    for (const verse of [undefined, john316]) {
      expect(await page.nextFreeDate(verse, signal)).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    expect(asked).toEqual([`?localDate=${localDate()}`, `?bookId=JHN&chapter=3&verse=16&localDate=${localDate()}`]);
  });

  test.each([
    ['the service takes the verse for one that does not exist', 400, { error: 'verse must be 1' }],
    ['the service fails', 500, { error: 'Internal error' }],
    ['the sign-in has ended', 401, { error: 'Unauthorized' }],
    ['the calendar is full', 200, { ...may, accepting: false, maySubmit: false }],
  ])('is unknown if %s, and the form stays', async (_, status, body) => {
    const page = await openForm(`curious-${status}`);
    network = async () => Response.json(body, { status, headers: { 'WWW-Authenticate': 'Bearer' } });
    expect(await page.nextFreeDate(john316, signal)).toBeUndefined();
    expect([page.states.at(-1), page.facts().problem]).toEqual(['open', undefined]);
  });
});
