import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
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

async function scan(today: Temporal.PlainDate, count: number): Promise<string[]> {
  return (await freeDates(orm.em.getKysely(), bookableDates(today, rules), count)).map(String);
}

/** Reserves dates as any program may, for a player each. */
async function reserve(dates: string[]): Promise<void> {
  await database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select gen_random_uuid()::text, 'GEN', 1, 1, unnest($1::date[])`,
    [dates],
  );
}

describe('the scan', () => {
  test('finds the earliest free dates, whichever are reserved', async () => {
    const anyDays = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { size: 'max', maxLength: 61 });
    await fc.assert(
      fc.asyncProperty(anyDays, fc.nat(20), fc.integer({ min: 1, max: 50 }), async (reserved, waited, count) => {
        const today = start.add({ days: waited });
        const dates = reserved.map((days) => start.add({ days }).toString());
        await database.query('truncate scheduled_submission');
        await reserve(dates);

        const expected = days(bookableDates(today, rules)).filter((bookable) => !dates.includes(bookable));
        expect(await scan(today, count)).toEqual(expected.slice(0, count));
      }),
      { numRuns: 60 },
    );
  });

  test('finds them in the earliest windows that have any', async () => {
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
