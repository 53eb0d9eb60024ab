import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pino } from 'pino';
import { countFreeDates } from '../../src/calendar/free-dates.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { date } from '../support/calendars.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertSubmission } from '../support/submissions.ts';

let database: TestDatabase;
let orm: Orm;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm(database.url, 1, pino({ level: 'silent' }));
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

test('the free dates of a range are those that have no submission, its first and its last date included', async () => {
  const start = date('2024-02-20');
  const anyDays = fc.uniqueArray(fc.nat(30), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(anyDays, fc.nat(15), fc.nat(15), async (reserved, before, length) => {
      await database.query('truncate scheduled_submission');
      for (const days of reserved) {
        await insertSubmission(database, { user: `player ${days}`, date: start.add({ days }).toString() });
      }
      const range = { first: start.add({ days: before }), last: start.add({ days: before + length }) };
      const within = reserved.filter((days) => days >= before && days <= before + length);
      expect(await countFreeDates(orm.em.getKysely(), range)).toBe(length + 1 - within.length);
    }),
    { numRuns: 25, examples: [[[5, 15], 5, 10]] },
  );
});
