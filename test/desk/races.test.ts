import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { locks } from '../../src/database/lock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { clearCalendar, noon, placeVerse, recorded, stateOf } from '../support/desk.ts';
import { dropLock, holdInserts, transactionsWaiting } from '../support/inserts.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { type TestResponse, TestService } from '../support/service.ts';

/** Two instances that share a database. */
interface Pair {
  readonly database: TestDatabase;
  readonly instances: readonly [TestService, TestService];
}

/**
 * The requests of a race are sent to both instances at the same moment. Each transaction stays open
 * until the others have begun. The twin of each race, without the lock, shows what then happens.
 */
let guarded: Pair;
let unguarded: Pair;
beforeAll(async () => {
  guarded = await startPair();
  unguarded = await startPair(dropLock);
});
beforeEach(async () => {
  for (const { database } of [guarded, unguarded]) {
    await clearCalendar(database);
    await database.query('truncate daily_completion');
  }
});
afterAll(async () => {
  for (const { database, instances } of [guarded, unguarded]) {
    for (const instance of instances) await instance[Symbol.asyncDispose]();
    await database.drop();
  }
});

async function startPair(prepare?: (database: TestDatabase) => Promise<void>): Promise<Pair> {
  const database = await createTestDatabase();
  await prepare?.(database);
  const options = { database, desk: true, puzzle: true, clock: () => Temporal.Instant.from(noon) };
  const pair: Pair = { database, instances: [await TestService.start(options), await TestService.start(options)] };
  // Earlier requests open the connections and have the code compiled, so that only the changes
  // race.
  for (const instance of pair.instances) {
    await Promise.all(Array.from({ length: 10 }, () => instance.desk('GET', 'calendar')));
  }
  return pair;
}

const inserted = ['scheduled_submission', 'calendar_change'];
type Send = (to: TestService) => Promise<TestResponse>;

/**
 * Sends the requests, to the two instances by turns.
 *
 * @param transactions how many of them are in the database before the first one may end: an
 *   instance has two connections for the desk, and makes one reservation at a time
 */
async function atOnce(pair: Pair, transactions: number, ...requests: Send[]): Promise<TestResponse[]> {
  const held = await holdInserts(pair.database, 'true', inserted);
  const responses = Promise.all(requests.map((send, index) => send(pair.instances[index % 2] as TestService)));
  await transactionsWaiting(pair.database, transactions).finally(() => held.rollback());
  return await responses;
}

/** Sends a request, and the others to the other instance once its transaction has inserted a row. */
async function during(pair: Pair, first: Send, ...others: Send[]): Promise<TestResponse[]> {
  const held = await holdInserts(pair.database, 'true', inserted);
  const [instance, other] = pair.instances;
  const response = first(instance);
  await held.awaited();
  const responses = Promise.all([response, ...others.map((send) => send(other))]);
  await transactionsWaiting(pair.database, 1 + others.length).finally(() => held.rollback());
  return await responses;
}

const dates = ['2026-12-01', '2026-12-02', '2026-12-03'] as const;
const ownVerse = { bookId: 'JHN', chapter: 1, verse: 14 };

const submit =
  (player: string): Send =>
  (to) =>
    to.submit(player);
const change =
  (method: string, path: string, body: object): Send =>
  (to) =>
    to.change(method, path, body);
const desk =
  (sub: string, method: string, path: string, body: object): Send =>
  (to) =>
    to.desk(method, path, body, { sub, roles: ['calendar-editor'] });
const restore = (to: string) => change('POST', 'submissions/1/restore', { to });

/** Stores a verse that was withdrawn from the first date. */
async function placeWithdrawn({ database }: Pair): Promise<void> {
  await placeVerse(database, dates[0]);
  await database.query(
    'update scheduled_submission set scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date',
  );
}

const statuses = (responses: TestResponse[]) => responses.map(({ status }) => status);
const datesOfVerses = async ({ database }: Pair) => (await stateOf(database)).verses.map(({ date }) => date);

async function blockWhatIsReserved(pair: Pair) {
  const players = ['ann', 'ben', 'cat', 'dan'];
  await pair.instances[0].solve(players);
  const bookable = ['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01'];
  const blocks = bookable.map((date) => change('POST', 'blocked-dates', { dates: [date], label: 'a feast' }));
  const responses = await atOnce(pair, 4 + 2, ...blocks, ...players.map(submit));
  const [ofDesk, ofPlayers] = [responses.slice(0, 4), responses.slice(4)];
  const { blocked } = await stateOf(pair.database);
  const taken = new Set(await datesOfVerses(pair));
  return {
    isAnyBoth: blocked.some(({ date }) => taken.has(date)),
    players: statuses(ofPlayers),
    dates: new Set(ofPlayers.map(({ body }) => body.scheduledDate)).size,
    untold: ofDesk.filter(({ body }) => body.outcomes[0].outcome === 'done').length - blocked.length,
  };
}

async function changeWhatOthersSaw(pair: Pair) {
  const seen = { date: dates[0], change: 0 };
  const blocks = ['ann', 'ben'].map((sub) => desk(sub, 'POST', 'blocked-dates', { dates: [seen], label: `by ${sub}` }));
  const sets = ['cat', 'dan'].map((sub) => desk(sub, 'PUT', `verses/${dates[0]}`, { ...ownVerse, change: 0 }));
  const responses = await atOnce(pair, 4, ...blocks, ...sets);
  const made = responses.filter(({ status, body }) => status === 200 && body.outcomes?.[0].outcome !== 'unseen');
  return made.length === 1 ? await recorded(pair.database).then(({ length }) => length) : 'several';
}

async function sendAgain(pair: Pair) {
  for (const date of dates) await placeVerse(pair.database, date);
  const [from, to] = [dates[0], dates[1]].map((date) => ({ date, change: 0 }));
  const swap = desk('ed', 'POST', 'submissions/1/move', { from, to, swapWith: 2 });
  const responses = await atOnce(pair, 4, ...Array(6).fill(swap));
  const actions = `${await recorded(pair.database)}`;
  return { actions, responses: new Set(responses.map(({ status, text }) => `${status} ${text}`)).size };
}

async function eraseWhatIsStored(pair: Pair) {
  await pair.instances[0].solve('ann');
  const responses = await during(pair, submit('ann'), (to) => to.puzzle('DELETE', 'players/ann'));
  const [{ player } = {}] = await pair.database.query('select user_id as player from scheduled_submission');
  return [...statuses(responses), player];
}

async function readBesideAMove(pair: Pair) {
  await placeVerse(pair.database, dates[0]);
  const read = (sub: string) => desk(sub, 'PUT', 'submissions/1/review', { reviewed: true });
  const move = change('POST', 'submissions/1/move', { from: dates[0], to: dates[1] });
  const responses = await during(pair, move, read('ann'), read('ben'));
  const [{ by } = {}] = await pair.database.query('select reviewed_by as by from scheduled_submission');
  return [...statuses(responses).sort(), by, ...(await datesOfVerses(pair))];
}

/** The ids that an editor saw who reads all that is there, and then those that count as read. */
async function readWhatIsBeingStored(pair: Pair) {
  const [instance] = pair.instances;
  await instance.solve('ann');
  const storing = await OpenTransaction.begin(pair.database, `select pg_advisory_xact_lock(${locks.calendar})`);
  await placeVerse(storing, dates[0]);
  const submitted = instance.submit('ann');
  await Promise.race([submitted, storing.awaited()]);
  const { days } = (await instance.desk('GET', 'calendar')).body as { days: { submission?: { id: number } }[] };
  const seen = days.flatMap(({ submission }) => submission?.id ?? []);
  await storing.commit();
  await submitted;
  if (seen[0] !== undefined) await instance.desk('POST', 'review', { to: '2027-11-21', newest: seen[0] });
  const read = 'select id::integer from scheduled_submission where reviewed_at is not null order by id';
  return { seen, read: (await pair.database.query(read)).map(({ id }) => id) };
}

const nobody = expect.stringMatching(/^[0-9a-f-]{36}$/);
const aReader = expect.stringMatching(/^(ann|ben)$/);

describe.each<[string, (pair: Pair) => Promise<unknown>, unknown, unknown]>([
  [
    'no date is both reserved and blocked, and every player gets another one',
    blockWhatIsReserved,
    { isAnyBoth: false, players: [201, 201, 201, 201], dates: 4, untold: 0 },
    expect.objectContaining({ isAnyBoth: true }),
  ],
  ['of four operators who saw the same, one changes the date', changeWhatOthersSaw, 1, 'several'],
  [
    'the same change, sent many times, is recorded once, with the same response for all',
    sendAgain,
    { actions: 'swap', responses: 1 },
    { actions: expect.stringMatching(/^swap(,swap)+$/), responses: expect.any(Number) },
  ],
  [
    'an erasure waits for what its player has stored but not committed',
    eraseWhatIsStored,
    [201, 204, nobody],
    [201, 204, 'ann'],
  ],
  [
    'of two editors who read a verse, one is stored, beside the move of another',
    readBesideAMove,
    [200, 200, 409, aReader, dates[1]],
    [200, 200, 200, aReader, dates[1]],
  ],
  [
    'an editor who reads all sees no later verse before one that is being stored',
    readWhatIsBeingStored,
    { seen: [], read: [] },
    { seen: [2], read: [1, 2] },
  ],
])('%s', (_title, race, want, twin) => {
  test('with the lock', async () => {
    expect(await race(guarded)).toEqual(want);
  });

  test('TWIN: not without it', async () => {
    expect(await race(unguarded)).toEqual(twin);
  });
});

// A constraint is a second guard, so there is no twin in which these go wrong.
describe.each<[string, () => Pair]>([
  ['with the lock', () => guarded],
  ['with the constraint alone', () => unguarded],
])('%s,', (_title, pairOf) => {
  test('a verse is not set or restored on a date whose reservation is stored but not committed', async () => {
    const pair = pairOf();
    await placeWithdrawn(pair);
    await pair.instances[0].solve('ann');
    const set = change('PUT', 'verses/2026-11-28', ownVerse);
    const [submission, ...changes] = await during(pair, submit('ann'), set, restore('2026-11-28'));
    expect(submission?.body.scheduledDate).toBe('2026-11-28');
    expect(changes.map(({ body }) => body.error)).toEqual(Array(2).fill('Another verse is on this date'));
    expect(await datesOfVerses(pair)).toEqual([null, '2026-11-28']);
  });

  test('a player whose cooldown was ended has the restored verse or a new one', async () => {
    const pair = pairOf();
    await placeWithdrawn(pair);
    await pair.database.query(
      "update scheduled_submission set user_id = 'ann', created_at = '2026-11-20T00:00:00Z', cooldown_ended = true",
    );
    await pair.instances[0].solve('ann');
    const outcome = statuses(await atOnce(pair, 2, restore(dates[0]), submit('ann')));
    expect(['200 429', '409 201']).toContain(outcome.join(' '));
    expect((await datesOfVerses(pair)).filter((date) => date !== null)).toHaveLength(1);
  });
});
