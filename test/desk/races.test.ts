import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { block, noon, placeVerse, recordOf, stateOf } from '../support/desk.ts';
import { dropLock, sleepAfterInsert } from '../support/inserts.ts';
import { type TestResponse, TestService } from '../support/service.ts';

/**
 * Two instances share a database, and the requests are sent at the same moment. Each transaction stays open long enough for the others to begin.
 * A twin of each test takes the guard away and shows that the race then happens.
 */
let database: TestDatabase;
let instances: TestService[];
beforeEach(async () => {
  database = await createTestDatabase();
  instances = [];
  await sleepAfterInsert(database, 0.1);
  await database.query(
    'create trigger sleep after insert on calendar_change for each statement execute function sleep_after_insert()',
  );
});
afterEach(async () => {
  for (const instance of instances) await instance[Symbol.asyncDispose]();
  await database.drop();
});

const dates = ['2026-12-01', '2026-12-02', '2026-12-03'] as const;

/** Sends the requests, to the two instances by turns. */
async function atOnce(...requests: ((instance: TestService) => Promise<TestResponse>)[]): Promise<TestResponse[]> {
  for (let index = 0; index < 2; index++) {
    instances.push(await TestService.start({ database, desk: true, clock: () => Temporal.Instant.from(noon) }));
  }
  // Earlier requests open the connections and have the code compiled, so that only the changes race.
  for (const instance of instances) {
    await Promise.all(Array.from({ length: 10 }, () => instance.desk('GET', 'calendar')));
  }
  return await Promise.all(requests.map((send, index) => send(instances[index % 2] as TestService)));
}

/** Disables the lock. Nobody waits for anybody then, so the transactions may stay open for longer. */
async function disableLock(): Promise<void> {
  await dropLock(database);
  await database.query(`
    create or replace function sleep_after_insert() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(0.5);
      return null;
    end $$`);
}

const statuses = (responses: TestResponse[]) => responses.map(({ status }) => status).sort();
const actions = async () => (await recordOf(database)).map(({ action }) => action);
const datesOfVerses = async () => (await stateOf(database)).verses.map(({ date }) => date);

describe('a reservation against a block of the date that it would get', () => {
  async function race() {
    const players = ['ann', 'ben', 'cat', 'dan'];
    await database.query(`insert into daily_completion (anonymous_id, date) select unnest($1::text[]), '2026-11-21'`, [
      players,
    ]);
    const bookable = ['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01'];
    const responses = await atOnce(
      ...bookable.map((date) => (to: TestService) => to.desk('PUT', `blocked-dates/${date}`, { label: 'a feast' })),
      ...players.map((player) => (to: TestService) => to.submit(player)),
    );
    const { blocked } = await stateOf(database);
    const taken = new Set(await datesOfVerses());
    return { responses, blocked: blocked.length, both: blocked.filter(({ date }) => taken.has(date)).length };
  }

  test('never leaves a date with both', async () => {
    const { responses, blocked, both } = await race();
    expect(both).toBe(0);
    const [ofDesk, ofPlayers] = [responses.slice(0, 4), responses.slice(4)];
    expect(statuses(ofPlayers)).toEqual([201, 201, 201, 201]);
    expect(new Set(ofPlayers.map(({ body }) => body.scheduledDate)).size).toBe(4);
    expect(ofDesk.filter(({ status }) => status === 200)).toHaveLength(blocked);
    expect(ofDesk.filter(({ status }) => status === 409)).toHaveLength(4 - blocked);
    expect(await actions()).toEqual(Array(blocked).fill('block'));
  });

  test('TWIN: without the lock, a date has both', async () => {
    await disableLock();
    expect((await race()).both).toBeGreaterThan(0);
  });
});

describe('a move against a withdrawal of the same verse', () => {
  async function race() {
    const id = await placeVerse(database, dates[0]);
    return await atOnce(
      (to) => to.desk('POST', `submissions/${id}/move`, { from: dates[0], to: dates[1] }),
      (to) => to.desk('POST', `submissions/${id}/withdraw`, { from: dates[0] }),
    );
  }

  test('lets one of them through, and the other one sees what it did', async () => {
    const responses = await race();
    expect(statuses(responses)).toEqual([200, 409]);
    const isMoved = responses[0]?.status === 200;
    expect(await datesOfVerses()).toEqual([isMoved ? dates[1] : null]);
    expect(await actions()).toEqual([isMoved ? 'move' : 'withdraw']);
  });

  test('TWIN: without the lock, one of them changes what the other one did not see', async () => {
    await disableLock();
    expect(statuses(await race())).not.toEqual([200, 409]);
  });
});

describe('two swaps that cross', () => {
  async function race() {
    for (const date of dates) await placeVerse(database, date);
    return await atOnce(
      (to) => to.desk('POST', 'submissions/1/move', { from: dates[0], to: dates[1], swapWith: 2 }),
      (to) => to.desk('POST', 'submissions/2/move', { from: dates[1], to: dates[2], swapWith: 3 }),
    );
  }

  test('let one of them through, and each date keeps one verse', async () => {
    const responses = await race();
    expect(statuses(responses)).toEqual([200, 409]);
    const [first, second, third] = dates;
    expect(await datesOfVerses()).toEqual(
      responses[0]?.status === 200 ? [second, first, third] : [first, third, second],
    );
    expect(await actions()).toEqual(['swap']);
  });

  test('keep one verse a date with the unique constraint alone', async () => {
    await disableLock();
    await race();
    expect((await datesOfVerses()).toSorted()).toEqual(dates);
  });

  test('TWIN: without the lock and the unique constraint, a date has two verses', async () => {
    await disableLock();
    await database.query('alter table scheduled_submission drop constraint scheduled_submission_scheduled_date_key');
    expect(statuses(await race())).toEqual([200, 200]);
    expect(new Set(await datesOfVerses()).size).toBe(2);
  });
});

describe('blocks against unblocks of one date', () => {
  async function race() {
    await block(database, dates[0], 'a feast');
    const blockIt = (to: TestService) => to.desk('PUT', `blocked-dates/${dates[0]}`, { label: 'a feast' });
    const unblockIt = (to: TestService) => to.desk('DELETE', `blocked-dates/${dates[0]}`);
    return statuses(await atOnce(unblockIt, unblockIt, blockIt, blockIt));
  }

  test('are all done, each change is recorded once, and the last one stands', async () => {
    expect(await race()).toEqual([200, 200, 204, 204]);
    const recorded = await actions();
    expect(recorded).toEqual(recorded.map((_, index) => (index % 2 ? 'block' : 'unblock')));
    const { blocked } = await stateOf(database);
    expect(blocked).toHaveLength(recorded.at(-1) === 'block' ? 1 : 0);
  });

  test('TWIN: without the lock, a change is recorded that did not happen', async () => {
    await disableLock();
    await race();
    const recorded = await actions();
    expect(recorded.slice(0, 2)).toEqual(['unblock', 'unblock']);
  });
});

describe('the same change, sent many times at once,', () => {
  const request = (to: TestService) =>
    to.desk('POST', 'submissions/1/move', { from: dates[0], to: dates[1], swapWith: 2 });

  test('is done and recorded once, with the same response for all', async () => {
    for (const date of dates) await placeVerse(database, date);
    const responses = await atOnce(...Array(6).fill(request));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await actions()).toEqual(['swap']);
    expect(await datesOfVerses()).toEqual([dates[1], dates[0], dates[2]]);
  });

  test('TWIN: without the lock, is recorded more than once', async () => {
    await disableLock();
    for (const date of dates) await placeVerse(database, date);
    await atOnce(...Array(6).fill(request));
    expect((await actions()).length).toBeGreaterThan(1);
  });
});
