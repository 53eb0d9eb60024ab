import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { asRole } from '../support/roles.ts';
import { TestService } from '../support/service.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop(); // fails if a connection is left open
});

test.each([
  ['revoke select (user_id) on scheduled_submission from verses_desk', 'select (user_id) on scheduled_submission'],
  [
    'revoke update (scheduled_date) on scheduled_submission from verses_desk',
    'update (scheduled_date) on scheduled_submission',
  ],
  ['revoke insert, delete on blocked_date from verses_desk', 'delete on blocked_date, insert on blocked_date'],
  ['revoke update (label) on blocked_date from verses_desk', 'update (label) on blocked_date'],
  [
    'revoke all on calendar_pause from verses_desk',
    'delete on calendar_pause, insert on calendar_pause, select on calendar_pause',
  ],
  [
    'revoke insert (submission, note) on calendar_change from verses_desk',
    'insert (note) on calendar_change, insert (submission) on calendar_change',
  ],
  ['alter table calendar_change rename to other', 'the table calendar_change'],
])('after "%s", the start ends with one line that names %s', async (change, missing) => {
  await database.query(change);
  await expect(TestService.start({ database, desk: true })).rejects.toThrow(
    `The role of DESK_DATABASE_URL lacks ${missing}. Run npm run db:migrate as the tables' owner`,
  );
});

test('without a desk, its rights do not matter', async () => {
  await database.query('alter table calendar_change rename to other');
  await using _service = await TestService.start({ database });
});

test.each([
  ['another password', /:[^:@]*@/, ':wrong@', /^The database of DESK_DATABASE_URL cannot be reached: .*verses_desk/],
  ['a parameter', /$/, '?verify=1', /^DESK_DATABASE_URL has the parameter verify; supported are /],
])('a URL with %s ends the start with one line that names the variable', async (_title, part, other, line) => {
  const DESK_DATABASE_URL = asRole(database.url, 'verses_desk').replace(part, other);
  await expect(TestService.start({ database, env: { DESK_DATABASE_URL } })).rejects.toThrow(line);
});

test('the role of the service is not enough for the desk', async () => {
  const start = TestService.start({ database, env: { DESK_DATABASE_URL: database.serviceUrl } });
  await expect(start).rejects.toThrow(/^The role of DESK_DATABASE_URL lacks .*insert \(actor\) on calendar_change/);
});

test('another database than that of the service ends the start with one line, even if it has the same schema', async () => {
  await using other = await createTestDatabase().then((created) => ({
    ...created,
    [Symbol.asyncDispose]: created.drop, // fails if a connection is left open
  }));
  const start = TestService.start({ database, env: { DESK_DATABASE_URL: asRole(other.url, 'verses_desk') } });
  await expect(start).rejects.toThrow(
    /^DESK_DATABASE_URL leads to another database than DATABASE_URL: it must name the same one, as the role of the desk$/,
  );
});

test('the same database by another address of its server is accepted', async () => {
  const address = (url: string) => asRole(url, 'verses_desk').replace('127.0.0.1', 'localhost');
  expect(address(database.url)).toContain('localhost');
  await using _service = await TestService.start({ database, env: { DESK_DATABASE_URL: address(database.url) } });
});
