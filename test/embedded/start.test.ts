import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { components } from '../../src/desk/generated/openapi.desk.ts';
import { freePort } from '../../src/embedded/free-port.ts';
import { embeddedUrl } from '../../src/embedded/postgres.ts';
import { ended, isAlive, RunningScript } from '../support/process.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { query } from '../support/sql.ts';

type Components = components['schemas'];

/**
 * A copy, because the embedded default keeps its data in the project's folder. One service at a
 * time can use it.
 */
let project: ProjectCopy;
beforeAll(async () => {
  project = await ProjectCopy.create(['dist', 'src', 'scripts', 'package.json', '.npmrc', 'openapi.yaml', 'contract']);
});
afterAll(() => project[Symbol.asyncDispose]());

function run(script: string, args: string[] = [], env: Record<string, string> = {}): RunningScript {
  return new RunningScript(project.directory, [script, ...args], env);
}

/** Where `/` leads, asked with the given headers. */
async function homeOf(service: RunningScript, headers: Record<string, string> = {}): Promise<string | undefined> {
  await service.printed(/^curl /m);
  const [, port] = await service.printed(/"url":"http:\/\/[\d.]+:(\d+)"/);
  const asked = get(`http://127.0.0.1:${port}`, { headers });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.headers['cache-control']).toBe('no-store');
  return response.headers.location;
}

const start = (env: Record<string, string> = {}) => run('dist/main.js', [], { PORT: '0', LOG_LEVEL: 'info', ...env });

/** Sends the request of the printed command, parsed as a shell would. */
async function paste(service: RunningScript, overrides: Record<string, string> = {}) {
  const [, method = '', url = '', options = ''] = await service.printed(/^curl -i -X (\w+) (\S+) (.*)\n/m);
  const values = (option: string) => [...options.matchAll(RegExp(`${option} '([^']*)'`, 'g'))].map(([, v = '']) => v);
  const headers = Object.fromEntries(values('-H').map((header) => header.split(': ')));
  const response = await fetch(url, { method, headers: { ...headers, ...overrides }, body: values('-d').join() });
  return { status: response.status, body: (await response.json()) as { scheduledDate: string } };
}

/** Exchanges the code of a link for a token, as the pages do. */
async function exchange(link: string): Promise<Response> {
  const { origin, hash } = new URL(link);
  const [, code = ''] = /^#code=([\w-]+)$/.exec(hash) ?? [];
  return await fetch(`${origin}/demo/tokens/${code}`, { method: 'POST' });
}

function claimsOf(token: string): { sub: string } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/**
 * The process id of the folder's PostgreSQL, from the file that exists while it runs and after a
 * kill.
 */
async function postgresPid(): Promise<number | undefined> {
  const lines = await readFile(join(project.directory, '.data/postgres/postmaster.pid'), 'utf8').catch(() => '');
  return lines === '' ? undefined : Number.parseInt(lines, 10);
}

async function databaseUrl(): Promise<string> {
  return (await embeddedUrl(join(project.directory, '.data'))) ?? '';
}

async function scheduledDates(): Promise<string[]> {
  const sql = 'select scheduled_date::text as date from scheduled_submission order by scheduled_date';
  return (await query<{ date: string }>(await databaseUrl(), sql)).map(({ date }) => date);
}

/** When a file was written last; undefined if it does not exist. */
async function modifiedAt(file: string): Promise<number | undefined> {
  return await stat(join(project.directory, file)).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

async function killPostgres(): Promise<void> {
  const pid = await postgresPid();
  if (pid === undefined || !isAlive(pid)) return;
  process.kill(pid, 'SIGKILL');
  await ended(pid);
}

/** The service stops its database with it; a test that failed may have left the database. */
async function stop(service: RunningScript): Promise<void> {
  await service.kill('SIGINT');
  await killPostgres();
}

/** What `npm run token` prints for a player, as headers. */
async function authorization(player: string): Promise<Record<string, string>> {
  const token = run('src/cli/token.ts', [player]);
  expect(await token.exitCode).toBe(0);
  return { Authorization: `Bearer ${token.stdout.trim()}` };
}

describe('npm start, without any configuration', () => {
  let service: RunningScript;
  beforeAll(async () => {
    service = start({ LOG_LEVEL: 'trace' });
    await service.printed(/^curl /m, 90_000); // it creates the database, on a disk that others may keep busy
  }, 100_000);
  afterAll(async () => {
    await stop(service);
  });

  test('prints a link to the page, where the player is signed in, as at /', async () => {
    const [, link = ''] = await service.printed(/^Submit a verse: (\S+)\n/m);
    const url = new URL(link).origin;
    const response = await exchange(link);
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const token = await response.text();
    expect((await exchange(link)).status).toBe(404); // a link works once
    const { sub } = claimsOf(token);
    expect(sub).toMatch(/^demo(-\d+)?$/);
    expect((await fetch(`${url}/submit`)).status).toBe(200);
    // / has a new token at each visit, for the same player, who has solved that day's puzzle.
    await query(await databaseUrl(), 'delete from daily_completion');
    const next = await (await exchange(url + (await homeOf(service)))).text();
    expect(claimsOf(next).sub).toBe(sub);
    // The player has solved the puzzle on each date that is today somewhere.
    for (const zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Midway']) {
      const localDate = Temporal.Now.plainDateISO(zone);
      const response = await fetch(`${url}/api/eligibility?localDate=${localDate}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(await response.json()).toMatchObject({ maySubmit: true });
    }
  });

  test('prints a link to the desk, where an operator sees the verses of others, and may change it', async () => {
    const [, link = ''] = await service.printed(/^Plan the calendar: (\S+)\n/m);
    const url = new URL(link).origin;
    const token = await (await exchange(link)).text();
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/desk/api/calendar`, { headers });
    const { days, coveredUntil } = (await response.json()) as { coveredUntil: string; days: Components['Day'][] };
    const reserved = days.filter(({ submission }) => submission !== undefined);
    expect(reserved.length).toBeGreaterThan(7);
    expect(reserved.at(-1)?.date).toBe(coveredUntil);
    expect(reserved.filter(({ submission }) => submission?.alsoOn.length === 1)).toHaveLength(2);
    const date = Temporal.PlainDate.from(coveredUntil).add({ months: 1 }).toString();
    const blocking = await fetch(`${url}/desk/api/blocked-dates`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ dates: [{ date, change: 0 }], label: 'Christmas' }),
    });
    expect(blocking.status).toBe(200);
  });

  test('signs in at / under localhost, too; code and token are in no cache and no log line', async () => {
    const location = await homeOf(service, { Host: 'localhost' });
    const [, code = ''] = /^\/submit#code=(.+)$/.exec(location ?? '') ?? [];
    const [, port] = await service.printed(/"url":"http:\/\/[\d.]+:(\d+)"/);
    const token = await (await exchange(`http://127.0.0.1:${port}${location}`)).text();
    expect([code, token]).not.toContain('');
    await service.printed(/"route":"\/demo\/tokens\/:code","status":200/);
    const log = service.stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(log.filter((line) => line.includes(code) || line.includes(token))).toEqual([]);
  });

  test('signs nobody in at / under another name', async () => {
    expect(await homeOf(service, { Host: 'verses.example:3000' })).toBe('/submit');
  });

  test('prints a command that submits a verse, once', async () => {
    expect((await paste(service)).status).toBe(201);
    expect((await paste(service)).status).toBe(429);
  });

  test('npm run demo:solve lets the player of an npm run token submit', async () => {
    const headers = await authorization('solver');
    expect((await paste(service, headers)).status).toBe(403); // not 401: the player is authenticated
    const solved = run('scripts/demo-solve.ts', ['solver']);
    expect([await solved.exitCode, solved.stderr]).toEqual([0, '']);
    expect((await paste(service, headers)).status).toBe(201);
  });

  test('npm run psql hands its arguments and the database to psql', async () => {
    // Node stands in for psql, which npm does not install: it prints what it gets.
    const bin = join(project.directory, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'psql'), `#!${process.execPath}\nconsole.log(process.argv.slice(2).join(' '))`, {
      mode: 0o755,
    });
    const psql = run('scripts/psql.ts', ['-c', 'select 1'], { PATH: bin });
    expect(await psql.exitCode).toBe(0);
    const [, url = ''] = /^(\S+) -c select 1\n$/.exec(psql.stdout) ?? [];
    expect(await query(url, "select user_id from scheduled_submission where user_id = 'nobody'")).toEqual([]);
  });

  test.each<[string, () => Promise<void>]>([
    [
      'SIGINT, which stops its database too',
      async () => {
        await stopsWithDatabase('SIGINT');
        await findsNoService({ isSaid: false });
        service = new RunningScript(project.directory, ['start', '--ignore-scripts'], { PORT: '0' }, 'npm');
      },
    ],
    [
      'SIGTERM to npm, without pages',
      async () => {
        await stopsWithDatabase('SIGTERM');
        service = startOnTerminal({ LOG_LEVEL: 'info', PAGES: 'false' });
        await service.printed(/^\nService: \S+\ncurl .*\n\n/m);
        await service.printed(/^\[\d\d:\d\d:\d\d\] INFO: listening$/m);
        expect(service.stdout).not.toMatch(/^(Submit|Plan|Documentation)/m);
      },
    ],
    [
      'a kill of it and its database, with four lines: three links and the command',
      async () => {
        await service.kill('SIGKILL');
        await killPostgres();
        await findsNoService({ isSaid: true });
        service = startOnTerminal({ LOG_LEVEL: '' });
        await service.printed(/^curl /m);
        expect(service.stdout).toMatch(
          /^\nSubmit a verse: \S+\/submit#code=\S+\nPlan the calendar: \S+\/desk#code=\S+\nDocumentation: \S+\/docs\ncurl .*\n\n$/,
        );
        expect(service.stderr).toBe('');
      },
    ],
    [
      'a kill of it alone',
      async () => {
        await service.kill('SIGKILL');
        service = start();
      },
    ],
  ])('starts again after %s, with the stored data and a new command', async (_title, restart) => {
    await query(
      await databaseUrl(),
      "update scheduled_submission set user_id = 'demo' where scheduled_date = current_date",
    );
    const before = await scheduledDates();

    await restart();

    const { status, body } = await paste(service);
    expect(status).toBe(201);
    expect(await scheduledDates()).toEqual([...before, body.scheduledDate].sort());
  });

  function startOnTerminal(env: Record<string, string>): RunningScript {
    const asTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
    return run('dist/main.js', [], { PORT: '0', NODE_OPTIONS: asTerminal.join(' '), ...env });
  }

  /** `npm run demo:solve` says so, whether or not a file still says where the service was. */
  async function findsNoService({ isSaid }: { isSaid: boolean }): Promise<void> {
    const PORT = String(await freePort()); // not 3000, where a service may run
    const solved = run('scripts/demo-solve.ts', ['solver'], { PORT });
    const line = `http://127.0.0.1:${PORT} does not respond: run \`npm start\` in another terminal\n`;
    expect([await solved.exitCode, solved.stderr]).toEqual([1, line]);
    expect(existsSync(join(project.directory, '.data/service.json'))).toBe(isSaid);
  }

  async function stopsWithDatabase(signal: NodeJS.Signals): Promise<void> {
    const pid = (await postgresPid()) ?? 0;
    expect(isAlive(pid)).toBe(true);

    // It has not ended as long as a process that it started can write to standard output.
    await service.kill(signal);

    // PostgreSQL removes its file a moment before it ends.
    await ended(pid);
    expect(await postgresPid()).toBeUndefined();
    expect(service.stderr).toBe('');
  }
});

test('npm start ends with one line when the port is in use, before it starts a database', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const PORT = String((server.address() as AddressInfo).port);

  const before = await modifiedAt('.data/postgres.log');

  const service = start({ PORT });

  expect(await service.exitCode).toBe(1);
  expect(service.stderr).toMatch(RegExp(`^.*\\bPORT ${PORT}\\b.* PORT=${Number(PORT) + 1} npm start\n$`));
  expect(await modifiedAt('.data/postgres.log')).toBe(before);
});
