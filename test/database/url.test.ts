import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { assertReachable, createOrm } from '../../src/database/orm.ts';
import { clientConfig, isDatabaseUrl, logIgnoredParameters } from '../../src/database/url.ts';
import { root } from '../../src/root.ts';
import { StartError } from '../../src/start-error.ts';
import { alterDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Postgres } from '../support/postgres.ts';
import { RunningScript } from '../support/process.ts';
import { testSecret } from '../support/service.ts';
import { query } from '../support/sql.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
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

describe('a URL that cannot be used ends the start with one line that names DATABASE_URL', () => {
  test.each<[string, Record<string, string>]>([
    ['dist/main.js', {}],
    ['src/cli/db-migrate.ts', {}],
    ['dist/main.js', { MIGRATE_ON_START: 'false' }],
  ])('%s %j: a database that does not exist, which is not created', async (script, env) => {
    const name = `test_typo_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(database.url);
    url.pathname = name;
    expect(await failure(script, { DATABASE_URL: url.href, ...env })).toBe(
      `The database of DATABASE_URL cannot be reached: database "${name}" does not exist. ` +
        'Correct the name, or create the database\n',
    );
    expect(await database.query('select from pg_database where datname = $1', [name])).toEqual([]);
  });

  const verifyFull = 'add sslmode=verify-full';
  test.each([
    [
      'verses?verify=1',
      'has the parameter verify; supported are ' +
        'application_name, options, sslmode, sslrootcert, sslcert, sslkey, target_session_attrs, uselibpqcompat',
    ],
    ['verses?schema=kids', 'has the parameter schema; write options=-c%20search_path%3D and the schema instead'],
    ['verses?ssl=true', 'has the parameter ssl; write sslmode=verify-full instead'],
    [
      'verses?host=/cloudsql/verses',
      'has the parameter host; write the host before the name of the database, and / in it as %2F',
    ],
    ['verses?gssencmode=require&sslmode=require', 'has gssencmode=require; remove it, and use sslmode=verify-full'],
    ['verses?channel_binding=require', `has channel_binding=require; ${verifyFull}`],
    ['verses?channel_binding=require&sslmode=no-verify', `has channel_binding=require; ${verifyFull}`],
    ['verses?sslnegotiation=direct', `has sslnegotiation=direct; ${verifyFull}`],
    [
      'verses?sslmode=on',
      'has a wrong sslmode; it must be one of disable, prefer, require, verify-ca, verify-full, no-verify',
    ],
    ['verses?uselibpqcompat=true&sslmode=verify-ca', 'cannot be used: SECURITY WARNING: '],
    // After a character of a password that is not encoded, the rest of it looks like a parameter.
    ['12/x?hunter2@db.example/verses', 'has a parameter with an odd name; supported are '],
    ['100%', 'cannot be used: URI malformed'],
    [
      'verses?sslmode=verify-full&sslrootcert=/none/root.crt',
      "cannot be used: ENOENT: no such file or directory, open '/none/root.crt'",
    ],
  ])('%s', (rest, line) => {
    const create = () => createOrm(`postgresql://user@db.example/${rest}`, 1, pino({ level: 'silent' }));
    expect(create).toThrow(StartError);
    expect(create).toThrow(`DATABASE_URL ${line}`);
    expect(create).not.toThrow(/hunter2/);
  });

  test.each(['db.example:5432,100%', '100%'])('a lone %% in the host: %s', (hosts) => {
    const create = () => createOrm(`postgresql://user@${hosts}/verses`, 1, pino({ level: 'silent' }));
    expect(create).toThrow(/^DATABASE_URL cannot be used: URI malformed$/);
  });
});

test('connects to an IPv6 address without looking it up as a name', async () => {
  await expect(execute('postgresql://user@[::1]:1/verses', 'select 1')).rejects.toThrow(/^[^[]*::1:1\b/);
});

describe('parameters of the URLs that hosts of databases give', () => {
  test.each([
    ['Neon', 'sslmode=require&channel_binding=require', 'channel_binding'],
    ['Supabase', 'pgbouncer=true&connection_limit=1&connect_timeout=10', 'connect_timeout,connection_limit,pgbouncer'],
    ['Vercel', 'sslmode=require&supa=base-pooler.x', 'supa'],
    ['libpq', 'client_encoding=utf8&gssencmode=prefer&keepalives=1', 'client_encoding,gssencmode,keepalives'],
    ['several hosts', 'target_session_attrs=primary&load_balance_hosts=disable', 'load_balance_hosts'],
    ['nobody', 'sslmode=require', ''],
  ])('of %s change nothing: %s', (_host, parameters, named) => {
    const lines: string[] = [];
    const url = `postgresql://user:hunter2@db.example/verses?${parameters}`;
    expect(isDatabaseUrl(url)).toBe(true);

    logIgnoredParameters(url, 'DATABASE_URL', pino({ level: 'info' }, { write: (line) => lines.push(line) }));

    const ssl = parameters.includes('sslmode') ? { host: 'db.example' } : undefined;
    expect(clientConfig(url, 'DATABASE_URL')).toMatchObject({ user: 'user', database: 'verses' });
    expect(clientConfig(url, 'DATABASE_URL').ssl).toEqual(ssl);
    const line = { variable: 'DATABASE_URL', parameters: named.split(','), msg: 'parameters without effect' };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(named === '' ? [] : [line]);
    expect(lines.join()).not.toContain('hunter2');
  });

  test('sslrootcert=system means the authorities that Node trusts, and verify-full', () => {
    const { ssl } = clientConfig('postgresql://user@db.example/verses?sslrootcert=system', 'DATABASE_URL');
    expect(ssl).toEqual({ host: 'db.example' });
  });
});

describe("libpq's variables and files change nothing", () => {
  const variables = {
    PGHOST: 'other.invalid',
    PGPORT: '1',
    PGUSER: 'other',
    PGPASSWORD: 'other',
    PGDATABASE: 'other',
    PGSSLMODE: 'require',
    PGSSLNEGOTIATION: 'direct',
    PGOPTIONS: '-c work_mem=5MB',
    PGAPPNAME: 'other',
    PGREPLICATION: 'database',
    PGCLIENT_ENCODING: 'latin1',
    PGCONNECT_TIMEOUT: '1',
    PGBINARY: 'true',
  };
  let folder: string;
  beforeEach(async () => {
    const { hostname, port, password } = new URL(database.url);
    folder = await temporaryDirectory();
    const passwords = join(folder, 'pgpass');
    await writeFile(passwords, `${hostname}:${port}:*:*:${password}\n`, { mode: 0o600 });
    Object.assign(process.env, variables, { PGPASSFILE: passwords });
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
    for (const name of [...Object.keys(variables), 'PGPASSFILE']) delete process.env[name];
  });

  test.each([
    ['one host', 'HOST'],
    ['several hosts', '127.0.0.1:1,HOST'],
  ])('of %s', async (_title, hosts) => {
    const settings = `
      select current_user as role, current_setting('work_mem') as memory, current_setting('application_name') as name,
        ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    expect(await execute(urlWith({}, hosts), settings)).toEqual([
      { role: 'postgres', memory: '4MB', name: '', ssl: false },
    ]);
  });

  test('and a password that the URL lacks is said to be missing', async () => {
    const url = new URL(database.url);
    url.password = '';
    await expect(execute(url.href, 'select')).rejects.toThrow(
      /^The database of DATABASE_URL cannot be reached: the server asks for a password, and the URL has none$/,
    );
  });
});

test('dates come in ISO 8601 whatever the DateStyle of the database, and instants whatever its time zone', async () => {
  const own = await createTestDatabase();
  await alterDatabase(own, "datestyle = 'German'");
  await alterDatabase(own, "timezone = 'Asia/Kathmandu'");
  const dates =
    "select date '2026-11-21' as date, timestamptz '2026-11-21T13:00Z' as instant, array[date '2026-11-21'] as dates";
  expect(await execute(own.url, dates)).toEqual([
    { date: '2026-11-21', instant: '2026-11-21 18:45:00+05:45', dates: ['2026-11-21'] },
  ]);
  await own.drop();
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

describe('TLS', () => {
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
