import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { migrate, pendingMigrations } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { createOrm } from '../../src/database/orm.ts';
import { StartError } from '../../src/start-error.ts';
import { alterDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestService } from '../support/service.ts';
import { query } from '../support/sql.ts';

const silent = pino({ level: 'silent' });
const names = migrations.map(({ name }) => name);
/** The last migration of 1.4.0, whose table of migrations was MikroORM's. */
const last140 = '0010-set-verses';
const since140 = names.slice(names.indexOf(last140) + 1);

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase('template1');
});
afterEach(() => database.drop());

function withPath(path: string): string {
  return `${database.url}?${new URLSearchParams({ options: `-c search_path=${path.replaceAll(' ', '\\ ')}` })}`;
}

async function bySetting(path: string): Promise<string> {
  await alterDatabase(database, `search_path = ${path}`);
  return database.url;
}

/** The tables of a schema. */
async function tablesOf(schema: string): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = $1 order by name',
    [schema],
  );
  return rows.map(({ name }) => name);
}

const ours = ['blocked_date', 'calendar_change', 'calendar_pause', 'daily_completion', 'scheduled_submission'];

/** Starts a service and submits a verse. */
async function submitAt(url: string): Promise<void> {
  await using service = await TestService.start({
    database: { ...database, serviceUrl: url },
    env: { MIGRATE_ON_START: 'false', DESK_DATABASE_URL: url, PUZZLE_DATABASE_URL: url },
  });
  expect((await service.puzzle('PUT', 'completions/2026-11-21/ann')).status).toBe(204);
  expect((await service.submit('ann')).status).toBe(201);
  expect((await service.desk('GET', 'calendar?from=2026-11-23&to=2026-11-23')).status).toBe(200);
}

/** Leaves a schema as 1.4.0 does. */
async function migrateAs140(url: string): Promise<void> {
  const orm = createOrm(url, 1, silent);
  const [{ schema }] = await orm.em.fork().execute<[{ schema: string }]>('select current_schema() as schema');
  orm.config.set('migrations', { ...orm.config.get('migrations'), schema });
  await orm.migrator.up({ to: last140 });
  const exists = "select to_regclass('mikro_orm_migrations') as former";
  const [{ former }] = await orm.em.fork().execute<[{ former: string | null }]>(exists);
  if (former === null) await orm.em.fork().execute('alter table verses_migrations rename to mikro_orm_migrations');
  else {
    await orm.em.fork().execute(`
      insert into mikro_orm_migrations (name, executed_at) select name, executed_at from verses_migrations order by id;
      drop table verses_migrations`);
  }
  await orm.close();
}

/** The table of another program, whose only migration is `theirs`. */
async function otherProgramIn(schema: string): Promise<void> {
  await database.query(`
    create table ${schema}.mikro_orm_migrations (id serial primary key, name varchar(255), executed_at timestamptz default now());
    insert into ${schema}.mikro_orm_migrations (name) values ('theirs')`);
}

async function rowsOf(table: string): Promise<string[]> {
  return (await database.query<{ name: string }>(`select name from ${table} order by id`)).map(({ name }) => name);
}

const quoted = (schema: string) => `"${schema.replaceAll('"', '""')}"`;
const withQuotes = `Kid's "Verses"`;

test.each<[string, string, () => Promise<string>]>([
  ['public, by default', 'public', async () => database.url],
  [
    "a schema of its own, by the URL, beside another puzzle's in public",
    'verses',
    async () => {
      await migrate(database.url, silent);
      return withPath('verses');
    },
  ],
  ['a schema whose name needs quotes, by a setting', withQuotes, () => bySetting(quoted(withQuotes))],
])('in %s, and beside another program of MikroORM in public, everything is there', async (_, schema, makeUrl) => {
  await database.query(`create schema if not exists ${quoted(schema)}`);
  const url = await makeUrl();
  await otherProgramIn('public');
  const before = await tablesOf('public');
  expect(await migrate(url, silent)).toEqual(names);
  expect(await migrate(url, silent)).toEqual([]);
  const created = (await tablesOf(schema)).filter((name) => schema !== 'public' || !before.includes(name));
  expect(created).toEqual([...ours, 'verses_migrations']);
  if (schema !== 'public') expect(await tablesOf('public')).toEqual(before);
  expect(await rowsOf('public.mikro_orm_migrations')).toEqual(['theirs']);
  await submitAt(url);
});

test.each<[string, string, string, boolean, () => Promise<string>]>([
  ['in public', 'public', 'public', false, async () => database.url],
  [
    'in a schema whose name needs quotes, beside another program of MikroORM in it',
    ...([withQuotes, withQuotes, true] as const),
    () => bySetting(quoted(withQuotes)),
  ],
  [
    "whose rows are in another program's table, in another schema",
    ...(['verses', 'public', true] as const),
    async () => withPath('verses,public'),
  ],
])('an upgrade from 1.4.0 %s leaves the former table as it is', async (_, schema, former, isShared, makeUrl) => {
  await database.query(`create schema if not exists ${quoted(schema)}`);
  const url = await makeUrl();
  if (isShared) await otherProgramIn(quoted(former));
  await migrateAs140(url);
  const orm = createOrm(url, 1, silent);
  expect(await pendingMigrations(orm)).toEqual(since140);
  await orm.close();

  const applied = await Promise.all([migrate(url, silent), migrate(url, silent)]);

  expect(applied.flat()).toEqual(since140);
  expect(await rowsOf(`${quoted(schema)}.verses_migrations`)).toEqual(names);
  expect(await rowsOf(`${quoted(former)}.mikro_orm_migrations`)).toEqual([
    ...(isShared ? ['theirs'] : []),
    ...names.slice(0, -since140.length),
  ]);
});

test('in a database, a schema and a role whose names have quotes, a backslash, % and a space', async () => {
  const name = `it's "50%" \\ off`;
  const server = process.env['TEST_POSTGRES_URL'] as string;
  const { pathname } = new URL(database.url);
  await query(server, `alter database ${pathname.slice(1)} rename to ${quoted(name)}`);
  await query(server, `create role ${quoted(name)} superuser login password 'secret'`);
  const url = new URL(server);
  Object.assign(url, { pathname: encodeURIComponent(name), username: encodeURIComponent(name), password: 'secret' });
  try {
    await query(url.href, `create schema ${quoted(name)}`); // the path begins with "$user"
    expect(await migrate(url.href, silent)).toEqual(names);
    expect(await migrate(url.href, silent)).toEqual([]);
    await submitAt(url.href);
  } finally {
    await query(server, `alter database ${quoted(name)} rename to ${pathname.slice(1)}`);
    await database.query(`drop owned by ${quoted(name)} cascade; drop role ${quoted(name)}`);
  }
});

const noSchema = (shown: string) =>
  `The search path of DATABASE_URL begins with no schema that exists and that the role postgres may use (${shown}): ` +
  'create the schema and grant usage on it, or name another one';
test.each([
  ['a schema that does not exist', 'nosuch', noSchema('nosuch')],
  ['a schema that does not exist, before one that does', 'nosuch, public', noSchema('nosuch, public')],
  ['nothing', '', noSchema('empty')],
  [
    'a schema before that of the tables',
    'kids,public',
    'The search path of DATABASE_URL begins with kids, but public has the tables: name that schema first, or not at all',
  ],
  ['a dot', '"a.b"', 'The name of the schema a.b has a dot, which the migrator cannot use: rename it'],
])('one line says what is wrong with a search path that has %s', async (_title, path, line) => {
  await migrate(database.url, silent);
  await database.query('create schema kids; create schema "a.b"');
  await expect(migrate(withPath(path), silent)).rejects.toThrow(new StartError(line));
  expect(await tablesOf('kids')).toEqual([]);
});

test('"$user" may come first, whether or not it exists', async () => {
  expect(await migrate(withPath('"$user",public'), silent)).toEqual(names);
  await database.query('create schema postgres');
  await expect(migrate(withPath('"$user",public'), silent)).rejects.toThrow(
    /begins with postgres, but public has the tables/,
  );
  expect(await migrate(withPath('"$user"'), silent)).toEqual(names);
});
