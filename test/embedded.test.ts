import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { root } from '../src/root.ts';
import { ended, isAlive, RunningScript } from './support/process.ts';

/** A copy of the project, since the embedded default keeps its data in the project's own folder. */
let directory: string;
let scripts: RunningScript[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verse-submissions-copy-'));
  for (const part of ['dist', 'src', 'scripts', 'package.json', 'openapi.yaml']) {
    await cp(join(root, part), join(directory, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  scripts = [];
});
afterEach(async () => {
  for (const script of scripts) await script.kill('SIGKILL');
  await killPostgres();
});

function run(script: string, args: string[] = [], env: Record<string, string> = {}): RunningScript {
  const running = new RunningScript(directory, [script, ...args], env);
  scripts.push(running);
  return running;
}

const start = (env: Record<string, string> = {}) => run('dist/main.js', [], { PORT: '0', LOG_LEVEL: 'info', ...env });

/** What a request made of the printed command, as a shell would take it apart, answers. */
async function paste(service: RunningScript, overrides: Record<string, string> = {}) {
  const [, method = '', url = '', options = ''] = await service.printed(/^curl -i -X (\w+) (\S+) (.*)\n/m);
  const values = (option: string) => [...options.matchAll(RegExp(`${option} '([^']*)'`, 'g'))].map(([, v = '']) => v);
  const headers = Object.fromEntries(values('-H').map((header) => header.split(': ')));
  const response = await fetch(url, { method, headers: { ...headers, ...overrides }, body: values('-d').join() });
  return { status: response.status, body: (await response.json()) as { scheduledDate: string } };
}

/** The process id of the folder's PostgreSQL, by the file that it keeps while it runs and leaves behind when killed. */
async function postgresPid(): Promise<number | undefined> {
  const lines = await readFile(join(directory, '.data/postgres/postmaster.pid'), 'utf8').catch(() => '');
  return lines === '' ? undefined : Number.parseInt(lines, 10);
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

  test.each(['SIGINT', 'SIGTERM'] as const)('stops with its database on %s', async (signal) => {
    const service = start();
    await paste(service);
    const pid = (await postgresPid()) ?? 0;
    expect(isAlive(pid)).toBe(true);

    expect(await service.kill(signal)).toBe(0);

    // It takes its file away a moment before it ends.
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
  ])('starts again after %s, with what was stored and a new command', async (_title, end) => {
    const first = start();
    const { scheduledDate } = (await paste(first)).body;
    await end(first);

    const next = Temporal.PlainDate.from(scheduledDate).add({ days: 1 }).toString();
    expect(await paste(start())).toMatchObject({ status: 201, body: { scheduledDate: next } });
  });

  test('is rejected in one line where another is running, and leaves that one alone', async () => {
    const first = start();
    await first.printed(/curl/);

    const second = start();

    expect(await second.exitCode).toBe(1);
    expect(second.stderr).toMatch(RegExp(`^Another service .*${join(directory, '.data')}.*\n$`));
    expect((await paste(first)).status).toBe(201);
  });

  test('is rejected in one line where the port is in use, and leaves no database running', async () => {
    await using server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const PORT = String((server.address() as AddressInfo).port);

    const service = start({ PORT });

    expect(await service.exitCode).toBe(1);
    expect(service.stderr).toMatch(RegExp(`^.*\\bPORT ${PORT}\\b.*\n$`));
    expect(await postgresPid()).toBeUndefined();
  });
});

test('npm run token prints a token that the running service accepts, for any player', async () => {
  const service = start();
  await service.printed(/curl/);
  const token = run('src/cli/token.ts', ['somebody']);
  expect(await token.exitCode).toBe(0);
  // They have not solved today's puzzle, but they are known.
  expect((await paste(service, { Authorization: `Bearer ${token.stdout.trim()}` })).status).toBe(403);
});
