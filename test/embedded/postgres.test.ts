import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { folderError } from '../../src/embedded/folder.ts';
import { initialise } from '../../src/embedded/initialise.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { findPrograms, unprivileged } from '../../src/embedded/programs.ts';
import { embeddedSecret } from '../../src/embedded/secret.ts';
import { StartError } from '../../src/start-error.ts';
import { isAlive } from '../support/process.ts';
import { query } from '../support/sql.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Stopped between the tests, and damaged as a power cut or an operator would. */
let directory: string;
let other: ReturnType<typeof spawn>;
beforeAll(async () => {
  directory = await temporaryDirectory();
  const { url, stop } = await startEmbeddedPostgres(directory, { fsync: 'off' });
  await query(url, 'create table kept as select 1 as kept');
  await stop();
  // Its arguments name the folder, as those of the server do. Root's server belongs to `nobody`.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  other = spawn('sleep', ['600'], { ...asNobody, argv0: `sleep ${join(directory, 'postgres')}` });
}, 30_000);
afterAll(async () => {
  other.kill();
  await rm(directory, { recursive: true });
});

const file = (name: string) => join(directory, name);

async function damage(name: string, text: string | undefined): Promise<void> {
  if (text === undefined) await rm(file(name));
  else await writeFile(file(name), text);
}

async function expectToStart(): Promise<void> {
  const { url, stop } = await startEmbeddedPostgres(directory);
  expect(await query(url, 'select kept from kept')).toEqual([{ kept: 1 }]);
  await stop();
}

/** The line with which the start ends. */
async function rejection(): Promise<string> {
  const error = folderError(directory, await startEmbeddedPostgres(directory).catch((error) => error));
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).not.toContain('\n');
  return (error as Error).message;
}

describe('PostgreSQL starts again with its data after a power cut that left', () => {
  const pidFile = (pid: unknown) => `${pid}\n${file('postgres')}\n1795000000\n5432\n\n127.0.0.1\n`;
  // The server's three files are damaged together: each is read by itself.
  test.each<[string, () => (string | undefined)[]]>([
    ["this process's number, and no file with the password", () => [pidFile(process.pid), '', undefined]],
    ["that of another process of PostgreSQL's user", () => [pidFile(other.pid)]],
    ['the same for a server in single-user mode', () => [pidFile(-(other.pid ?? 0))]],
    ['a part of the number, and of the password', () => [String(other.pid), '', '{"password":"0123']],
    ['empty files', () => ['', '', '']],
    ['a postmaster.pid of zeros', () => ['\0'.repeat(80)]],
  ])('%s', async (_title, left) => {
    const names = ['postgres/postmaster.pid', 'postgres/postmaster.opts', 'postgres-password.json'];
    for (const [index, text] of left().entries()) await damage(names[index] ?? '', text);
    await expectToStart();
    expect(isAlive(other.pid ?? 0)).toBe(true);
  });
});

describe('the secret for tokens is generated again if a power cut has left of it', () => {
  test.each(['', '0123', '\0'.repeat(64)])('%j', async (rest) => {
    await writeFile(file('jwt-secret'), rest);
    const secret = await embeddedSecret(directory);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await embeddedSecret(directory)).toBe(secret);
  });
});

describe('a start that fails ends with one line, leaves nothing running and loses nothing:', () => {
  test.each<[string, string, (text: string) => string | undefined, RegExp]>([
    [
      'the data of another version',
      'postgres/PG_VERSION',
      () => '17\n',
      /database files are incompatible .*version 17/,
    ],
    ['no PG_VERSION', 'postgres/PG_VERSION', () => undefined, /did not start: .*PG_VERSION/],
    ['an invalid setting', 'postgres/postgresql.conf', (text) => `${text}\nport = none\n`, /postgresql\.conf/],
    ['a wrong password', 'postgres-password.json', () => '{"password":"0123"}', /password\.json: delete the file/],
  ])('%s', async (_title, name, textOf, line) => {
    const text = await readFile(file(name), 'utf8');
    await damage(name, textOf(text));
    expect(await rejection()).toMatch(line);
    expect(existsSync(file('postgres/postmaster.pid'))).toBe(false);
    await writeFile(file(name), text);
  });

  test('of two at the same moment, one; the other one goes on, with its data', async () => {
    const starts = await Promise.allSettled([startEmbeddedPostgres(directory), startEmbeddedPostgres(directory)]);
    const failed = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
    const inUse = `Another service is using ${directory}: process ${process.pid}`;
    expect(failed).toEqual([expect.stringContaining(inUse)]);
    const [running] = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    expect(await rejection()).toContain(inUse);
    const password = await readFile(file('postgres-password.json'));
    await rm(file('postgres-password.json'));
    expect(await rejection()).toMatch(/has no password, and its PostgreSQL is running: end the process \d+/);
    await writeFile(file('postgres-password.json'), password);
    expect(await query(running?.url ?? '', 'select kept from kept')).toEqual([{ kept: 1 }]);
    await running?.stop();
  });
});

describe('no shell interprets the name', () => {
  const name = 'a "$(touch ran)" `touch ran` \'$HOME\\ é\n';
  afterEach(() => {
    for (const folder of [directory, file(name), process.cwd()]) expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test("of the folder, and libpq's variables change nothing", async () => {
    const variables = {
      PGSSLMODE: 'require',
      PGOPTIONS: '-c no_such_setting=1',
      PGDATESTYLE: 'none', // which PostgreSQL itself would reject
      PGDATA: '/nowhere',
    };
    Object.assign(process.env, variables);
    const started = startEmbeddedPostgres(file(name), { fsync: 'off' }).finally(() => {
      for (const name of Object.keys(variables)) delete process.env[name];
    });
    const { url, stop } = await started;
    expect(await query(url, 'show data_directory')).toEqual([{ data_directory: join(file(name), 'postgres') }]);
    expect(await query(url, 'show datestyle')).toEqual([{ DateStyle: 'ISO, MDY' }]);
    await stop();
  });

  test('of the project', async () => {
    const programs = await findPrograms();
    const [project, data] = [file(`${name}bin`), file('of the project')];
    await cp(dirname(dirname(programs.initdb)), project, { recursive: true });
    await mkdir(data);
    const initdb = join(project, 'bin', basename(programs.initdb));
    await initialise({ ...programs, initdb }, await unprivileged(data), data, join(data, 'postgres'), { fsync: 'off' });
    expect(existsSync(join(data, 'postgres/PG_VERSION'))).toBe(true);
  });
});
