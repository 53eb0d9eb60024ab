import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
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
beforeEach(async () => {
  database = await createTestDatabase();
  orm = createOrm(database.url, 1, pino({ level: 'silent' }));
});
afterEach(async () => {
  await orm.close();
  await database.drop();
});

async function scan(today: Temporal.PlainDate, count: number): Promise<string[]> {
  const found = await freeDates(orm.em.getKysely(), bookableDates(today, rules), today, count);
  return found.map(String);
}

/** Whoever reserves dates: the service or another program, which gives a verse to each. */
async function reserve(dates: string[]): Promise<void> {
  await database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select gen_random_uuid()::text, 'GEN', 1, 1, unnest($1::date[]) on conflict do nothing`,
    [dates],
  );
}

async function free(dates: string[]): Promise<void> {
  await database.query('delete from scheduled_submission where scheduled_date = any($1::date[])', [dates]);
}

async function reservedDates(): Promise<string[]> {
  const rows = await database.query<{ date: string }>('select scheduled_date::text as date from scheduled_submission');
  return rows.map(({ date }) => date);
}

/** What can happen to a calendar. Days are counted from its start. */
type Step =
  | { readonly kind: 'reserve' | 'free'; readonly days: readonly number[] }
  | { readonly kind: 'move'; readonly days: readonly [from: number, to: number] }
  | { readonly kind: 'submit'; readonly count: number }
  | { readonly kind: 'wait'; readonly count: number }
  | { readonly kind: 'truncate' };

const day = fc.integer({ min: 0, max: 60 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('reserve' as const, 'free' as const),
    days: fc.uniqueArray(day, { maxLength: 12 }),
  }),
  fc.record({ kind: fc.constant('move' as const), days: fc.tuple(day, day) }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('submit' as const), count: fc.integer({ min: 1, max: 12 }) }) },
  // Also backwards: instances may be set to different lead times, and clocks differ.
  fc.record({ kind: fc.constant('wait' as const), count: fc.integer({ min: -2, max: 5 }) }),
  fc.record({ kind: fc.constant('truncate' as const) }),
);

describe('the scan', () => {
  test('finds the earliest free dates, whatever has happened to the calendar', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 25 }), async (steps) => {
        await database.query('truncate scheduled_submission, freed_date, calendar_frontier');
        let today = start;
        const text = (days: number) => start.add({ days }).toString();
        for (const step of steps) {
          switch (step.kind) {
            case 'reserve':
              await reserve(step.days.map(text));
              break;
            case 'free':
              await free(step.days.map(text));
              break;
            case 'move':
              await database.query(
                `update scheduled_submission set scheduled_date = $2
                 where scheduled_date = $1 and not exists (select from scheduled_submission where scheduled_date = $2)`,
                step.days.map(text),
              );
              break;
            case 'truncate':
              await database.query('truncate scheduled_submission');
              break;
            case 'wait':
              today = today.add({ days: step.count });
              break;
            case 'submit': {
              const reserved = new Set(await reservedDates());
              const expected = days(bookableDates(today, rules)).filter((bookable) => !reserved.has(bookable));
              const found = await scan(today, step.count);
              expect(found).toEqual(expected.slice(0, step.count));
              await reserve(found);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('finds them in the earliest windows that have any', async () => {
    const bookable = bookableDates(start, rules);
    const [, second = [], third = []] = windows({ today: start, rules }).map(days);
    const kept = [second.at(-1) ?? '', third[0] ?? ''];
    await reserve(days(bookable).filter((bookable) => !kept.includes(bookable)));

    const found = await scan(start, 10);

    expect(found).toEqual(kept);
    expect(found.map((day) => days(windowOf(date(day), start, rules)))).toEqual([second, third]);
  });

  test('finds nothing when every bookable date is reserved', async () => {
    await reserve(days(bookableDates(start, rules)));
    expect(await scan(start, 10)).toEqual([]);
  });

  test('finds a date that is freed while the scan passes it', async () => {
    const [first = '', second = ''] = days(bookableDates(start, rules));
    await reserve([first, second]);
    const deleter = createOrm(database.url, 1, pino({ level: 'silent' }));
    try {
      const em = deleter.em.fork();
      await em.begin();
      await em.execute(`delete from scheduled_submission where scheduled_date = '${first}'`);
      expect(await scan(start, 1)).toEqual([after(second)]); // the frontier moves past both
      await em.commit();
    } finally {
      await deleter.close();
    }
    expect(await scan(start, 1)).toEqual([first]);
  });

  test('forgets freed dates once they are reserved again or past', async () => {
    const [first = '', second = '', third = ''] = days(bookableDates(start, rules));
    await reserve([first, second, third]);
    await scan(start, 1);
    await free([first, second]);
    await reserve([first]);

    expect(await scan(start, 1)).toEqual([second]);
    expect(await listed()).toEqual([second]);
    await scan(date(second).add({ days: 1 }), 1);
    expect(await listed()).toEqual([]);
  });
});

function after(day: string): string {
  return date(day).add({ days: 1 }).toString();
}

async function listed(): Promise<string[]> {
  const rows = await database.query<{ date: string }>('select date::text as date from freed_date order by date');
  return rows.map(({ date }) => date);
}
