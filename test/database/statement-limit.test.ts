import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { migrate } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { createOrm } from '../../src/database/orm.ts';
import { isLimitRejected } from '../../src/database/pg-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { startPooler } from '../support/pooler.ts';
import { TestService } from '../support/service.ts';
import { alterDatabase } from '../support/settings.ts';

let database: TestDatabase;
let log: { level: number; msg: string }[];
const logger = pino({ level: 'warn' }, { write: (line) => log.push(JSON.parse(line)) });
beforeEach(async () => {
  database = await createTestDatabase();
  log = [];
});
afterEach(() => database.drop());

const rejected = expect.objectContaining({
  level: 40,
  err: expect.objectContaining({ code: '08P01', message: 'unsupported startup parameter: statement_timeout' }),
  msg: 'statement_timeout rejected by a pooler: set it for the role, as deploy/roles.sql does',
});

/**
 * Locks the submissions, and expects that PostgreSQL ends the statement that a pool has given up
 * on.
 */
async function expectStatementsEnd(url: string): Promise<void> {
  const orm = createOrm(url, 1, logger, { connectMs: 2_000, queryMs: 300, statementMs: 600 });
  await orm.em
    .fork()
    .execute('select 1')
    .catch(() => {}); // a pooler may reject the first connection
  const lock = await OpenTransaction.lockingTable(database, 'scheduled_submission');
  const statement = orm.em.fork().execute('select from scheduled_submission');
  await Promise.all([lock.awaited(), expect(statement).rejects.toThrow('Query read timeout')]);
  await eventually('no session that waits for the table', async () => (await lock.waiting()) === 0);
  await lock.rollback();
  await orm.close();
}

test('PostgreSQL ends statements that the service has given up on, which frees their connections', async () => {
  await expectStatementsEnd(database.serviceUrl);
  expect(log).toEqual([]);
});

test("behind a pooler that rejects the limit, the role's setting does so", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.query(`alter role verses_service in database ${name} set statement_timeout = 600`);
  const { url, server } = await startPooler(database.serviceUrl);
  await expectStatementsEnd(url);
  server.close();
  expect(log).toEqual([rejected]);
});

test.each([
  ['unsupported startup parameter: statement_timeout', true],
  ['unsupported startup parameter in options: statement_timeout', true],
  ['no more connections allowed (max_client_conn)', false],
])('a pooler that says “%s” rejects the limit: %p', (message, want) => {
  expect(isLimitRejected(Object.assign(new Error(message), { code: '08P01' }))).toBe(want);
});

test('limits the connections that the service opens, and nothing else', async () => {
  await using service = await TestService.start({ database });
  await service.solve('player');
  await database.query(`
    create table seen (ms text);
    grant insert on seen to public;
    create function look() returns trigger language plpgsql as $$
    begin
      insert into seen select reset_val from pg_settings where name = 'statement_timeout';
      return new;
    end $$;
    create trigger look before insert on scheduled_submission for each row execute function look()`);
  expect((await service.submit('player')).status).toBe(201);
  expect(await database.query('select * from seen')).toEqual([{ ms: '2500' }]);
  // Other programs of the role, such as pg_restore, may take longer.
  const settings = `select setconfig from pg_db_role_setting join pg_database d on d.oid = setdatabase where datname = current_database()`;
  expect(await database.query(settings)).toEqual([]);
});

test('the service starts behind a pooler that rejects the limit, and says so once', async () => {
  const { url, server } = await startPooler(database.serviceUrl);
  await using service = await TestService.start({ database: { ...database, serviceUrl: url }, logger });
  await service.solve('player');
  expect((await service.submit('player')).status).toBe(201);
  server.close();
  expect(log).toEqual([rejected]);
});

test('migrations may take longer than the limit', async () => {
  const fresh = await createTestDatabase('template1');
  const orm = createOrm(fresh.url, 1, pino({ level: 'silent' }));
  await orm.migrator.up({ to: migrations.at(-2)?.name as string });
  await orm.close();
  const lock = await OpenTransaction.lockingTable(fresh, 'scheduled_submission');
  await alterDatabase(fresh, "statement_timeout = '100ms'");

  const migrated = migrate(fresh.url, pino({ level: 'silent' }));
  await lock.awaited();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await lock.rollback();

  expect(await migrated).toHaveLength(1);
  await fresh.drop();
});
