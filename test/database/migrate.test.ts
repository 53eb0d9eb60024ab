import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { locks } from '../../src/database/lock.ts';
import { migrate } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { createOrm } from '../../src/database/orm.ts';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import { alterDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { RunningScript } from '../support/process.ts';
import { asRole } from '../support/roles.ts';
import { TestService } from '../support/service.ts';
import { query } from '../support/sql.ts';

const silent = pino({ level: 'silent' });
const migrationNames = migrations.map(({ name }) => name);

let database: TestDatabase;
let instances: TestService[];
beforeEach(async () => {
  database = await createTestDatabase('template1');
  instances = [];
});
afterEach(async () => {
  for (const instance of instances) await instance[Symbol.asyncDispose]();
  await database.drop();
});

/** Takes one that has the schema: to apply the migrations takes ten times as long. */
async function useMigrated(): Promise<void> {
  await database.drop();
  database = await createTestDatabase();
}

/** Starts an instance that ends with its test, even if it should not have started. */
async function start(env: Record<string, string> = {}): Promise<void> {
  instances.push(await TestService.start({ database, env }));
}

/** The database's URL with options of PostgreSQL. */
function urlWith(options: string): string {
  return `${database.url}?${new URLSearchParams({ options })}`;
}

async function appliedMigrations(): Promise<string[]> {
  const rows = await database.query<{ name: string }>('select name from verses_migrations order by id');
  return rows.map(({ name }) => name);
}

/** Tables, indexes and sequences. */
async function objects(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace order by name",
  );
  return rows.map(({ name }) => name);
}

describe('migrations are applied at start', () => {
  test('once, when many instances start at the same time, and logged', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
    const starts = Array.from({ length: 4 }, async () => {
      instances.push(await TestService.start({ database, logger }));
    });
    expect((await Promise.allSettled(starts)).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect(await appliedMigrations()).toEqual(migrationNames);
    expect(lines.map((line) => JSON.parse(line)).filter(({ migration }) => migration)).toMatchObject(
      migrationNames.map((migration) => ({ level: 30, migration, msg: 'migration applied' })),
    );
  });

  test('and leave no connection open, and wait for nobody if none is pending', async () => {
    await useMigrated();
    const others =
      'select from pg_stat_activity where datname = current_database() and usename is not null and pid <> pg_backend_pid()';
    await eventually('no connection', async () => (await database.query(others)).length === 0, 5_000);
    const reader = await OpenTransaction.begin(database, 'lock table scheduled_submission in access share mode');
    expect(await migrate(urlWith('-c lock_timeout=1s'), silent)).toEqual([]);
    await reader.rollback();
  });

  test('under a time limit of their own, whatever the limits that are meant for requests', async () => {
    for (const limit of ['lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout']) {
      await alterDatabase(database, `${limit} = '50ms'`);
    }
    await database.query(`
      create table noted (time_limit text);
      create function wait() returns event_trigger language plpgsql as $$
      begin
        perform pg_sleep(0.1);
        insert into noted values (current_setting('statement_timeout'));
      end $$;
      create event trigger slow on ddl_command_end when tag in ('CREATE TRIGGER') execute function wait()`);
    expect(await migrate(urlWith('-c statement_timeout=50ms'), silent)).toEqual(migrationNames);
    expect(await database.query('select distinct time_limit from noted')).toEqual([{ time_limit: '10min' }]);
  });

  test.each([
    ['40P01', 4, 'success'],
    ['40P01', 5, 'attempt 5'],
    ['P0001', 5, 'attempt 1'],
  ])('and tried again only after a deadlock: SQLSTATE %s %i times ends with %s', async (code, times, end) => {
    await database.query(`
      create sequence attempts;
      create function fail() returns event_trigger language plpgsql as $$
      begin
        if nextval('attempts') <= ${times} then raise 'attempt %', currval('attempts') using errcode = '${code}'; end if;
      end $$;
      create event trigger fail on ddl_command_start execute function fail()`);
    const migrated = migrate(database.url, silent);
    if (end === 'success') expect(await migrated).toEqual(migrationNames);
    else await expect(migrated).rejects.toThrow(end);
  });

  test('and end with one line and exit code 1 if their connection breaks', async () => {
    await useMigrated();
    const migrated = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.migration})`);
    const second = new RunningScript(root, ['src/cli/db-migrate.ts'], { DATABASE_URL: database.url });
    await migrated.awaited();
    await database.query(`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`);
    expect(await second.exitCode).toBe(1);
    expect(second.stderr).toMatch(/^[^\n]*terminat[^\n]*\n$/);
    await migrated.rollback();
  });

  test('all or none, and an error of PostgreSQL is one line, without the rows that it has', async () => {
    await database.query('create table scheduled_submission (of_somebody_else integer)');
    const message = 'The migrations failed: relation "scheduled_submission" already exists';
    await expect(start()).rejects.toMatchObject({ message });
    // The migrator's own table is created first, and is empty.
    expect((await objects()).filter((name) => !name.startsWith('verses_migrations'))).toEqual(['scheduled_submission']);
    expect(await appliedMigrations()).toEqual([]);

    await database.query('drop table scheduled_submission');
    await start();
    expect(await appliedMigrations()).toEqual(migrationNames);
  });
});

test('MIGRATE_ON_START=false names the command to run, changes nothing, and starts after that command', async () => {
  const startAsItIs = () => start({ MIGRATE_ON_START: 'false' });
  await expect(startAsItIs()).rejects.toThrow(
    `lacks the migrations ${migrationNames.join(', ')} in the schema public. Run: npm run db:migrate`,
  );
  expect(await objects()).toEqual([]);

  const command = () => new RunningScript('.', ['src/cli/db-migrate.ts'], { DATABASE_URL: database.url });
  const [first, second] = [command(), command()];
  expect(await Promise.all([first.exitCode, second.exitCode])).toEqual([0, 0]);
  expect([first.stdout, second.stdout].sort()).toEqual([
    migrationNames.map((name) => `${name}: applied\n`).join(''),
    'No migration was pending\n',
  ]);
  await startAsItIs();
});

test.each([
  ['at start, without migrations', () => start({ MIGRATE_ON_START: 'false' })],
  ['by db:migrate', () => migrate(database.url, silent)],
])('rejects a database whose encoding is not UTF8, in one line: %s', async (_title, use) => {
  await database.drop();
  database = await createTestDatabase("template0 encoding 'LATIN1' locale 'C'");
  await expect(use()).rejects.toThrow(
    new StartError("The database of DATABASE_URL has the encoding LATIN1: create it with encoding 'UTF8'"),
  );
  expect(await objects()).toEqual([]);
});

describe('a role that may not change the schema is told who may, in one line', () => {
  const migrateAs = (role: Parameters<typeof asRole>[1]) => migrate(asRole(database.url, role), silent);
  const mayNot = (advice: string) => `The role of DATABASE_URL may not change the schema. ${advice}`;

  test("the tables' owner", async () => {
    await useMigrated();
    await database.query('alter table scheduled_submission owner to verses_puzzle');
    await database.query('delete from verses_migrations where name = $1', [migrationNames.at(-1)]);
    await database.query('grant create on schema public to verses_owner');
    const advice =
      'Run npm run db:migrate as verses_puzzle, which owns the tables, or transfer them first (docs/deploying.md) (permission denied ';
    for (const [role, change] of [
      ['verses_service', 'grant select on verses_migrations to verses_service'],
      ['verses_owner', 'revoke all on verses_migrations from verses_owner'],
      ['verses_owner', 'grant all on verses_migrations to verses_owner'],
    ] as const) {
      await database.query(change);
      const message = expect.stringContaining(mayNot(advice));
      await expect(migrateAs(role)).rejects.toMatchObject({ message, cause: { code: '42501' } });
    }
  });

  test.each([
    [
      'whoever may grant the right to create tables',
      'create extension btree_gist',
      "As the schema's owner, run: grant create on schema public to verses_service (permission denied for schema public)",
    ],
    [
      'whoever may create the extension',
      'grant create on schema public to verses_service',
      'As a superuser, run: create extension btree_gist; ' +
        "or as the database's owner: grant create on database NAME to verses_service " +
        '(permission denied to create extension "btree_gist")',
    ],
  ])('%s', async (_title, change, advice) => {
    await database.query(change);
    const name = new URL(database.url).pathname.slice(1);
    const message = mayNot(advice.replace('NAME', name));
    await expect(migrateAs('verses_service')).rejects.toMatchObject({ message });
  });
});

describe('migrations that another transaction keeps waiting', () => {
  const altersSubmissions = '0011-review-verses';
  const insert = `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
    select gen_random_uuid(), 'JHN', 3, 16, coalesce(max(scheduled_date), '2030-01-01') + 1 from scheduled_submission`;
  let dump: OpenTransaction;
  beforeEach(async () => {
    await useMigrated();
    await database.query('delete from verses_migrations where name = $1', [altersSubmissions]);
    await database.query('alter table scheduled_submission drop reviewed_at, drop reviewed_by');
    await database.query('alter table calendar_change drop other_submission');
    dump = await OpenTransaction.begin(database, 'lock table scheduled_submission in access share mode');
  });

  test('let submissions pass in between, and are applied afterwards', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
    const migrated = migrate(database.url, logger);
    await dump.awaited();
    for (let round = 0; round < 5; round++) await query(urlWith('-c statement_timeout=1900'), insert);
    await dump.rollback();
    expect(await migrated).toEqual([altersSubmissions]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'migrations wait for a lock' }]);
  });

  test('end after a limit, with one line', async () => {
    await expect(migrate(database.url, silent, { lockMs: 50, totalMs: 300 })).rejects.toMatchObject({
      message:
        'The migrations waited too long: canceling statement due to lock timeout. Run npm run db:migrate again without a dump or a long transaction',
    });
    await dump.rollback();
  });
});

test('the entities describe the tables and columns that the migrations create', async () => {
  await useMigrated();
  const orm = createOrm(database.url, 1, silent);
  const statements = (await orm.schema.getUpdateSchemaSQL())
    .split('\n')
    .filter((line) => /^(create|alter|drop)/.test(line));
  await orm.close();

  // Entities cannot describe an exclusion constraint, the checks or the index of an expression, which
  // are plain SQL.
  const inSql =
    /^(alter table "\w+" drop constraint "\w+_(check|cooldown)"|drop index "calendar_change_month_id_idx");$/;
  expect(statements.filter((statement) => !inSql.test(statement))).toEqual([]);
});
