import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type QueryExecutorProvider, sql } from 'kysely';
import { pino } from 'pino';
import { freeDates } from '../../src/calendar/free-dates.ts';
import { bookableDates, windowOf } from '../../src/calendar/window.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { date, days, windows } from '../support/calendars.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const rules = { leadDays: 2, windowDays: 5, horizonDays: 40 };
const start = date('2024-02-20');

let database: TestDatabase;
let orm: Orm;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm(database.url, 1, pino({ level: 'silent' }));
});
beforeEach(async () => {
  await database.query('truncate scheduled_submission');
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

describe('the scan', () => {
  test('finds the earliest free dates, whatever dates are reserved', async () => {
    const anyDays = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { size: 'max', maxLength: 61 });
    await fc.assert(
      fc.asyncProperty(anyDays, fc.nat(20), fc.integer({ min: 1, max: 50 }), async (reserved, waited, count) => {
        const today = start.add({ days: waited });
        const dates = reserved.map((days) => start.add({ days }).toString());
        const expected = days(bookableDates(today, rules)).filter((bookable) => !dates.includes(bookable));
        // Rolled back, so that a run costs little and leaves nothing to the next one or, if it fails, to other tests.
        const transaction = await orm.em.getKysely().startTransaction().execute();
        try {
          await reserve(dates, transaction);
          expect(await scan(today, count, transaction)).toEqual(expected.slice(0, count));
        } finally {
          await transaction.rollback().execute();
        }
      }),
      { numRuns: 60 },
    );
  });

  test('finds free dates in the earliest windows that have any', async () => {
    const [, second = [], third = []] = windows({ today: start, rules }).map(days);
    const kept = [second.at(-1) ?? '', third[0] ?? ''];
    await reserve(days(bookableDates(start, rules)).filter((bookable) => !kept.includes(bookable)));

    const found = await scan(start, 10);

    expect(found).toEqual(kept);
    expect(found.map((day) => days(windowOf(date(day), start, rules)))).toEqual([second, third]);
  });

  test('finds nothing when every bookable date is reserved', async () => {
    await reserve(days(bookableDates(start, rules)));
    expect(await scan(start, 10)).toEqual([]);
  });

  test('finds a freed date as soon as its deletion is committed', async () => {
    const [first = '', second = '', third = ''] = days(bookableDates(start, rules));
    await reserve([first, second]);
    const em = orm.em.fork();
    const elsewhere = createOrm(database.url, 1, pino({ level: 'silent' }));
    try {
      await em.begin();
      await em.execute(`delete from scheduled_submission where scheduled_date = '${first}'`);
      expect((await freeDates(elsewhere.em.getKysely(), bookableDates(start, rules), 1)).map(String)).toEqual([third]);
      await em.commit();
    } finally {
      await elsewhere.close();
    }
    expect(await scan(start, 1)).toEqual([first]);
  });
});
