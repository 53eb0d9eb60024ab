import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { Reservation, Submission } from '../../src/calendar/assign.ts';
import { createCalendar, type ReservationOutcome } from '../../src/calendar/reservation.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { countInserts, failInserts } from '../support/inserts.ts';

const now = Temporal.Instant.from('2026-03-02T12:00:00Z');
const players = Array.from({ length: 12 }, (_, index) => `player ${index}`);

let database: TestDatabase;
let orm: Orm;
let observed: ReservationOutcome[];
beforeEach(async () => {
  database = await createTestDatabase();
  observed = [];
  orm = createOrm(database.serviceUrl, 2, pino({ level: 'silent' }));
});
afterEach(async () => {
  await orm.close();
  await database.drop();
});

/**
 * Submits for each player, after another player's reservation has begun: they share the next
 * transaction.
 */
async function reserveTogether(horizonDays = 365): Promise<PromiseSettledResult<Reservation>[]> {
  const calendar = createCalendar(
    orm.em,
    { leadDays: 2, windowDays: 14, horizonDays, repeatDays: 0 },
    () => now,
    (outcome) => observed.push(outcome),
  );
  const verse = { bookId: 'JHN', chapter: 3, verse: 16 } as const;
  const submissions = ['first', ...players].map(
    (userId): Submission => ({ userId, verse, now, idempotencyKey: undefined }),
  );
  const [first, ...others] = await Promise.allSettled(submissions.map((each) => calendar.reserve(each)));
  expect(first).toMatchObject({ value: { outcome: 'reserved', date: '2026-03-04' } });
  return others;
}

const outcomes = (results: readonly PromiseSettledResult<Reservation>[]) =>
  results.map((result) => (result.status === 'rejected' ? result.reason.code : result.value.outcome));

const stored = () =>
  database.query<{ user: string; date: string; transaction: string }>(
    `select user_id as user, to_char(scheduled_date, 'YYYY-MM-DD') as date, xmin::text as transaction
     from scheduled_submission order by scheduled_date`,
  );

describe('submissions that arrive together', () => {
  test('share a transaction and get consecutive dates', async () => {
    expect(outcomes(await reserveTogether())).toEqual(players.map(() => 'reserved'));
    const rows = await stored();
    const day = Temporal.PlainDate.from('2026-03-04');
    expect(rows.map(({ user, date }) => [user, date])).toEqual(
      ['first', ...players].map((player, days) => [player, day.add({ days }).toString()]),
    );
    expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(2);
  });

  test.each([
    ['a constraint', '23514'],
    ['a trigger', 'P0001'],
    ['a value', '22003'],
  ])('of which %s rejects one: the others get what they would have got alone', async (_title, sqlState) => {
    await failInserts(database, sqlState, 1_000, "new.user_id = 'player 5'");
    expect(outcomes(await reserveTogether())).toEqual(
      players.map((player) => (player === 'player 5' ? sqlState : 'reserved')),
    );
    expect((await stored()).map(({ user }) => user)).toEqual([
      'first',
      ...players.filter((player) => player !== 'player 5'),
    ]);
    expect(observed.toSorted()).toEqual(['failed', ...players.map(() => 'reserved')]);
  });

  test('are all retried after a conflict, with five attempts in all', async () => {
    await failInserts(database, '40001', 1_000, "new.user_id <> 'first'");
    expect(outcomes(await reserveTogether())).toEqual(players.map(() => '40001'));
    expect(await countInserts(database)).toBe(5);
    expect((await stored()).map(({ user }) => user)).toEqual(['first']);
  });

  test('with one of a player who has just submitted elsewhere: that one is on cooldown, and leaves no gap', async () => {
    await database.query(`
      create function outrun() returns trigger language plpgsql as $$
      begin
        if new.user_id = 'first' then
          insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
          values ('player 5', 'GEN', 1, 1, '2100-01-01', '${now}');
        end if;
        return new;
      end $$;
      create trigger outrun before insert on scheduled_submission for each row execute function outrun()`);

    expect(outcomes(await reserveTogether())).toEqual(
      players.map((player) => (player === 'player 5' ? 'on cooldown' : 'reserved')),
    );
    expect((await stored()).map(({ date }) => date).slice(10)).toEqual(['2026-03-14', '2026-03-15', '2100-01-01']);
  });
});
