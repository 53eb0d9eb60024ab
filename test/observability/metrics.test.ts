import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readContract } from '../../contract/document/read.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { root } from '../../src/root.ts';
import { TestClock } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import { failInserts, holdInserts } from '../support/inserts.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { requestRaw } from '../support/raw-http.ts';
import { TestService, validSubmission } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

/** Three bookable dates: 3, 4 and 5 January. */
const clock = new TestClock('2026-01-01T12:00:00Z');
const env = { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '4', DATABASE_POOL_SIZE: '3' };
const id = 'submitVerse';
const { method, path } = submitVerseOperation;

let service: TestService;
beforeEach(async () => {
  service = await TestService.start({ clock: clock.read, env });
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
});

async function sample(name: string): Promise<number | undefined> {
  return (await service.samples()).get(name);
}

describe('requests', () => {
  const count = (operation: string, method: string, status: number) =>
    `http_request_duration_seconds_count{operation="${operation}",method="${method}",status="${status}"}`;
  const counts = async () =>
    new Map(
      [...(await service.samples())].filter(
        ([name, count]) => name.startsWith('http_request_duration_seconds_count') && count > 0,
      ),
    );

  test('have a series from the start for each documented response, and for a page that fails', async () => {
    await using all = await TestService.start({ desk: true, puzzle: true });
    const series = [...(await all.samples())].filter(([name]) =>
      name.startsWith('http_request_duration_seconds_count'),
    );
    const documented = (['openapi.yaml', 'contract/openapi.desk.yaml', 'contract/openapi.puzzle.yaml'] as const)
      .flatMap((file) => Object.values(readContract(file).paths))
      .flatMap((path) => Object.entries(path))
      .flatMap(([method, { operationId, responses }]) =>
        Object.keys(responses).map((status) => count(operationId, method.toUpperCase(), Number(status))),
      );
    expect(new Map(series)).toEqual(new Map([...documented, count('other', 'GET', 500)].map((name) => [name, 0])));
  });

  test('are counted by operation, method and status, with the seconds they took', async () => {
    const lock = await OpenTransaction.lockingTable(service.database, 'daily_completion');
    const sent = performance.now();
    const slow = service.submit('eve');
    await lock.awaited();
    const awaited = performance.now();
    await lock.waiting();
    const least = performance.now() - awaited;
    await lock.rollback();
    await slow;
    const most = performance.now() - sent;
    await service.submit({}, validSubmission);
    await service.request(path);
    expect(await counts()).toEqual(
      new Map([
        [count(id, method, 403), 1],
        [count(id, method, 401), 1],
        [count(id, 'GET', 405), 1],
      ]),
    );
    const seconds = await sample(`http_request_duration_seconds_sum{operation="${id}",method="POST",status="403"}`);
    expect(seconds).toBeGreaterThan(least / 1_000);
    expect(seconds).toBeLessThan(most / 1_000);
    const within = (seconds: number) =>
      sample(`http_request_duration_seconds_bucket{le="${seconds}",operation="${id}",method="POST",status="403"}`);
    expect(await within(0.0005)).toBe(0);
    expect(await within(5)).toBe(1);
    expect(await within(10)).toBe(1);
  });

  test('outside the contract have a series for each method, which clients cannot multiply; probes have none', async () => {
    const methods = ['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'PUT'];
    for (const name of methods) await service.request('/other', { method: name });
    for (const other of ['/a', '/b/c', '/api/submit-verse/x?y']) await service.request(other);
    for (const odd of ['PROPFIND', 'PURGE', 'MKCOL']) await requestRaw(service, odd, '/other', {}, '');
    await service.probe('/livez');
    await service.probe('/readyz');
    expect(await counts()).toEqual(
      new Map([
        ...methods.map((name) => [count('other', name, 404), 1] as const),
        [count('other', 'GET', 404), 3],
        [count('other', 'other', 404), 3],
      ]),
    );
  });
});

const outcome = (name: string) => `reservations_total{outcome="${name}"}`;
const outcomes = async () =>
  Object.fromEntries([...(await service.samples())].filter(([name]) => name.startsWith('reservations_total')));
const none = {
  [outcome('reserved')]: 0,
  [outcome('calendar full')]: 0,
  [outcome('on cooldown')]: 0,
  [outcome('failed')]: 0,
};

describe('attempts are counted', () => {
  const attempts = async () => {
    const all = await service.samples();
    return { count: all.get('reservation_attempts_count'), sum: all.get('reservation_attempts_sum') };
  };

  test('one for a reservation without a conflict, and one more for each conflict', async () => {
    await service.solve(['ann', 'bob']);
    await service.submit('bob');
    expect(await attempts()).toEqual({ count: 1, sum: 1 });
    await failInserts(service.database, '40001', 2);
    expect((await service.submit('ann')).status).toBe(201);
    expect(await attempts()).toEqual({ count: 2, sum: 4 });
    expect(await sample('reservation_attempts_bucket{le="2"}')).toBe(1);
    expect(await sample('reservation_attempts_bucket{le="3"}')).toBe(2);
  });

  test('five for a reservation that fails, whose outcome is a failure', async () => {
    await service.solve('ann');
    await failInserts(service.database, '40001', 5);
    expect((await service.submit('ann')).status).toBe(500);
    expect(await attempts()).toEqual({ count: 1, sum: 5 });
    expect(await sample('reservation_attempts_bucket{le="4"}')).toBe(0);
    expect(await sample('reservation_attempts_bucket{le="5"}')).toBe(1);
    expect(await outcomes()).toEqual({ ...none, [outcome('failed')]: 1 });
  });

  test.each([
    ['one more after a conflict', '40001', 1, 201, { count: 2, sum: 3 }],
    ['one after a failure that is not retried', '08006', 1, 500, { count: 2, sum: 2 }],
  ])('once for submissions that share a transaction: %s', async (_title, sqlState, failures, status, want) => {
    await service.solve(['slow', 'ann', 'bob']);
    const held = await holdInserts(service.database, "new.user_id = 'slow'");
    await failInserts(service.database, sqlState, failures, "new.user_id <> 'slow'");
    const slow = service.submit('slow');
    await held.awaited();
    const responses = Promise.all([service.submit('ann'), service.submit('bob')]);
    await setTimeout(1_000); // until both are queued
    await held.rollback();
    expect((await slow).status).toBe(201);
    expect(await responses).toMatchObject([{ status }, { status }]);
    expect(await attempts()).toEqual(want);
  });
});

describe('reservations are counted by outcome', () => {
  test('a full calendar, which is a 500, is not a failure', async () => {
    expect(await outcomes()).toEqual(none); // so that the first of each is an increase
    const players = ['a', 'b', 'c', 'd', 'e'];
    await service.solve(players);
    const statuses = [];
    for (const player of players) statuses.push((await service.submit(player)).status);
    expect(statuses).toEqual([201, 201, 201, 500, 500]);
    expect(await outcomes()).toEqual({ ...none, [outcome('reserved')]: 3, [outcome('calendar full')]: 2 });
  });

  test('a lost race, which is a 429; a request that an earlier check rejects is in none', async () => {
    await service.solve(['slow', 'ann']);
    const held = await holdInserts(service.database, "new.user_id = 'slow'");
    const slow = service.submit('slow');
    await held.awaited();
    const responses = Promise.all([service.submit('ann'), service.submit('ann')]);
    await setTimeout(500); // until both are queued
    await held.rollback();
    expect((await slow).status).toBe(201);
    expect((await responses).map(({ status }) => status).sort()).toEqual([201, 429]);
    expect((await service.submit('ann')).status).toBe(429);
    expect(await outcomes()).toEqual({ ...none, [outcome('reserved')]: 2, [outcome('on cooldown')]: 1 });
  });
});

test("changes of the operator's desk are counted by action, from 0 on, and the calendar is paused or not", async () => {
  await using service = await TestService.start({ desk: true, clock: clock.read });
  const measured = async () =>
    [...(await service.samples())].filter(([name]) => /^calendar_(changes_total|paused)/.test(name));
  const actions = ['move', 'swap', 'withdraw', 'restore', 'set', 'block', 'unblock', 'pause', 'resume', 'erase'];
  const expected = (counts: Record<string, number>, paused: number) => [
    ...actions.map((action) => [`calendar_changes_total{action="${action}"}`, counts[action] ?? 0]),
    ['calendar_paused', paused],
  ];
  expect(await measured()).toEqual(expected({}, 0));
  await service.change('PUT', 'pause', { paused: true });
  expect(await measured()).toEqual(expected({ pause: 1 }, 1));
  await service.change('PUT', 'pause', { paused: false });
  expect(await measured()).toEqual(expected({ pause: 1, resume: 1 }, 0));
});

describe('the instance', () => {
  test('has its version, and is ready as long as /readyz says so', async () => {
    expect(await sample(`verse_submissions_build_info{version="${readContract().info.version}"}`)).toBe(1);
    expect(await sample('instance_ready')).toBe(1);
    await service.database.query('revoke insert on scheduled_submission from verses_service');
    expect((await service.probe('/readyz')).status).toBe(503);
    expect(await sample('instance_ready')).toBe(0);
  });

  test("has the difference of its clock from the database's", async () => {
    expect(await sample('clock_difference_seconds')).toBeLessThan(1);
    const systemTime = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => systemTime() + 30_000);
    await using ahead = await TestService.start();
    jest.restoreAllMocks();
    const seconds = (await ahead.samples()).get('clock_difference_seconds');
    expect(seconds).toBeGreaterThan(29);
    expect(seconds).toBeLessThan(31);
  });

  test('has the age of its key set, if it has fetched one', async () => {
    expect((await service.samples()).has('key_set_age_seconds')).toBe(false);
    const keys = createServer((_request, response) => response.end('{"keys":[]}'));
    await once(keys.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`;
    await using issued = await TestService.start({ env: { AUTH_JWKS_URL: url } });
    const age = async () => (await issued.samples()).get('key_set_age_seconds');
    const young = await eventually('a key set', age);
    expect(young).toBeLessThan(5);
    await eventually('an older key set', async () => Number(await age()) > young);
    keys.close();
  });
});

test('the measurements are described as in docs/monitoring.md', async () => {
  const document = readFileSync(join(root, 'docs/monitoring.md'), 'utf8');
  const { text } = await service.probe('/metrics');
  const described = [...text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \w+ (\w+)$/gm)]
    .filter(([, name = '']) => !/^(process|nodejs)_/.test(name))
    .map(([, name, help, type]) => `| ${name} | ${type} | ${help} |`);
  const documented = [...document.matchAll(/^\| `\w+` \| (histogram|counter|gauge) \| .*$/gm)];
  expect(documented.map(([row]) => row.replaceAll('`', '')).toSorted()).toEqual(described.toSorted());
});

test('free dates are counted from the first bookable date to the horizon, without blocked ones', async () => {
  expect(await sample('calendar_free_dates')).toBe(3);
  for (const date of ['2026-01-02', '2026-01-04', '2026-01-06']) {
    await insertSubmission(service.database, { user: date, date });
  }
  expect(await sample('calendar_free_dates')).toBe(2);
  await service.solve('ann');
  await service.submit('ann');
  expect(await sample('calendar_free_dates')).toBe(1);
  await service.database.query("insert into blocked_date values ('2026-01-05', 'a')");
  expect(await sample('calendar_free_dates')).toBe(0);
});

test('covered days are counted from today on, with blocked ones', async () => {
  expect(await sample('calendar_covered_days')).toBe(0);
  await insertSubmission(service.database, { user: 'ann', date: '2026-01-01' });
  await service.database.query("insert into blocked_date values ('2026-01-02', 'a'), ('2026-01-04', 'b')");
  expect(await sample('calendar_covered_days')).toBe(2);
  await insertSubmission(service.database, { user: 'ben', date: '2026-01-03' });
  expect(await sample('calendar_covered_days')).toBe(4);
});

test('the days until an unread verse are counted if there is a desk, until it is read', async () => {
  await insertSubmission(service.database, { user: 'ann', date: '2026-01-04' });
  expect(await sample('calendar_days_until_unread')).toBeUndefined();
  await using desk = await TestService.start({ desk: true, database: service.database, clock: clock.read });
  const days = async () => (await desk.samples()).get('calendar_days_until_unread');
  expect(await days()).toBe(3);
  await desk.desk('POST', 'review', { to: '2026-01-04', newest: 1 });
  expect(await days()).toBeUndefined();
});

describe('connections', () => {
  test('are busy while a query runs and idle after it, up to the maximum', async () => {
    expect(await sample('database_connections_max')).toBe(3);
    const lock = await OpenTransaction.lockingTable(service.database, 'daily_completion');
    const slow = service.submit('eve');
    await lock.awaited();
    expect(await sample('database_connections{state="busy"}')).toBe(1);
    await lock.rollback();
    await slow;
    expect(await sample('database_connections{state="busy"}')).toBe(0);
    expect(await sample('database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(await sample('database_connections_awaited')).toBe(0);
  });

  test('are awaited when all are busy', async () => {
    await using service = await TestService.start({ env: { DATABASE_POOL_SIZE: '1' } });
    const lock = await OpenTransaction.lockingTable(service.database, 'scheduled_submission');
    // Each reading queries the readiness, then the free dates, which waits for the table. Later
    // queries wait for the connection.
    const reading = await eventually('queries that wait', async () => {
      const all = await service.samples();
      return (all.get('database_connections_awaited') ?? 0) > 0 ? all : undefined;
    });
    expect(reading.get('database_connections{state="busy"}')).toBe(1);
    expect(reading.get('instance_ready')).toBe(0);
    expect(reading.has('calendar_free_dates')).toBe(false);
    await lock.rollback();
    expect((await service.samples()).has('calendar_free_dates')).toBe(true);
  });
});
