import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type QueryExecutorProvider, sql } from 'kysely';
import { pino } from 'pino';
import { countCoveredDays, countFreeDates, freeDates } from '../../src/calendar/free-dates.ts';
import { bookableDates } from '../../src/calendar/window.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { date, days } from '../support/calendars.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const rules = { leadDays: 2, windowDays: 5, horizonDays: 40, repeatDays: 0 };
const start = date('2024-02-20');

let database: TestDatabase;
let orm: Orm;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm(database.url, 1, pino({ level: 'silent' }));
});
beforeEach(async () => {
  await database.query('truncate scheduled_submission, blocked_date, calendar_pause');
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

async function scan(today: Temporal.PlainDate, count: number, db: QueryExecutorProvider = orm.em.getKysely()) {
  return (await freeDates(db, bookableDates(today, rules), count)).map(String);
}

/** Reserves dates by plain SQL, each for a player of its own. */
async function reserve(dates: string[], db: QueryExecutorProvider = orm.em.getKysely()): Promise<void> {
  await sql`
    insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
    select gen_random_uuid()::text, 'GEN', 1, 1, unnest(${dates}::date[])`.execute(db);
}

/** Blocks dates by plain SQL. */
async function block(dates: string[], db: QueryExecutorProvider = orm.em.getKysely()): Promise<void> {
  await sql`insert into blocked_date (date, label) select unnest(${dates}::date[]), 'a feast'`.execute(db);
}

describe('the scan', () => {
  test('finds the earliest free dates, whatever dates are reserved or blocked, and counts all of them', async () => {
    const anyDates = fc
      .uniqueArray(fc.integer({ min: 0, max: 60 }), { size: 'max', maxLength: 61 })
      .map((numbers) => numbers.map((days) => start.add({ days }).toString()));
    const [waits, counts] = [fc.nat(20), fc.integer({ min: 1, max: 50 })];
    await fc.assert(
      // Some dates are both: another program does not ask.
      fc.asyncProperty(anyDates, anyDates, waits, counts, async (reserved, blocked, waited, count) => {
        const today = start.add({ days: waited });
        const taken = new Set([...reserved, ...blocked]);
        const expected = days(bookableDates(today, rules)).filter((bookable) => !taken.has(bookable));
        // Rolled back, so that a run costs little and leaves nothing to the next one or, if it
        // fails, to other tests.
        const transaction = await orm.em.getKysely().startTransaction().execute();
        try {
          await reserve(reserved, transaction);
          await block(blocked, transaction);
          expect(await scan(today, count, transaction)).toEqual(expected.slice(0, count));
          expect(await countFreeDates(transaction, bookableDates(today, rules))).toBe(expected.length);
        } finally {
          await transaction.rollback().execute();
        }
      }),
      { numRuns: 60 },
    );
  });

  test('finds nothing while the calendar is paused, though free dates are counted', async () => {
    await database.query('insert into calendar_pause default values');
    expect(await scan(start, 10)).toEqual([]);
    expect(await countFreeDates(orm.em.getKysely(), bookableDates(start, rules))).toBe(39);
    await database.query('delete from calendar_pause');
    expect(await scan(start, 10)).toHaveLength(10);
  });
});

describe('the covered days', () => {
  const covered = (first: string) => countCoveredDays(orm.em.getKysely(), date(first));

  test('are those from a date on that are reserved or blocked, up to the first that is neither', async () => {
    await reserve(['2024-02-27', '2024-02-28', '2024-03-01', '2024-03-03', '9999-12-31']);
    await block(['2024-02-29', '2024-03-01']);
    const first = ['2024-02-26', '2024-02-27', '2024-02-29', '2024-03-01', '2024-03-02', '2024-03-03', '2024-03-04'];
    expect(await Promise.all(first.map(covered))).toEqual([0, 4, 2, 1, 0, 1, 0]);
    expect(await covered('9999-12-31')).toBe(1);
  });

  test('are the same during a pause', async () => {
    await reserve(['2024-02-27']);
    await database.query('insert into calendar_pause default values');
    expect(await covered('2024-02-27')).toBe(1);
  });
});
