import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { databaseClosingMs } from '../src/database/limits.ts';
import { submitVerseOperation } from '../src/generated/operations.ts';
import { clientClosingMs, leavingMs } from '../src/http/client-limits.ts';
import { root } from '../src/root.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { eventually } from './support/eventually.ts';
import { RunningScript } from './support/process.ts';
import { connectTo } from './support/raw-http.ts';
import { testSecret, token, validSubmission } from './support/service.ts';

/** The service promises to have ended by then. */
const slowestEndMs = 10_000;

let database: TestDatabase;
let script: RunningScript;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  script = new RunningScript(root, ['dist/main.js'], {
    DATABASE_URL: database.serviceUrl,
    AUTH_JWT_SECRET: testSecret,
    PORT: '0',
  });
  const [line] = await script.printed(/^.*"msg":"listening".*$/m);
  ({ url } = JSON.parse(line));
});
afterEach(async () => {
  await script.kill('SIGKILL');
});

async function submit(player: string): Promise<Response> {
  await database.query('insert into daily_completion (anonymous_id, date) values ($1, $2)', [
    player,
    validSubmission.localDate,
  ]);
  const { method, path } = submitVerseOperation;
  const headers = { Authorization: `Bearer ${await token(player)}` };
  const response = await fetch(new URL(path, url), { method, headers, body: JSON.stringify(validSubmission) });
  await response.text();
  return response;
}

/** A client that keeps its connection open and never sends the whole request. */
async function hangingClient() {
  const socket = connectTo(url);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const { method, path } = submitVerseOperation;
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${await token('slow')}`];
  socket.write([...head, 'Content-Length: 100', '', '{'].join('\r\n'));
  await setTimeout(100);
}

test('its time limits add up to less than that', () => {
  expect(leavingMs + clientClosingMs + databaseClosingMs).toBeLessThan(slowestEndMs);
});

test('after SIGTERM, requests in progress get their response, new ones are rejected, the exit code is 0', async () => {
  expect((await submit('first')).status).toBe(201); // leaves an idle connection behind
  // Held by time, since the instance itself waits before it no longer listens.
  await database.query(`
    create function sleep() returns trigger language plpgsql as $$
      begin perform pg_sleep(1.2); return null; end $$;
    create trigger sleep after insert on scheduled_submission
      for each row when (new.user_id = 'under way') execute function sleep()`);
  const underWay = submit('under way');
  const asleep = "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
  await eventually('an insert that sleeps', async () => (await database.query(asleep)).length > 0);

  const ended = script.kill('SIGTERM');
  await script.printed(/"msg":"stopping"/);
  expect((await fetch(url)).headers.get('Connection')).toBe('close');
  await eventually('it no longer listens', async () => !(await fetch(url).catch(() => undefined)));

  const { status, headers } = await underWay;
  expect([status, headers.get('Connection')]).toEqual([201, 'close']);
  expect(await ended).toBe(0);
});

test('a second signal ends it at once', async () => {
  await hangingClient();
  void script.kill('SIGTERM');
  await script.printed(/"msg":"stopping"/);
  await setTimeout(600); // sooner, it would be the same Ctrl-C, as npm hands it on
  expect(await script.kill('SIGTERM')).toBe(1); // after `clientClosingMs`, it would be 0
});
