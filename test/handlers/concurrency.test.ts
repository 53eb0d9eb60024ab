import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { dropLock, holdInserts, transactionsWaiting } from '../support/inserts.ts';
import type { OpenTransaction } from '../support/open-transaction.ts';
import { type TestResponse, TestService } from '../support/service.ts';

/**
 * Two instances share a database, and all requests are sent at the same moment. A twin of each test
 * takes the guard away and shows that the race happens: otherwise a test might pass because nothing
 * raced.
 */
let database: TestDatabase;
let instances: TestService[];
/** Holds the instances' transactions in the tests without the lock. */
let held: OpenTransaction | undefined;
beforeEach(async () => {
  database = await createTestDatabase();
  instances = [];
  held = undefined;
});
afterEach(async () => {
  for (const instance of instances) await instance[Symbol.asyncDispose]();
  await database.drop();
});

/**
 * Starts the two instances, and has the players submit to them alternately.
 *
 * @param takeGuard takes a guard away that an instance needs to start
 */
async function submitAtOnce(
  players: string[],
  env: Record<string, string> = {},
  takeGuard?: () => Promise<unknown>,
): Promise<TestResponse[]> {
  const [even, odd] = [await TestService.start({ database, env }), await TestService.start({ database, env })];
  instances.push(even, odd);
  await takeGuard?.();
  await even.solve([...new Set(players)]);
  // Earlier requests open the connections and have the code compiled, so that only the submissions
  // race, and soon enough for their time limit.
  for (const instance of instances) {
    await Promise.all(numbered(100).map((name) => instance.submit(`other ${name}`)));
  }
  const responses = Promise.all(players.map((player, index) => (index % 2 ? odd : even).submit(player)));
  if (held !== undefined) await transactionsWaiting(database, 2);
  await held?.rollback();
  return await responses;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `player ${index}`);
const withStatus = (responses: TestResponse[], status: number) => responses.filter((r) => r.status === status);
const storedDates = async () => {
  const rows = await database.query<{ date: string }>(
    'select scheduled_date::text as date from scheduled_submission order by 1',
  );
  return rows.map(({ date }) => date);
};

/** As many consecutive dates as `count`, from the first of those given. */
function consecutive([first = '']: string[], count: number): string[] {
  return Array.from({ length: count }, (_, days) => Temporal.PlainDate.from(first).add({ days }).toString());
}

const dropConstraint = (name: string) => database.query(`alter table scheduled_submission drop constraint ${name}`);

/**
 * Takes the lock and the unique constraint away, and keeps a transaction of each instance open until
 * that of the other one has begun: the races below need no luck.
 */
async function raceWithoutLock(): Promise<void> {
  await dropLock(database);
  await dropConstraint('scheduled_submission_scheduled_date_key');
  held = await holdInserts(database);
}

describe('many players at once', () => {
  test('get one date each, without a gap, as long as there are any; the others get a 500', async () => {
    const responses = await submitAtOnce(numbered(200), { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '151' });

    expect(withStatus(responses, 500)).toHaveLength(50);
    const dates = withStatus(responses, 201).map(({ body }) => body.scheduledDate);
    expect(dates.sort()).toEqual(consecutive(dates, 150));
    expect(await storedDates()).toEqual(dates);
  });

  test('TWIN: without the lock and the unique constraint, several get the same date', async () => {
    await raceWithoutLock();

    const responses = await submitAtOnce(numbered(20));

    expect(withStatus(responses, 201)).toHaveLength(20);
    expect(new Set(await storedDates()).size).toBeLessThan(20);
  });
});

describe('one player who submits many times at once', () => {
  test('gets one date; every other response says when the cooldown of that submission ends', async () => {
    const responses = await submitAtOnce(Array(40).fill('player'));

    expect(withStatus(responses, 201)).toHaveLength(1);
    const [stored] = await database.query<{ at: string }>(
      `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from scheduled_submission`,
    );
    const cooldownEndsAt = Temporal.Instant.from(stored?.at ?? '')
      .add({ hours: 168 })
      .round({ smallestUnit: 'millisecond', roundingMode: 'ceil' })
      .toString({ fractionalSecondDigits: 3 });
    expect(withStatus(responses, 429).map(({ body }) => body.cooldownEndsAt)).toEqual(Array(39).fill(cooldownEndsAt));
  });

  test('gets one date with the exclusion constraint alone', async () => {
    await raceWithoutLock();

    const responses = await submitAtOnce(Array(10).fill('player'));

    expect(withStatus(responses, 201)).toHaveLength(1);
    expect(withStatus(responses, 429)).toHaveLength(9);
    expect(await storedDates()).toHaveLength(1);
  });

  test('TWIN: without the exclusion constraint too, gets several dates', async () => {
    await raceWithoutLock();

    const dropCooldown = () => dropConstraint('scheduled_submission_cooldown');
    const responses = await submitAtOnce(Array(10).fill('player'), {}, dropCooldown);

    expect(withStatus(responses, 201).length).toBeGreaterThan(1);
    expect(await storedDates()).toHaveLength(withStatus(responses, 201).length);
  });
});
