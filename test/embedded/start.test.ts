import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Context } from '../../src/api/state.ts';
import { readConfig } from '../../src/config.ts';
import { embeddedUrl } from '../../src/embedded/postgres.ts';
import { maySignIn } from '../../src/embedded/sign-in.ts';
import { ended, isAlive, RunningScript } from '../support/process.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { query } from '../support/sql.ts';

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

function claimsOf(token: string): { sub: string; exp: number } {
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

describe('before the first npm start,', () => {
  test.each([
    ['src/cli/token.ts', ['ann'], 'run `npm start` first, or set AUTH_JWT_SECRET'],
    ['scripts/demo-solve.ts', ['ann'], 'run `npm start` first, or set AUTH_JWT_SECRET'],
    ['scripts/psql.ts', [], 'run `npm start` in another terminal'],
  ])('%s says in one line what to do first', async (script, args, advice) => {
    const running = run(script, args);
    expect(await running.exitCode).toBe(1);
    expect(running.stderr).toMatch(RegExp(`^.*${advice}\n$`));
  });
});

describe('npm start, without any configuration', () => {
  let service: RunningScript;
  /** Of the latest submission. */
  let scheduledDate: string;
  beforeAll(async () => {
    service = start({ LOG_LEVEL: 'trace' });
    await service.printed(/^curl /m, 90_000); // it creates the database, on a disk that others may keep busy
  }, 100_000);
  afterAll(async () => {
    await stop(service);
  });

  // Before the next test, since the player may submit once.
  test('prints a link to the page, where the player is signed in, and / leads there', async () => {
    const [, link = ''] = await service.printed(/^Submit a verse: (\S+)\n/m);
    const url = new URL(link).origin;
    const response = await exchange(link);
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const token = await response.text();
    expect((await exchange(link)).status).toBe(404); // a link works once
    const { sub, exp } = claimsOf(token);
    expect(sub).toMatch(/^demo(-\d+)?$/);
    expect((await fetch(`${url}/submit`)).status).toBe(200);
    // The printed token ends after a day. / has a new one at each visit, for the same player, who
    // has solved that day's puzzle.
    await wait(1_000); // tokens count seconds
    await query((await embeddedUrl(join(project.directory, '.data'))) ?? '', 'delete from daily_completion');
    const next = await (await exchange(url + (await homeOf(service)))).text();
    expect(claimsOf(next).sub).toBe(sub);
    expect(claimsOf(next).exp).toBeGreaterThan(exp);
    // The player has solved the puzzle on each date that is today somewhere.
    for (const zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Midway']) {
      const localDate = Temporal.Now.plainDateISO(zone);
      const response = await fetch(`${url}/api/eligibility?localDate=${localDate}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(await response.json()).toMatchObject({ maySubmit: true });
    }
  });

  test('prints a link to the desk, where an operator sees the verses of others, one of them twice, and can change them', async () => {
    const [, link = ''] = await service.printed(/^Plan the calendar: (\S+)\n/m);
    const url = new URL(link).origin;
    const token = await (await exchange(link)).text();
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/desk/api/calendar`, { headers });
    const { days, coveredUntil } = (await response.json()) as {
      coveredUntil: string;
      days: { date: string; submission?: { id: number; reference: string; alsoOn: string[] } }[];
    };
    const reserved = days.filter(({ submission }) => submission !== undefined);
    expect(reserved.length).toBeGreaterThan(7);
    expect(reserved.at(-1)?.date).toBe(coveredUntil);
    expect(reserved.filter(({ submission }) => submission?.alsoOn.length === 1)).toHaveLength(2);
    // The last one, and back again.
    const { date: from = '', submission } = reserved.at(-1) ?? {};
    const to = Temporal.PlainDate.from(from).add({ months: 1 }).toString();
    for (const body of [
      { from, to },
      { from: to, to: from },
    ]) {
      const moved = await fetch(`${url}/desk/api/submissions/${submission?.id}/move`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect(moved.status).toBe(200);
    }
  });

  test('signs in at / under the name localhost, too; code and token are in no cache and in no line of the log', async () => {
    const location = await homeOf(service, { Host: 'localhost' });
    const [, code = ''] = /^\/submit#code=(.+)$/.exec(location ?? '') ?? [];
    const [, port] = await service.printed(/"url":"http:\/\/[\d.]+:(\d+)"/);
    const token = await (await exchange(`http://127.0.0.1:${port}${location}`)).text();
    expect([code, token]).not.toContain('');
    await service.printed(/"route":"\/demo\/tokens\/:code","status":200/);
    const log = service.stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(log.filter((line) => line.includes(code) || line.includes(token))).toEqual([]);
  });

  test.each([
    ['a tunnel or a domain that leads to this machine', { Host: 'verses.example:3000' }],
    ['an IP address of the network', { Host: '192.0.2.1' }],
    ['a proxy that replaces Host, and sends Forwarded', { Forwarded: 'for=192.0.2.1' }],
    ['a proxy that replaces Host, and sends X-Forwarded-For', { 'X-Forwarded-For': '192.0.2.1' }],
    ['a proxy that replaces Host, and sends Via', { Via: '1.1 proxy' }],
  ])('signs nobody in at /: %s', async (_title, headers) => {
    expect(await homeOf(service, headers)).toBe('/submit');
  });

  test('prints a command that submits a verse, once', async () => {
    expect((await paste(service)).status).toBe(201);
    expect((await paste(service)).status).toBe(429);
  });

  test('ends with one line while another instance runs, and leaves that one alone', async () => {
    const second = start();

    expect(await second.exitCode).toBe(1);
    const [, pid] = await service.printed(/"pid":(\d+)/);
    expect(second.stderr).toMatch(
      RegExp(`^Another service .*${join(project.directory, '.data')}: process ${pid}\\..*\n$`),
    );
    expect((await paste(service, await authorization('bystander'))).status).toBe(403);
  });

  test('npm run token prints a token that the running service accepts, for any player', async () => {
    // 403, not 401: the player is authenticated, but has not solved today's puzzle.
    expect((await paste(service, await authorization('somebody'))).status).toBe(403);
  });

  test('npm run demo:solve lets any player submit', async () => {
    const [, PORT = ''] = await service.printed(/"url":"http:\/\/[\d.]+:(\d+)"/);
    const solved = run('scripts/demo-solve.ts', ['solver'], { PORT });
    expect([await solved.exitCode, solved.stderr]).toEqual([0, '']);
    const { status, body } = await paste(service, await authorization('solver'));
    expect(status).toBe(201);
    ({ scheduledDate } = body);
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
    ['SIGINT, which stops its database too', () => stopsWithDatabase('SIGINT')],
    [
      'SIGTERM to npm',
      async () => {
        await service.kill('SIGINT');
        service = new RunningScript(project.directory, ['start', '--ignore-scripts'], { PORT: '0' }, 'npm');
        await service.printed(/^curl /m);
        await stopsWithDatabase('SIGTERM');
      },
    ],
    ['the service was killed', async () => void (await service.kill('SIGKILL'))],
    [
      'the service and its database were killed',
      async () => {
        await service.kill('SIGKILL');
        await killPostgres();
      },
    ],
  ])('starts again after %s, with the stored data and a new command', async (_title, end) => {
    await end();

    const next = Temporal.PlainDate.from(scheduledDate).add({ days: 1 }).toString();
    service = start();
    expect(await paste(service)).toMatchObject({ status: 201, body: { scheduledDate: next } });
    scheduledDate = next;
  });

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

test.each<[string, Record<string, string>, boolean]>([
  ['with the defaults: somebody', {}, true],
  ['which listens on all addresses: nobody', { HOST: '0.0.0.0' }, false],
  ['with a secret of the operator: nobody', { AUTH_JWT_SECRET: 'a secret of at least 32 bytes, for more' }, false],
])('/ signs in at a service %s', (_title, env, signsIn) => {
  const direct = { hostname: 'localhost', get: () => '' } as unknown as Context;
  expect(maySignIn(readConfig(env), direct)).toBe(signsIn);
});

test.each([
  ['Sec-Fetch-Site', 'none', true],
  ['Sec-Fetch-Site', 'same-origin', true],
  ['Sec-Fetch-Site', 'cross-site', false],
  ['X-Real-IP', '192.0.2.1', false],
  ['X-Forwarded-Host', 'verses.example', false],
  ['CF-Connecting-IP', '192.0.2.1', false],
])('/ and the header %s: %s: signs in: %s', (header, value, signsIn) => {
  const ctx = { hostname: 'localhost', get: (name: string) => (name === header ? value : '') } as unknown as Context;
  expect(maySignIn(readConfig({}), ctx)).toBe(signsIn);
});

describe('npm start on a terminal', () => {
  let service: RunningScript;
  afterEach(async () => {
    await stop(service);
  });

  function startOnTerminal(env: Record<string, string>): void {
    const asTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
    service = run('dist/main.js', [], { PORT: '0', NODE_OPTIONS: asTerminal.join(' '), ...env });
  }

  test('prints four lines: three links and the command, also with an empty LOG_LEVEL', async () => {
    startOnTerminal({ LOG_LEVEL: '' });
    await service.printed(/^curl /m);
    expect(service.stdout).toMatch(
      /^\nSubmit a verse: \S+\/submit#code=\S+\nPlan the calendar: \S+\/desk#code=\S+\nDocumentation: \S+\/docs\ncurl .*\n\n$/,
    );
    expect(service.stderr).toBe('');
  });

  test('prints no link if there are no pages, and logs readable lines', async () => {
    startOnTerminal({ LOG_LEVEL: 'info', PAGES: 'false' });
    await service.printed(/^\nService: \S+\ncurl .*\n\n/m);
    await service.printed(/^\[\d\d:\d\d:\d\d\] INFO: listening$/m);
    expect(service.stdout).not.toMatch(/^(Submit|Plan|Documentation)/m);
    expect((await paste(service)).status).toBe(201);
  });
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
