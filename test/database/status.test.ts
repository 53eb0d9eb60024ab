import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { migrations } from '../../src/database/migrations/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { RunningScript } from '../support/process.ts';
import { asRole } from '../support/roles.ts';
import { query } from '../support/sql.ts';

const names = migrations.map(({ name }) => name);
const latest = names.at(-1) as string;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** Runs `npm run db:status`. */
async function status(url?: string): Promise<{ exitCode: number | null; lines: string[]; errors: string[] }> {
  const script = new RunningScript('.', ['src/cli/db-status.ts'], url === undefined ? {} : { DATABASE_URL: url });
  const exitCode = await script.exitCode;
  return { exitCode, lines: script.stdout.split('\n').slice(0, -1), errors: script.stderr.split('\n').slice(0, -1) };
}

test('a database that has every migration: when each was applied, and exit code 0', async () => {
  await database.query("update verses_migrations set executed_at = '2026-11-21T13:00:00.9+02'");
  expect(await status(database.url)).toEqual({
    exitCode: 0,
    lines: [...names.map((name) => `${name}: applied 2026-11-21T11:00:00Z`), 'The schema is current'],
    errors: [],
  });
});

test('a role that may only read the list learns which migration is pending, what to do, and exit code 1', async () => {
  await database.query('delete from verses_migrations where name = $1', [latest]);
  await database.query('revoke all on all tables in schema public from verses_puzzle');
  await database.query('grant select on verses_migrations to verses_puzzle');
  const reader = asRole(database.url, 'verses_puzzle');
  await expect(query(reader, 'select from daily_completion')).rejects.toMatchObject({ code: '42501' });
  const { exitCode, lines, errors } = await status(reader);
  expect(exitCode).toBe(1);
  expect(lines.slice(0, -1)).toEqual(names.slice(0, -1).map((name) => expect.stringContaining(`${name}: applied 20`)));
  expect(lines.at(-1)).toBe(`${latest}: pending`);
  expect(errors).toEqual([`The database lacks the migrations ${latest} in the schema public. Run: npm run db:migrate`]);
});

test('an empty database: every migration is pending, and nothing is created', async () => {
  const empty = await createTestDatabase('template1');
  expect(await status(empty.url)).toEqual({
    exitCode: 1,
    lines: names.map((name) => `${name}: pending`),
    errors: [`The database lacks the migrations ${names.join(', ')} in the schema public. Run: npm run db:migrate`],
  });
  expect(await empty.query("select relname from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
  await empty.drop();
});

test('without a database: one line, and exit code 1', async () => {
  const errors = [expect.stringMatching(/^DATABASE_URL is not set/)];
  expect(await status()).toEqual({ exitCode: 1, lines: [], errors });
});

test('a role that may not read the list of migrations: one line that says so, and exit code 1', async () => {
  const { exitCode, errors } = await status(asRole(database.url, 'verses_puzzle'));
  expect(exitCode).toBe(1);
  expect(errors).toEqual([expect.stringMatching(/lacks rights.*permission denied/)]);
});
