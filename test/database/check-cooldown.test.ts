import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { checkCooldown } from '../../src/database/check-cooldown.ts';
import { createOrm } from '../../src/database/orm.ts';
import { StartError } from '../../src/start-error.ts';
import { alterDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestService } from '../support/service.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop(); // fails if a connection is left open
});

async function check(): Promise<void> {
  const orm = createOrm(database.serviceUrl, 1, pino({ level: 'silent' }));
  await checkCooldown(orm).finally(() => orm.close());
}

const drop = 'alter table scheduled_submission drop constraint scheduled_submission_cooldown';
const create = (range: string) => `
  ${drop}, add constraint scheduled_submission_cooldown exclude using gist ((user_id || '') with =, ${range} with &&)`;
const from = "created_at at time zone 'UTC'";
const contractual = 'the cooldown of openapi.yaml (x-cooldown) lasts PT168H';
const advice = 'create it as in src/database/migrations';

const lacks = `The database lacks the exclusion constraint scheduled_submission_cooldown, and ${contractual}: ${advice}`;
const has = (what: string) =>
  `The constraint scheduled_submission_cooldown of the database has ${what}, but ${contractual}: add a migration that replaces it, or ${advice}`;
const untold = has('no cooldown that PostgreSQL can tell');
const add = `${drop}, add constraint scheduled_submission_cooldown`;

test.each([
  ['is dropped', drop, lacks],
  [
    'has another name',
    'alter table scheduled_submission rename constraint scheduled_submission_cooldown to week',
    lacks,
  ],
  ['is a check', `${add} check (true)`, lacks],
  ['is shorter', create(`tsrange(${from}, ${from} + interval '24 hours')`), has('a cooldown of PT24H')],
  [
    'is a microsecond longer',
    create(`tsrange(${from}, ${from} + interval '168:00:00.000001')`),
    has('a cooldown of PT168H0.000001S'),
  ],
  ['never ends', create(`tsrange(${from}, null)`), untold],
  ['needs another column', create(`int8range(id, id + 1)`), untold],
  ['has no range', `${add} exclude using gist (user_id with =, created_at with =)`, untold],
])('where the constraint on the cooldown %s, one line says what to do', async (_title, change, line) => {
  await database.query(change);
  await expect(check()).rejects.toThrow(new StartError(line));
});

test('a service on such a database does not start', async () => {
  await database.query(drop);
  await expect(TestService.start({ database })).rejects.toThrow(new StartError(lacks));
});

test.each([
  ['in days', create(`tsrange(${from}, ${from} + interval '7 days')`)],
  ['by a function', create(`tsrange(${from}, ${from} + make_interval(weeks => 1))`)],
  ['before and after the submission', create(`tsrange(${from} - interval '84 hours', ${from} + interval '84 hours')`)],
])(
  'a constraint with the same cooldown, written %s, does, in any schema and any style of intervals',
  async (_, change) => {
    await database.query(change);
    await database.query('alter schema public rename to "The Puzzle"');
    await alterDatabase(database, 'search_path = "The Puzzle"');
    await alterDatabase(database, 'intervalstyle = iso_8601');
    await check();
  },
);
