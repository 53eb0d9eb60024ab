import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { migrate } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { createOrm } from '../../src/database/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { RunningScript } from '../support/process.ts';
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

/** An instance that ends with its test, even one that should not have started. */
async function start(env: Record<string, string> = {}): Promise<TestService> {
  const instance = await TestService.start({ database, env });
  instances.push(instance);
  return instance;
}

async function appliedMigrations(): Promise<string[]> {
  const rows = await database.query<{ name: string }>('select name from mikro_orm_migrations order by id');
  return rows.map(({ name }) => name);
}

/** Tables, indexes, sequences and extensions: whatever a migration might leave behind. */
async function objects(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    union select extname from pg_extension where extname <> 'plpgsql'
    order by name`);
  return rows.map(({ name }) => name);
}

describe('migrations are applied at start', () => {
  test('once, when many instances start at once', async () => {
    const starts = await Promise.allSettled(Array.from({ length: 8 }, () => start()));
    expect(starts.map(({ status }) => status)).toEqual(Array(8).fill('fulfilled'));
    expect(await appliedMigrations()).toEqual(migrationNames);
  });

  test('and a second time change nothing', async () => {
    const everything = () =>
      database.query('select m.*, s.* from mikro_orm_migrations m cross join scheduled_submission s');
    await migrate(database.url, silent);
    await insertSubmission(database, { date: '2026-11-28' });
    const [before, objectsBefore] = [await everything(), await objects()];

    await migrate(database.url, silent);

    expect(await everything()).toEqual(before);
    expect(await objects()).toEqual(objectsBefore);
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
    // The migrator's own bookkeeping comes first; it is empty then.
    expect((await objects()).filter((name) => !name.startsWith('mikro_orm_'))).toEqual(['scheduled_submission']);
    expect(await appliedMigrations()).toEqual([]);

    await database.query('drop table scheduled_submission');
    await start();
    expect(await appliedMigrations()).toEqual(migrationNames);
  });
});

describe('MIGRATE_ON_START=false', () => {
  const startAsItIs = () => start({ MIGRATE_ON_START: 'false' });

  test('refuses a database that lacks migrations, says which command to run, and changes nothing', async () => {
    await expect(startAsItIs()).rejects.toThrow(
      `lacks the migrations ${migrationNames.join(', ')}. Run: npm run db:migrate`,
    );
    expect(await objects()).toEqual([]);
  });

  test('starts once that command has been run', async () => {
    const command = new RunningScript('.', ['scripts/db-migrate.ts'], { DATABASE_URL: database.url });
    expect(await command.exitCode).toBe(0);
    const service = await startAsItIs();
    await service.solve('player');
    expect((await service.submit('player')).status).toBe(201);
  });
});

test('the entities describe the tables and columns that the migrations make', async () => {
  await migrate(database.url, silent);
  const orm = createOrm(database.url, 1, silent);
  const statements = (await orm.schema.getUpdateSchemaSQL())
    .split('\n')
    .filter((line) => /^(create|alter|drop)/.test(line));
  await orm.close();

  // An entity cannot describe an exclusion constraint or a statement's trigger, and SQL says what the checks say.
  const inSql = /^alter table "\w+" drop constraint "\w+_(check|cooldown)";$|^drop (trigger|function) /;
  expect(statements.filter((statement) => !inSql.test(statement))).toEqual([]);
});
