import { afterEach, beforeEach, expect, test } from '@jest/globals';
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

test.each([
  ['revoke insert on scheduled_submission from verses_service', 'insert on scheduled_submission'],
  ['revoke select on blocked_date from verses_service', 'select on blocked_date'],
  [
    'alter table daily_completion rename to other; revoke select on calendar_pause from verses_service',
    'select on calendar_pause, the table daily_completion',
  ],
])('after "%s", the start ends with one line that names %s', async (change, missing) => {
  await database.query(change);
  await expect(TestService.start({ database, env: { MIGRATE_ON_START: 'false' } })).rejects.toThrow(
    new StartError(
      `The role of DATABASE_URL lacks ${missing}. Run npm run db:migrate as the tables' owner, which grants rights; ` +
        'restore a table from a backup',
    ),
  );
});

test.each([
  ['current', 'select'],
  ['behind', "delete from verses_migrations where name = '0004-check-cooldown-fast'"],
])('on a database that accepts no writes, whose schema is %s, the start ends with one line', async (_title, change) => {
  await database.query(change);
  await alterDatabase(database, 'default_transaction_read_only = on');
  await expect(TestService.start({ database: { ...database, serviceUrl: database.url } })).rejects.toThrow(
    new StartError(
      'The database of DATABASE_URL accepts no writes: name the primary, or turn default_transaction_read_only off',
    ),
  );
});
