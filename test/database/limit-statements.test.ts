import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { limitStatements } from '../../src/database/limit-statements.ts';
import { locks } from '../../src/database/lock.ts';
import { migrate } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { createOrm } from '../../src/database/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { asRole } from '../support/roles.ts';
import { TestService } from '../support/service.ts';
import { alterDatabase } from '../support/settings.ts';
import { query } from '../support/sql.ts';

let database: TestDatabase;
let log: { level: number; msg: string }[];
beforeEach(async () => {
  database = await createTestDatabase();
  log = [];
});
afterEach(() => database.drop());

const start = () =>
  TestService.start({ database, logger: pino({ level: 'info' }, { write: (line) => log.push(JSON.parse(line)) }) });

/** The `statement_timeout` that new sessions get. */
async function limitOf(url: string): Promise<string | undefined> {
  return (await query<{ statement_timeout: string }>(url, 'show statement_timeout'))[0]?.statement_timeout;
}

test('limits the connections that the service opens at its start', async () => {
  await using service = await start();
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
});

test("limits the service's role in this database only", async () => {
  const starts = await Promise.all([start(), start(), start()]);
  for (const service of starts) await service[Symbol.asyncDispose]();

  expect(await limitOf(database.serviceUrl)).toBe('2500ms');
  expect(await limitOf(database.url)).toBe('0');
  expect(await limitOf(asRole(database.url, 'verses_puzzle'))).toBe('0');
  const other = await createTestDatabase();
  expect(await limitOf(other.serviceUrl)).toBe('0');
  await other.drop();
  expect(log).toContainEqual(
    expect.objectContaining({ level: 30, role: 'verses_service', milliseconds: 2500, msg: 'statement_timeout set' }),
  );

  log = [];
  await using _again = await start();
  expect(log).not.toContainEqual(expect.objectContaining({ msg: 'statement_timeout set' }));
});

test('one instance at a time sets the limit, and closes its connection', async () => {
  const other = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.setting})`);
  const limited = limitStatements(database.serviceUrl, pino({ level: 'silent' }));
  await other.awaited();
  expect(await limitOf(database.serviceUrl)).toBe('0');
  await other.rollback();
  await limited;
  expect(await limitOf(database.serviceUrl)).toBe('2500ms');

  const sessions = "select from pg_stat_activity where datname = current_database() and usename = 'verses_service'";
  await eventually('no session left', async () => (await database.query(sessions)).length === 0, 5_000);
});

test('ends the start if the database cannot be reached', async () => {
  await expect(limitStatements('postgresql://user@127.0.0.1:1/verses', pino({ level: 'silent' }))).rejects.toThrow(
    /^The database of DATABASE_URL cannot be reached: /,
  );
});

test.each([
  ['a longer limit is replaced', '1min', '2500ms'],
  ['a shorter one stays', '2s', '2s'],
])('%s', async (_title, before, after) => {
  await alterDatabase(database, `statement_timeout = '${before}'`);
  await using _service = await start();
  expect(await limitOf(database.serviceUrl)).toBe(after);
  expect(await limitOf(database.url)).toBe(before);
});

test('warns if the limit cannot be set', async () => {
  await alterDatabase(database, 'default_transaction_read_only = on');
  await expect(start()).rejects.toThrow('accepts no writes');
  expect(log).toEqual([
    expect.objectContaining({
      level: 40,
      err: expect.objectContaining({ message: expect.stringContaining('read-only transaction') }),
      msg: expect.stringContaining('statement_timeout'),
    }),
  ]);
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
