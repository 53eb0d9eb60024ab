import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { locks } from '../../src/database/lock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { clearCalendar, noon, placeVerse, recordOf, stateOf } from '../support/desk.ts';
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
 * until the others have begun. A twin of each test takes the guard away and shows that the race then
 * happens.
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
const block = (dates: readonly string[]) => change('POST', 'blocked-dates', { dates, label: 'a feast' });
const move = (id: number, from: string, to: string, swapWith?: number) =>
  change('POST', `submissions/${id}/move`, { from, to, swapWith });
const restore = (id: number, to: string) => change('POST', `submissions/${id}/restore`, { to });
const set = (date: string) => change('PUT', `verses/${date}`, ownVerse);
const erase: Send = (to) => to.puzzle('DELETE', 'players/ann');

/** Stores verses that were withdrawn from dates. */
async function placeWithdrawn({ database }: Pair, ...from: readonly string[]): Promise<void> {
  for (const date of from) await placeVerse(database, date);
  await database.query(
    'update scheduled_submission set scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date',
  );
}

const statuses = (responses: TestResponse[]) => responses.map(({ status }) => status).sort();
const actions = async ({ database }: Pair) => (await recordOf(database)).map(({ action }) => action);
const datesOfVerses = async ({ database }: Pair) => (await stateOf(database)).verses.map(({ date }) => date);

describe('a reservation against a block of the date that it would get', () => {
  async function race(pair: Pair) {
    const players = ['ann', 'ben', 'cat', 'dan'];
    await pair.database.query(
      `insert into daily_completion (anonymous_id, date) select unnest($1::text[]), '2026-11-21'`,
      [players],
    );
    const bookable = ['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01'];
    const responses = await atOnce(pair, 4 + 2, ...bookable.map((date) => block([date])), ...players.map(submit));
    const { blocked } = await stateOf(pair.database);
    const taken = new Set(await datesOfVerses(pair));
    return { responses, blocked: blocked.length, both: blocked.filter(({ date }) => taken.has(date)).length };
  }

  test('never leaves a date with both', async () => {
    const { responses, blocked, both } = await race(guarded);
    expect(both).toBe(0);
    const [ofDesk, ofPlayers] = [responses.slice(0, 4), responses.slice(4)];
    expect(statuses(ofPlayers)).toEqual([201, 201, 201, 201]);
    expect(new Set(ofPlayers.map(({ body }) => body.scheduledDate)).size).toBe(4);
    const outcomes = ofDesk.map(({ body }) => body.outcomes[0].outcome).sort();
    expect(outcomes).toEqual([...Array(blocked).fill('done'), ...Array(4 - blocked).fill('taken')]);
    expect(await actions(guarded)).toEqual(Array(blocked).fill('block'));
  });

  test('TWIN: without the lock, a date has both', async () => {
    expect((await race(unguarded)).both).toBeGreaterThan(0);
  });
});

describe('changes of one date by operators who saw the same', () => {
  async function race(pair: Pair) {
    const seen = { date: dates[0], change: 0 };
    const ofEach = ['ann', 'ben', 'cat', 'dan'].map((sub) => async (to: TestService) => {
      const claims = { sub, roles: ['calendar-editor'] };
      return sub < 'c'
        ? await to.desk('POST', 'blocked-dates', { dates: [seen], label: `by ${sub}` }, claims)
        : await to.desk('PUT', `verses/${dates[0]}`, { ...ownVerse, change: 0 }, claims);
    });
    const responses = await atOnce(pair, 4, ...ofEach);
    return responses.filter(({ status, body }) => status === 200 && body.outcomes?.[0].outcome !== 'unseen').length;
  }

  test('let one of them through', async () => {
    expect(await race(guarded)).toBe(1);
    expect(await actions(guarded)).toHaveLength(1);
  });

  test('TWIN: without the lock, one is made on what its operator did not see', async () => {
    expect(await race(unguarded)).toBeGreaterThan(1);
  });
});

describe('the same change, sent many times at once,', () => {
  const [from, other] = [dates[0], dates[1]].map((date) => ({ date, change: 0 }));
  const request = (to: TestService) => to.desk('POST', 'submissions/1/move', { from, to: other, swapWith: 2 });

  test('is done and recorded once, with the same response for all', async () => {
    for (const date of dates) await placeVerse(guarded.database, date);
    const responses = await atOnce(guarded, 4, ...Array(6).fill(request));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await actions(guarded)).toEqual(['swap']);
    expect(await datesOfVerses(guarded)).toEqual([dates[1], dates[0], dates[2]]);
  });

  test('TWIN: without the lock, is recorded more than once', async () => {
    for (const date of dates) await placeVerse(unguarded.database, date);
    await atOnce(unguarded, 4, ...Array(6).fill(request));
    expect((await actions(unguarded)).length).toBeGreaterThan(1);
  });
});

describe('a verse that is set and one that is restored', () => {
  test('share the dates with reservations: each date has one verse, and every player gets one', async () => {
    await placeWithdrawn(guarded, dates[0]);
    const players = ['ann', 'ben', 'cat'];
    await guarded.instances[0].solve(players);
    const responses = await atOnce(guarded, 2 + 2, set('2026-11-28'), restore(1, '2026-11-29'), ...players.map(submit));
    expect(statuses(responses.slice(2))).toEqual([201, 201, 201]);
    const done = responses.slice(0, 2).filter(({ status }) => status === 200).length;
    expect(responses.slice(0, 2).filter(({ status }) => status === 409)).toHaveLength(2 - done);
    const taken = (await datesOfVerses(guarded)).filter((date) => date !== null);
    expect(taken).toHaveLength(3 + done);
    expect(new Set(taken).size).toBe(3 + done);
    expect(await actions(guarded)).toHaveLength(done);
  });

  // The unique constraint on the date is a second guard.
  test.each<[string, () => Pair]>([
    ['the lock', () => guarded],
    ['the unique constraint alone', () => unguarded],
  ])('are kept off a date whose reservation is stored but not committed, by %s', async (_title, pairOf) => {
    const pair = pairOf();
    await placeWithdrawn(pair, dates[0]);
    await pair.instances[0].solve('ann');
    const [submission, ...changes] = await during(pair, submit('ann'), set('2026-11-28'), restore(1, '2026-11-28'));
    expect(submission?.body.scheduledDate).toBe('2026-11-28');
    expect(changes.map(({ body }) => body.error)).toEqual(Array(2).fill('Another verse is on this date'));
    expect(await datesOfVerses(pair)).toEqual([null, '2026-11-28']);
  });
});

describe('a restored verse against a new one of its player, whose cooldown was ended,', () => {
  test.each<[string, () => Pair]>([
    ['with the lock', () => guarded],
    ["with the cooldown's constraint alone", () => unguarded],
  ])('%s: the player has one verse', async (_title, pairOf) => {
    const pair = pairOf();
    await placeWithdrawn(pair, dates[0]);
    await pair.database.query(
      "update scheduled_submission set user_id = 'ann', created_at = '2026-11-20T00:00:00Z', cooldown_ended = true",
    );
    await pair.database.query("insert into daily_completion (anonymous_id, date) values ('ann', '2026-11-21')");
    const responses = await atOnce(pair, 2, restore(1, dates[0]), submit('ann'));
    expect([
      [200, 429],
      [409, 201],
    ]).toContainEqual(responses.map(({ status }) => status));
    expect((await datesOfVerses(pair)).filter((date) => date !== null)).toHaveLength(1);
  });
});

/** Who submitted the verses: `nobody` for an erased player. */
const playersOf = async ({ database }: Pair) =>
  (await database.query<{ player: string }>('select user_id as player from scheduled_submission order by id')).map(
    ({ player }) => (/^[0-9a-f-]{36}$/.test(player) ? 'nobody' : player),
  );

describe('the erasure of a player whose submission is stored but not committed', () => {
  async function race(pair: Pair) {
    await pair.instances[0].solve('ann');
    return (await during(pair, submit('ann'), erase)).map(({ status }) => status);
  }

  test('waits for it, and erases it too', async () => {
    expect(await race(guarded)).toEqual([201, 204]);
    expect(await playersOf(guarded)).toEqual(['nobody']);
    expect(await actions(guarded)).toEqual(['erase']);
  });

  test('TWIN: without the lock, leaves it', async () => {
    expect(await race(unguarded)).toEqual([201, 204]);
    expect(await playersOf(unguarded)).toEqual(['ann']);
  });
});

describe('erasures of a player against swaps of her verses', () => {
  // The locks of the rows order the two as well, so there is no twin in which this goes wrong.
  test.each<[string, () => Pair]>([
    ['with the lock', () => guarded],
    ['with the locks of the rows alone', () => unguarded],
  ])('%s, are all done: each date keeps one verse, and none is hers', async (_title, pairOf) => {
    const pair = pairOf();
    for (const date of dates) await placeVerse(pair.database, date);
    await pair.database.query(`
      update scheduled_submission set user_id = 'ann', created_at = created_at - id * interval '8 days' where id < 3`);
    const [swap, back] = [move(1, dates[0], dates[1], 2), move(1, dates[1], dates[0], 2)];
    const responses = await atOnce(pair, 3, swap, erase, erase, back);
    expect(responses.filter(({ status }) => status === 500)).toEqual([]);
    expect((await datesOfVerses(pair)).toSorted()).toEqual(dates);
    expect(await playersOf(pair)).toEqual(['nobody', 'nobody', `of ${dates[2]}`]);
    if (pair === guarded) expect((await actions(pair)).filter((action) => action === 'erase')).toEqual(['erase']);
  });
});

describe('two editors who read a verse', () => {
  // The lock of the row orders them as well, so there is no twin in which this goes wrong.
  test.each<[string, () => Pair]>([
    ['with the lock', () => guarded],
    ['with the lock of the row alone', () => unguarded],
  ])('%s: one of them is stored, beside the move of another', async (_title, pairOf) => {
    const pair = pairOf();
    await placeVerse(pair.database, dates[0]);
    const read =
      (sub: string): Send =>
      (to) =>
        to.desk('PUT', 'submissions/1/review', { reviewed: true }, { sub, roles: ['calendar-editor'] });
    const responses = await during(pair, move(1, dates[0], dates[1]), read('ann'), read('ben'));
    // The lock of the row alone lets both believe that the reading is theirs.
    expect(statuses(responses)).toEqual([200, 200, pair === guarded ? 409 : 200]);
    const [{ by, at } = {}] = await pair.database.query(
      "select reviewed_by as by, to_char(scheduled_date, 'YYYY-MM-DD') as at from scheduled_submission",
    );
    expect(['ann', 'ben']).toContain(by);
    expect(at).toBe(dates[1]);
  });
});

describe('an editor who reads all that is there, against a verse that is being stored', () => {
  /** The ids that the editor saw, and then those that count as read. */
  async function race({ database, instances }: Pair) {
    const [instance] = instances;
    await database.query("insert into daily_completion (anonymous_id, date) values ('ann', '2026-11-21')");
    const storing = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.calendar})`);
    await placeVerse(storing, dates[0]);
    const submitted = instance.submit('ann');
    await Promise.race([submitted, storing.awaited()]);
    const { days } = (await instance.desk('GET', 'calendar')).body as { days: { submission?: { id: number } }[] };
    const seen = days.flatMap(({ submission }) => submission?.id ?? []);
    await storing.commit();
    await submitted;
    if (seen[0] !== undefined) await instance.desk('POST', 'review', { to: '2027-11-21', newest: seen[0] });
    const read = 'select id::integer from scheduled_submission where reviewed_at is not null order by id';
    return { seen, read: (await database.query(read)).map(({ id }) => id) };
  }

  test('sees no later verse before that one', async () => {
    expect(await race(guarded)).toEqual({ seen: [], read: [] });
  });

  test('TWIN: without the lock, reads it unseen', async () => {
    expect(await race(unguarded)).toEqual({ seen: [2], read: [1, 2] });
  });
});

describe('two swaps that cross', () => {
  async function race(pair: Pair) {
    for (const date of dates) await placeVerse(pair.database, date);
    return await atOnce(pair, 2, move(1, dates[0], dates[1], 2), move(2, dates[1], dates[2], 3));
  }

  test('let one of them through, and each date keeps one verse', async () => {
    const responses = await race(guarded);
    expect(statuses(responses)).toEqual([200, 409]);
    const [first, second, third] = dates;
    expect(await datesOfVerses(guarded)).toEqual(
      responses[0]?.status === 200 ? [second, first, third] : [first, third, second],
    );
    expect(await actions(guarded)).toEqual(['swap']);
  });

  test('keep one verse a date with the unique constraint alone', async () => {
    await race(unguarded);
    expect((await datesOfVerses(unguarded)).toSorted()).toEqual(dates);
  });

  test('TWIN: without the lock and the unique constraint, a date has two verses', async () => {
    // The last test of the file, since no other one can have the constraint again.
    await unguarded.database.query(
      'alter table scheduled_submission drop constraint scheduled_submission_scheduled_date_key',
    );
    expect(statuses(await race(unguarded))).toEqual([200, 200]);
    expect(new Set(await datesOfVerses(unguarded)).size).toBe(2);
  });
});
