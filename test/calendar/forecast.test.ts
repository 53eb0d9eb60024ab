import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createForecast, type Forecast } from '../../src/calendar/forecast.ts';
import { Client } from '../../src/database/client.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { insertSubmission } from '../support/submissions.ts';

const rules = { leadDays: 2, windowDays: 5, horizonDays: 40, repeatDays: 60 };
const known = { accepting: true, nextFreeDate: Temporal.PlainDate.from('2026-11-23') };
const john = (verse: number) => ({ bookId: 'JHN', chapter: 3, verse }) as const;

let database: TestDatabase;
let orm: Orm;
let forecast: Forecast;
let failures: unknown[];
beforeEach(async () => {
  database = await createTestDatabase();
  orm = createOrm(database.url, 5, pino({ level: 'silent' }));
  failures = [];
  const clock = () => Temporal.Instant.from('2026-11-21T12:00:00Z');
  forecast = createForecast(
    orm.em,
    rules,
    clock,
    async () => known,
    (error) => failures.push(error),
  );
});
afterEach(async () => {
  await orm.close();
  await database.drop();
});

test('forecasts share one query at a time, in which each player has one verse', async () => {
  await insertSubmission(database, { bookId: 'JHN', chapter: 3, verse: 2, date: '2026-11-23' });
  const locking = await OpenTransaction.lockingTable(database, 'scheduled_submission');
  const answered: string[] = [];
  const ask = async (player: string, verse: number) => {
    const { nextFreeDate } = await forecast(player, john(verse));
    answered.push(`${player} ${verse} ${nextFreeDate}`);
  };
  const query = jest.spyOn(Client.prototype, 'query');

  const asked = [1, 2, 2, 3, 4].map((verse) => ask('ann', verse));
  await eventually('a forecast', async () => (await locking.waiting()) === 1);
  asked.push(...[1, 2].map((verse) => ask('ben', verse)), ask('cat', 2));
  await Promise.all(Array.from({ length: 4 }, () => sql`select 1`.execute(orm.em.getKysely()))); // has connections left
  expect(await locking.waiting()).toBe(1);
  await locking.rollback();
  await Promise.all(asked);

  expect(answered).toEqual([
    'ann 1 2026-11-24',
    ...['ben 1 2026-11-24', 'cat 2 2026-12-31'], // the next query
    ...['ann 2 2026-12-31', 'ann 2 2026-12-31', 'ben 2 2026-12-31'],
    'ann 3 2026-11-24',
    'ann 4 2026-11-24',
  ]);
  const queries = query.mock.calls.filter(([sent]) => JSON.stringify(sent).includes('as scheduled'));
  expect(queries.length).toBeLessThan(asked.length);
  query.mockRestore();
});

test('a forecast that does not come in time is left out, and the other facts stay', async () => {
  const locking = await OpenTransaction.lockingTable(database, 'scheduled_submission');
  expect(await forecast('ann', john(1))).toEqual({ accepting: true });
  expect(failures).toHaveLength(1);
  await locking.rollback();
  expect(await forecast('ann', john(1))).toEqual(known);
});

test('without a free date for the verse, the calendar is full', async () => {
  await database.query('insert into calendar_pause default values');
  expect(await forecast('ann', john(1))).toEqual({ accepting: false });
});
