import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createForecast } from '../../src/calendar/forecast.ts';
import { createOrm } from '../../src/database/orm.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { OpenTransaction } from '../support/open-transaction.ts';

test('one forecast runs at a time, however many are asked for', async () => {
  const database = await createTestDatabase();
  const orm = createOrm(database.url, 5, pino({ level: 'silent' }));
  const rules = { leadDays: 2, windowDays: 5, horizonDays: 40, repeatDays: 60 };
  const forecast = createForecast(orm.em, rules, () => Temporal.Instant.from('2026-11-21T12:00:00Z'));
  const locking = await OpenTransaction.lockingTable(database, 'scheduled_submission');

  const asked = Array.from({ length: 5 }, () => forecast({ bookId: 'JHN', chapter: 3, verse: 16 }));
  await eventually('a forecast', async () => (await locking.waiting()) === 1);
  await Promise.all(Array.from({ length: 4 }, () => sql`select 1`.execute(orm.em.getKysely()))); // has connections left
  expect(await locking.waiting()).toBe(1);

  await locking.rollback();
  expect((await Promise.all(asked)).map(String)).toEqual(Array(5).fill('2026-11-23'));
  await orm.close();
  await database.drop();
});
