import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ended, isAlive, RunningScript } from '../support/process.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { query } from '../support/sql.ts';

/** A copy, because the embedded default keeps its data in the project's folder. */
let project: ProjectCopy;
let scripts: RunningScript[];
beforeAll(async () => {
  project = await ProjectCopy.create(['dist', 'src', 'scripts', 'package.json', 'openapi.yaml']);
});
afterAll(async () => {
  await project[Symbol.asyncDispose]();
});
beforeEach(() => {
  scripts = [];
});
afterEach(async () => {
  for (const script of scripts) await script.kill('SIGKILL');
  await killPostgres();
});

function run(script: string, args: string[] = [], env: Record<string, string> = {}): RunningScript {
  const running = new RunningScript(project.directory, [script, ...args], env);
  scripts.push(running);
  return running;
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

/** The process id of the folder's PostgreSQL, from the file that exists while it runs and after a kill. */
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

describe('npm start, without any configuration', () => {
  test('prints a command that submits a verse, once', async () => {
    const service = start();
    expect((await paste(service)).status).toBe(201);
    expect((await paste(service)).status).toBe(429);
  });

  test('prints a link to the page, where the player is signed in, and / leads there', async () => {
    const service = start();
    const [, url = '', token = ''] = await service.printed(/^Submit a verse: (\S+)\/submit#token=(\S+)\n/m);
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(sub).toMatch(/^demo(-\d+)?$/);
    expect((await fetch(`${url}/submit`)).status).toBe(200);
    expect((await fetch(url, { redirect: 'manual' })).headers.get('Location')).toBe('/submit');
    // The player has solved the puzzle on each date that is today somewhere.
    for (const zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Midway']) {
      const localDate = Temporal.Now.plainDateISO(zone);
      const response = await fetch(`${url}/api/eligibility?localDate=${localDate}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(await response.json()).toMatchObject({ maySubmit: true });
    }
  });

  test('prints no link if there are no pages', async () => {
    const service = start({ PAGES: 'false' });
    expect((await paste(service)).status).toBe(201);
    expect(service.stdout).not.toContain('/submit#');
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('stops with its database on %s', async (signal) => {
    const service = start();
    await paste(service);
    const pid = (await postgresPid()) ?? 0;
    expect(isAlive(pid)).toBe(true);

    expect(await service.kill(signal)).toBe(0);

    // PostgreSQL removes its file a moment before it ends.
    await ended(pid);
    expect(await postgresPid()).toBeUndefined();
    expect(service.stderr).toBe('');
  });

  test.each([
    ['a stop', async (service: RunningScript) => void (await service.kill('SIGINT'))],
    ['the service is killed', async (service: RunningScript) => void (await service.kill('SIGKILL'))],
    [
      'the service and its database are killed',
      async (service: RunningScript) => {
        await service.kill('SIGKILL');
        await killPostgres();
      },
    ],
  ])('starts again after %s, with the stored data and a new command', async (_title, end) => {
    const first = start();
    const { scheduledDate } = (await paste(first)).body;
    await end(first);

    const next = Temporal.PlainDate.from(scheduledDate).add({ days: 1 }).toString();
    expect(await paste(start())).toMatchObject({ status: 201, body: { scheduledDate: next } });
  });

  test('ends with one line while another instance runs, and leaves that one alone', async () => {
    const first = start();
    await first.printed(/curl/);

    const second = start();

    expect(await second.exitCode).toBe(1);
    expect(second.stderr).toMatch(RegExp(`^Another service .*${join(project.directory, '.data')}.*\n$`));
    expect((await paste(first)).status).toBe(201);
  });

  test('prints three lines on a terminal: two links and the command', async () => {
    const asTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
    const service = run('dist/main.js', [], { PORT: '0', NODE_OPTIONS: asTerminal.join(' ') });
    await service.printed(/^curl /m);
    expect(service.stdout).toMatch(/^\nSubmit a verse: \S+\/submit#token=\S+\nDocumentation: \S+\/docs\ncurl .*\n\n$/);
    expect(service.stderr).toBe('');
  });

  test('counts an empty LOG_LEVEL as unset on a terminal', async () => {
    const asTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
    const service = run('dist/main.js', [], {
      PORT: '0',
      LOG_LEVEL: '',
      PAGES: 'false',
      NODE_OPTIONS: asTerminal.join(' '),
    });
    await service.printed(/^\nService: \S+\ncurl .*\n\n$/);
  });

  test('logs readable lines on a terminal', async () => {
    const asTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
    const service = run('dist/main.js', [], { PORT: '0', LOG_LEVEL: 'info', NODE_OPTIONS: asTerminal.join(' ') });
    await service.printed(/^\[\d\d:\d\d:\d\d\] INFO: listening$/m);
  });

  test('ends with one line when the port is in use, before it starts a database', async () => {
    await using server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const PORT = String((server.address() as AddressInfo).port);

    const before = await modifiedAt('.data/postgres.log');

    const service = start({ PORT });

    expect(await service.exitCode).toBe(1);
    expect(service.stderr).toMatch(RegExp(`^.*\\bPORT ${PORT}\\b.* PORT=${Number(PORT) + 1} npm start\n$`));
    expect(await modifiedAt('.data/postgres.log')).toBe(before);
  });
});

describe('without a running service', () => {
  test.each([
    ['src/cli/token.ts', ['ann'], 'run `npm start` first, or set AUTH_JWT_SECRET'],
    ['scripts/demo-solve.ts', ['ann'], 'run `npm start` in another terminal'],
    ['scripts/psql.ts', [], 'run `npm start` in another terminal'],
  ])('%s says in one line what to do first', async (script, args, advice) => {
    await using fresh = await ProjectCopy.create(['src', 'scripts', 'package.json']);
    const running = new RunningScript(fresh.directory, [script, ...args]);
    expect(await running.exitCode).toBe(1);
    expect(running.stderr).toMatch(RegExp(`^.*${advice}\n$`));
  });
});

test('npm run demo:solve lets any player submit', async () => {
  const service = start();
  await service.printed(/curl/);
  const solved = run('scripts/demo-solve.ts', ['solver']);
  expect(await solved.exitCode).toBe(0);
  const token = run('src/cli/token.ts', ['solver']);
  await token.exitCode;
  expect((await paste(service, { Authorization: `Bearer ${token.stdout.trim()}` })).status).toBe(201);
});

test('npm run psql hands its arguments and the database to psql', async () => {
  const service = start();
  await service.printed(/curl/);
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

test('npm run token prints a token that the running service accepts, for any player', async () => {
  const service = start();
  await service.printed(/curl/);
  const token = run('src/cli/token.ts', ['somebody']);
  expect(await token.exitCode).toBe(0);
  // 403, not 401: the player is authenticated, but has not solved today's puzzle.
  expect((await paste(service, { Authorization: `Bearer ${token.stdout.trim()}` })).status).toBe(403);
});
