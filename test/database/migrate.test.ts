import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { utcDate } from '../../src/calendar/window.ts';
import { locks } from '../../src/database/lock.ts';
import { migrate, migrationStates } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { createOrm } from '../../src/database/orm.ts';
import { StartError } from '../../src/start-error.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { RunningScript } from '../support/process.ts';
import { asRole } from '../support/roles.ts';
import { TestService } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

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

/** Starts an instance that ends with its test, even if it should not have started. */
async function start(env: Record<string, string> = {}, clock = Temporal.Now.instant): Promise<TestService> {
  const instance = await TestService.start({ database, env, clock });
  instances.push(instance);
  return instance;
}

/** The database's URL with options of PostgreSQL. */
function urlWith(options: string): string {
  return `${database.url}?${new URLSearchParams({ options })}`;
}

async function appliedMigrations(): Promise<string[]> {
  const rows = await database.query<{ name: string }>('select name from mikro_orm_migrations order by id');
  return rows.map(({ name }) => name);
}

/** Tables, indexes, sequences and extensions: everything a migration might leave behind. */
async function objects(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    union select extname from pg_extension where extname <> 'plpgsql'
    order by name`);
  return rows.map(({ name }) => name);
}

describe('migrations are applied at start', () => {
  test('once, when many instances start at the same time', async () => {
    const starts = await Promise.allSettled(Array.from({ length: 8 }, () => start()));
    expect(starts.map(({ status }) => status)).toEqual(Array(8).fill('fulfilled'));
    expect(await appliedMigrations()).toEqual(migrationNames);
  });

  test('and logged', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
    instances.push(await TestService.start({ database, logger }));
    expect(lines.map((line) => JSON.parse(line)).filter(({ migration }) => migration)).toMatchObject(
      migrationNames.map((migration) => ({ level: 30, migration, msg: 'migration applied' })),
    );
  });

  test('and change nothing the second time', async () => {
    const everything = () =>
      database.query('select m.*, s.* from mikro_orm_migrations m cross join scheduled_submission s');
    await migrate(database.url, silent);
    await insertSubmission(database, { date: '2026-11-28' });
    const [before, objectsBefore] = [await everything(), await objects()];

    await migrate(database.url, silent);

    expect(await everything()).toEqual(before);
    expect(await objects()).toEqual(objectsBefore);
  });

  test('and wait for nobody if none is pending', async () => {
    await migrate(database.url, silent);
    const reader = await OpenTransaction.begin(database, 'lock table scheduled_submission in access share mode');
    expect(await migrate(urlWith('-c lock_timeout=1s'), silent)).toEqual([]);
    await reader.rollback();
  });

  test('and leave no connection open, and no file behind', async () => {
    await migrate(database.url, silent);
    const others =
      'select from pg_stat_activity where datname = current_database() and usename is not null and pid <> pg_backend_pid()';
    await eventually('no connection', async () => (await database.query(others)).length === 0, 5_000);
    const name = new URL(database.url).pathname.slice(1);
    expect((await readdir('.')).filter((file) => file.includes(name))).toEqual([]);
  });

  test('under a time limit of their own', async () => {
    await database.query(`
      create table noted (time_limit text);
      create function note() returns event_trigger language plpgsql as $$
      begin
        insert into noted values (current_setting('statement_timeout'));
      end $$;
      create event trigger note on ddl_command_start when tag in ('ALTER TABLE') execute function note()`);
    await migrate(urlWith('-c statement_timeout=9s'), silent);
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

  test('and end with an error if their connection breaks', async () => {
    await migrate(database.url, silent);
    const migrated = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.migration})`);
    const second = expect(migrate(database.url, silent)).rejects.toThrow(/terminat/);
    await migrated.awaited();
    await database.query(`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`);
    await second;
    await migrated.rollback();
  });

  test('with a pool of one connection, which then serves many players', async () => {
    const service = await start({ DATABASE_POOL_SIZE: '1' });
    const players = ['a', 'b', 'c', 'd', 'e'];
    await service.solve(players);
    const responses = await Promise.all([...players, ...players].map((player) => service.submit(player)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(429)]);
  });

  test('all or none', async () => {
    await database.query('create table scheduled_submission (of_somebody_else integer)');
    await expect(start()).rejects.toThrow('already exists');
    // The migrator's own table is created first, and is empty.
    expect((await objects()).filter((name) => !name.startsWith('mikro_orm_'))).toEqual(['scheduled_submission']);
    expect(await appliedMigrations()).toEqual([]);

    await database.query('drop table scheduled_submission');
    await start();
    expect(await appliedMigrations()).toEqual(migrationNames);
  });
});

describe('MIGRATE_ON_START=false', () => {
  const startAsItIs = () => start({ MIGRATE_ON_START: 'false' });

  test('ends the start on a database that lacks migrations, names the command to run, and changes nothing', async () => {
    await expect(startAsItIs()).rejects.toThrow(
      `lacks the migrations ${migrationNames.join(', ')}. Run: npm run db:migrate`,
    );
    expect(await objects()).toEqual([]);
  });

  test('starts after that command', async () => {
    const command = () => new RunningScript('.', ['src/cli/db-migrate.ts'], { DATABASE_URL: database.url });
    const [first, second] = [command(), command()];
    expect(await Promise.all([first.exitCode, second.exitCode])).toEqual([0, 0]);
    expect([first.stdout, second.stdout].sort()).toEqual([
      migrationNames.map((name) => `${name}: applied\n`).join(''),
      'No migration was pending\n',
    ]);
    const service = await startAsItIs();
    await service.solve('player');
    expect((await service.submit('player')).status).toBe(201);
  });
});

test.each([
  ['at start', () => start()],
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

describe('a role that lacks rights is told what to do', () => {
  let url: string;
  beforeEach(async () => {
    await migrate(database.url, silent);
    url = asRole(database.url, 'verses_service');
  });

  test('to migrate', async () => {
    await database.query('delete from mikro_orm_migrations where name = $1', [migrationNames.at(-1)]);
    await expect(migrate(url, silent)).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The role of DATABASE_URL may not change the schema\. Run npm run db:migrate as the tables' owner \(permission denied .+\)$/,
      ),
      cause: { code: '42501' },
    });
  });

  test('to read which migrations have been applied', async () => {
    await database.query('revoke select on mikro_orm_migrations from verses_service');
    const orm = createOrm(url, 1, silent);
    await expect(migrationStates(orm)).rejects.toMatchObject({
      message:
        "The role of DATABASE_URL lacks rights. Run npm run db:migrate as the tables' owner to grant them " +
        '(permission denied for table mikro_orm_migrations)',
      cause: { code: '42501' },
    });
    await orm.close();
  });
});

describe('a database is upgraded', () => {
  /** Applies the migrations up to the given one. */
  async function migrateTo(last: string): Promise<void> {
    const orm = createOrm(database.url, 1, silent);
    await orm.migrator.up({ to: last });
    await orm.close();
  }

  /** The columns that every version has. */
  const rows = () =>
    database.query(
      'select id, user_id, book_id, chapter, verse, scheduled_date::text, created_at from scheduled_submission order by id',
    );

  /**
   * Tables, indexes, constraints, triggers and functions, described independently of when they were
   * created.
   */
  const schema = () =>
    database.query(`
      select relname as name, null as definition from pg_class where relnamespace = 'public'::regnamespace
      union all select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select proname, null from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      order by 1, 2`);

  const now = Temporal.Now.instant();
  const startTwo = () => Promise.all([start({}, () => now), start({}, () => now)]);
  const day = (days: number) => utcDate(now).add({ days }).toString();

  test.each([
    migrationNames[0] ?? '',
    '0007-reject-odd-rows', // of 1.2.0, the last release whose rows a migration still changes
  ])('from %s, with rows, by two instances at once', async (last) => {
    await migrate(database.url, silent);
    const current = await schema();
    await database.drop();
    database = await createTestDatabase('template1');
    await migrateTo(last);
    await insertSubmission(database, { user: 'a', date: day(7) });
    await insertSubmission(database, { user: 'b', date: day(8), createdAt: '2026-01-01T00:00:00.123456Z' });
    const before = await rows();

    const [service] = await startTwo();

    expect(await appliedMigrations()).toEqual(migrationNames);
    expect(await schema()).toEqual(current);
    expect(await rows()).toEqual(before);
    await service.solve(['a', 'b', 'c']);
    expect((await service.submit('a')).status).toBe(429);
    expect((await service.submit('b')).body.scheduledDate).toBe(day(9));
    expect((await service.submit('c')).body.scheduledDate).toBe(day(10));
  });

  test('from 0004-check-cooldown-fast, with a frontier and freed dates', async () => {
    await migrateTo('0004-check-cooldown-fast');
    for (const days of [7, 8, 9, 10]) await insertSubmission(database, { user: `of day ${days}`, date: day(days) });
    await database.query('insert into calendar_frontier (since, until) values ($1, $2)', [day(7), day(11)]);
    await database.query('delete from scheduled_submission where scheduled_date in ($1, $2)', [day(8), day(10)]);
    expect(await database.query('select from freed_date')).toHaveLength(2);

    const [service] = await startTwo();

    const players = ['a', 'b', 'c'];
    await service.solve(players);
    const dates = [];
    for (const player of players) dates.push((await service.submit(player)).body.scheduledDate);
    expect(dates).toEqual([day(8), day(10), day(11)]);
    expect((await objects()).filter((name) => /frontier|freed/.test(name))).toEqual([]);
  });

  test.each([
    [
      'a foreign key',
      `create table meal (day date constraint "Meal" references scheduled_submission (scheduled_date))`,
      'drop the foreign key "Meal" of meal',
      'alter table meal drop constraint "Meal"',
    ],
    [
      'a replica identity',
      'alter table scheduled_submission replica identity using index scheduled_submission_scheduled_date_key',
      'alter table scheduled_submission replica identity default',
      'alter table scheduled_submission replica identity default',
    ],
    [
      'tables of the same name',
      'create table blocked_date (); create table calendar_pause ()',
      "rename the other program's blocked_date; rename the other program's calendar_pause",
      'alter table blocked_date rename to theirs; drop table calendar_pause',
    ],
  ])(
    'to 0008-plan-the-calendar once %s is out of the way: one line says what to do',
    async (_title, sql, line, mend) => {
      await migrateTo('0007-reject-odd-rows');
      await database.query(sql);

      const error = await migrate(database.url, silent).catch((thrown) => thrown);

      expect(error).toBeInstanceOf(StartError);
      expect(error.message).toBe(`Before 0008-plan-the-calendar (docs/upgrading.md): ${line}`);
      expect(await appliedMigrations()).not.toContain('0008-plan-the-calendar');
      await database.query(mend);
      expect(await migrate(database.url, silent)).toContain('0008-plan-the-calendar');
    },
  );

  /** Takes back the latest migration. */
  async function revert(): Promise<void> {
    const orm = createOrm(database.url, 1, silent);
    try {
      await orm.migrator.down();
    } finally {
      await orm.close();
    }
  }

  describe('back from 0008-plan-the-calendar', () => {
    test('to the schema of before, with rows, also moved ones', async () => {
      await migrateTo('0007-reject-odd-rows');
      const former = await schema();
      await migrateTo('0008-plan-the-calendar');
      await insertSubmission(database, { user: 'a', date: day(7) });
      await insertSubmission(database, { user: 'b', date: day(8) });
      await database.query('update scheduled_submission set scheduled_date = $1, moved_from = $2 where user_id = $3', [
        day(9),
        day(8),
        'b',
      ]);
      const before = await rows();

      await revert();

      expect(await schema()).toEqual(former);
      expect(await rows()).toEqual(before);
    });

    test('not with a withdrawn submission, which has no date', async () => {
      await migrateTo('0008-plan-the-calendar');
      await insertSubmission(database, { user: 'a', date: day(7) });
      await database.query(`
        update scheduled_submission set scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date`);
      const current = await schema();

      await expect(revert()).rejects.toThrow('contains null values');

      expect(await schema()).toEqual(current);
      expect(await appliedMigrations()).toContain('0008-plan-the-calendar');
    });
  });

  test.each([
    ['0009-record-erasures', 'erase'],
    ['0010-set-verses', 'set'],
  ])('back from %s, but not with the action %s in the record', async (last, action) => {
    await migrateTo(last);
    const record = `insert into calendar_change (actor, action, dates) values ('site', '${action}', '{}')`;
    await database.query(record);
    await expect(revert()).rejects.toThrow('calendar_change_action_check');
    await database.query('delete from calendar_change');
    await revert();
    await expect(database.query(record)).rejects.toThrow('calendar_change_action_check');
  });

  test('from 0006, with odd rows: logs their ids, and validates the constraints once they are corrected', async () => {
    await migrateTo('0006-keep-look-ups-off-cooldown-index');
    await insertSubmission(database, { user: 'a', date: day(7) });
    await insertSubmission(database, { user: 'b', date: '12030-01-05' });
    await insertSubmission(database, { user: 'c', date: '12030-01-06' });
    const before = await rows();
    const warnings: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => warnings.push(line) });
    const unvalidated = async () =>
      (
        await database.query<{ name: string }>(`
          select conname as name from pg_constraint
          where conname like 'scheduled_submission%' and contype = 'c' and not convalidated`)
      ).map(({ name }) => name);

    await migrate(database.url, logger);

    expect(await rows()).toEqual(before);
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
      {
        constraint: 'scheduled_submission_date_range_check',
        ids: ['2', '3'],
        msg: 'submissions violate a constraint: correct or delete them, then run db:migrate',
      },
    ]);
    expect(await unvalidated()).toEqual(['scheduled_submission_date_range_check']);

    await database.query("update scheduled_submission set scheduled_date = '2030-01-05' where id = 2");
    await database.query('delete from scheduled_submission where id = 3');
    await migrate(database.url, logger);

    expect(warnings).toHaveLength(1);
    expect(await unvalidated()).toEqual([]);
  });

  test('despite an unvalidated constraint that the operator has added', async () => {
    await migrateTo('0006-keep-look-ups-off-cooldown-index');
    await database.query(`alter table scheduled_submission add constraint "Own Rule" check (chapter < 200) not valid`);
    await migrate(database.url, silent);
    expect(await appliedMigrations()).toEqual(migrationNames);
  });

  test('and downgraded: every migration can be reverted, the last one first', async () => {
    await migrate(database.url, silent);
    const orm = createOrm(database.url, 1, silent);
    for (const _ of migrations) await orm.migrator.down();
    await orm.close();
    expect((await objects()).filter((name) => !name.startsWith('mikro_orm_'))).toEqual(['btree_gist']);
  });
});

test('the entities describe the tables and columns that the migrations create', async () => {
  await migrate(database.url, silent);
  const orm = createOrm(database.url, 1, silent);
  const statements = (await orm.schema.getUpdateSchemaSQL())
    .split('\n')
    .filter((line) => /^(create|alter|drop)/.test(line));
  await orm.close();

  // Entities cannot describe an exclusion constraint or the checks, which are plain SQL.
  const inSql = /^alter table "\w+" drop constraint "\w+_(check|cooldown)";$/;
  expect(statements.filter((statement) => !inSql.test(statement))).toEqual([]);
});
