import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { DatabaseUrlError } from '../../src/database/client-config.ts';
import { assertReachable, createOrm } from '../../src/database/orm.ts';
import { root } from '../../src/root.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Postgres } from '../support/postgres.ts';
import { RunningScript } from '../support/process.ts';
import { testSecret } from '../support/service.ts';
import { query } from '../support/sql.ts';
import { certificatePath, installCertificate } from '../support/tls.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The database's URL with parameters, and perhaps other hosts. `HOST` stands for its own. */
function urlWith(parameters: Record<string, string>, hosts = 'HOST'): string {
  const { host } = new URL(database.url);
  return `${database.url.replace(host, hosts.replace('HOST', host))}?${new URLSearchParams(parameters)}`;
}

/** Connects and runs a statement, as the service would. */
async function execute<Row>(url: string, sql: string): Promise<Row[]> {
  const orm = createOrm(url, 1, pino({ level: 'silent' }));
  try {
    await assertReachable(orm);
    return await orm.em.fork().execute<Row[]>(sql);
  } finally {
    await orm.close();
  }
}

/** What a program prints that cannot start. */
async function failure(script: string, env: Record<string, string>): Promise<string> {
  const program = new RunningScript(root, [script], { AUTH_JWT_SECRET: testSecret, PORT: '0', ...env });
  const timer = setTimeout(() => program.kill('SIGKILL'), 15_000);
  expect(await program.exitCode).toBe(1);
  clearTimeout(timer);
  expect(program.stdout).toBe('');
  return program.stderr;
}

const programs = ['dist/main.js', 'src/cli/db-migrate.ts', 'src/cli/db-status.ts'];

describe('a database that does not exist is not created', () => {
  let name: string;
  let url: string;
  beforeEach(() => {
    name = `test_typo_${randomUUID().replaceAll('-', '')}`;
    const other = new URL(database.url);
    other.pathname = name;
    url = other.href;
  });
  afterEach(async () => {
    expect(await database.query('select from pg_database where datname = $1', [name])).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ...programs.map((script): [string, Record<string, string>] => [script, {}]),
    ['dist/main.js', { MIGRATE_ON_START: 'false' }],
  ])('%s %j prints one line that says so, and what to do', async (script, env) => {
    expect(await failure(script, { DATABASE_URL: url, ...env })).toBe(
      `The database of DATABASE_URL cannot be reached: database "${name}" does not exist. ` +
        'Correct the name, or create the database\n',
    );
  });

  test('an error says so, and what to do', async () => {
    await expect(execute(url, 'select 1')).rejects.toMatchObject({
      message:
        `The database of DATABASE_URL cannot be reached: database "${name}" does not exist. ` +
        'Correct the name, or create the database',
      cause: { code: '3D000' },
    });
  });
});

describe('a URL that cannot be used ends the start with one line that names DATABASE_URL', () => {
  test.each(programs)('%s: a file that cannot be read', async (script) => {
    const url = urlWith({ sslmode: 'verify-full', sslrootcert: '/none/root.crt' });
    expect(await failure(script, { DATABASE_URL: url })).toBe(
      "DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/none/root.crt'\n",
    );
  });

  test.each([
    [
      'connect_timeout=10',
      'DATABASE_URL has the parameter connect_timeout; supported are ' +
        'application_name, options, sslmode, sslrootcert, sslcert, sslkey, target_session_attrs, uselibpqcompat',
    ],
    [
      'sslmode=on',
      'DATABASE_URL has a wrong sslmode; ' +
        'it must be one of disable, prefer, require, verify-ca, verify-full, no-verify',
    ],
    ['uselibpqcompat=true&sslmode=verify-ca', 'DATABASE_URL cannot be used: SECURITY WARNING: '],
  ])('%s', (parameters, line) => {
    const create = () => createOrm(`postgresql://db.example/verses?${parameters}`, 1, pino({ level: 'silent' }));
    expect(create).toThrow(DatabaseUrlError);
    expect(create).toThrow(line);
  });

  test.each(['db.example/100%', 'db.example:5432,100%/verses', '100%/verses'])('a lone %%: %s', (rest) => {
    const create = () => createOrm(`postgresql://user@${rest}`, 1, pino({ level: 'silent' }));
    expect(create).toThrow(DatabaseUrlError);
    expect(create).toThrow(/^DATABASE_URL cannot be used: URI malformed$/);
    expect(create).toThrow(expect.objectContaining({ cause: expect.any(URIError) }));
  });
});

test('connects to an IPv6 address without looking it up as a name', async () => {
  await expect(execute('postgresql://user@[::1]:1/verses', 'select 1')).rejects.toThrow(/^[^[]*::1:1\b/);
});

test('one host is used even if it accepts no writes', async () => {
  const url = urlWith({ options: '-c default_transaction_read_only=on' });
  expect(await execute(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

describe.each([
  ['one host', 'HOST'],
  ['several hosts', '127.0.0.1:1,HOST'],
])('of %s', (_title, hosts) => {
  test('application_name and options reach PostgreSQL', async () => {
    const url = urlWith({ application_name: 'verses one', options: '-c work_mem=5MB' }, hosts);
    const settings = `select current_setting('application_name') as name, current_setting('work_mem') as memory`;
    expect(await execute(url, settings)).toEqual([{ name: 'verses one', memory: '5MB' }]);
  });

  test('the name of a database may have any character', async () => {
    const name = `test_${randomUUID()}?#%2f`;
    await query(database.url, `create database "${name}"`);
    const url = new URL(database.url);
    url.pathname = encodeURIComponent(name);
    const several = url.href.replace(url.host, hosts.replace('HOST', url.host));
    expect(await execute(several, 'select current_database() as name')).toEqual([{ name }]);
    await query(database.url, `drop database "${name}"`);
  });
});

describe('sslmode=verify-full', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await Postgres.start();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  test.each([
    ['an address', '127.0.0.1', 'HOST', true],
    ['another address', '127.0.0.2', 'HOST', false],
    ['a name that is another', 'localhost', 'HOST', false],
    ['an address, of several hosts', '127.0.0.1', 'localhost:1,HOST', true],
    ['another address, of several hosts', 'localhost', 'localhost:1,HOST', false],
  ] as const)('checks a certificate for %s', async (_title, subject, hosts, accepted) => {
    const certificate = certificatePath(subject);
    await installCertificate(certificate, postgres);
    const { host } = new URL(postgres.serviceUrl);
    const url = `${postgres.serviceUrl.replace(host, hosts.replace('HOST', host))}?sslmode=verify-full&sslrootcert=${certificate}`;

    const session = execute(url, 'select ssl from pg_stat_ssl where pid = pg_backend_pid()');

    if (accepted) expect(await session).toEqual([{ ssl: true }]);
    else await expect(session).rejects.toThrow(/altnames/);
  });
});
