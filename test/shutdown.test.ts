import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { submitVerseOperation } from '../src/generated/operations.ts';
import { root } from '../src/root.ts';
import { Postgres } from './support/postgres.ts';
import { RunningScript } from './support/process.ts';
import { testSecret, token, validSubmission } from './support/service.ts';

/** What whoever ends the service waits for before it kills it. */
const patienceMs = 10_000;

let postgres: Postgres;
let script: RunningScript;
let url: string;
beforeAll(async () => {
  postgres = await Postgres.start();
});
afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
});
beforeEach(async () => {
  script = new RunningScript(root, ['dist/main.js'], {
    DATABASE_URL: postgres.serviceUrl,
    AUTH_JWT_SECRET: testSecret,
    PORT: '0',
  });
  const [line] = await script.printed(/^.*"msg":"listening".*$/m);
  ({ url } = JSON.parse(line));
});
afterEach(async () => {
  await script.kill('SIGKILL');
});

async function submit(player: string): Promise<number> {
  await postgres.query('insert into daily_completion (anonymous_id, date) values ($1, $2)', [
    player,
    validSubmission.localDate,
  ]);
  const { method, path } = submitVerseOperation;
  const headers = { Authorization: `Bearer ${await token(player)}` };
  const response = await fetch(new URL(path, url), { method, headers, body: JSON.stringify(validSubmission) });
  await response.text();
  return response.status;
}

/** A client that holds its connection and never sends all of its request. */
async function hangingClient() {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const { method, path } = submitVerseOperation;
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${await token('slow')}`];
  socket.write([...head, 'Content-Length: 100', '', '{'].join('\r\n'));
  await setTimeout(100);
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s: what is under way is answered, what is new rejected, exit 0',
  async (signal) => {
    expect(await submit(`first ${signal}`)).toBe(201); // leaves an idle connection behind
    await postgres.query(`
    create or replace function sleep() returns trigger language plpgsql as 'begin perform pg_sleep(1); return new; end'`);
    await postgres.query(
      'create trigger sleep before insert on scheduled_submission for each row execute function sleep()',
    );
    const underWay = submit(`under way ${signal}`);
    while ((await postgres.query("select from pg_stat_activity where wait_event = 'PgSleep'")).length === 0);

    const ended = script.kill(signal);
    await script.printed(/"msg":"stopping"/);
    await expect(fetch(url)).rejects.toThrow();

    expect(await underWay).toBe(201);
    expect(await ended).toBe(0);
    await postgres.query('drop trigger sleep on scheduled_submission');
  },
);

test('clients and a database that hang do not keep it from ending', async () => {
  expect(await submit('before')).toBe(201);
  await hangingClient();
  await postgres.freeze();
  try {
    const begun = performance.now();

    expect(await script.kill('SIGTERM')).toBe(0);

    expect(performance.now() - begun).toBeLessThan(patienceMs);
  } finally {
    await postgres.thaw();
  }
});

test('a second signal ends it at once', async () => {
  await hangingClient();
  void script.kill('SIGTERM');
  await script.printed(/"msg":"stopping"/);
  const begun = performance.now();

  expect(await script.kill('SIGTERM')).toBe(1);

  expect(performance.now() - begun).toBeLessThan(1_000);
});
