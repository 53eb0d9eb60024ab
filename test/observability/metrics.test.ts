import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
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
const players = ['slow', 'a', 'b', 'c', 'd', 'e'];

type Samples = ReadonlyMap<string, number>;
let service: TestService;
/** With all modules, on the same database. */
let all: TestService;
let atStart: Samples;
let before: Samples;
beforeAll(async () => {
  service = await TestService.start({ clock: clock.read, env });
  all = await TestService.start({ database: service.database, desk: true, puzzle: true, clock: clock.read, env });
  atStart = await all.samples();
});
beforeEach(async () => {
  await service.database.query('truncate scheduled_submission, daily_completion, blocked_date');
  await service.solve(players);
  before = await service.samples();
});
afterEach(() =>
  service.database.query(`
    drop trigger if exists hold on scheduled_submission;
    drop trigger if exists fail on scheduled_submission;
    drop function if exists fail_insert;
    drop sequence if exists inserts`),
);
afterAll(async () => {
  await all[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function sample(name: string, of = service): Promise<number | undefined> {
  return (await of.samples()).get(name);
}

/** What has been counted since the test began. */
async function increases(beginning: string): Promise<Record<string, number>> {
  const named = [...(await service.samples())].filter(([name]) => name.startsWith(beginning));
  const counted = named.map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
}

const submit = async (...players: string[]) =>
  await Promise.all(players.map(async (player) => (await service.submit(player)).status));

/** Submits for two players once the reservation of another one holds the calendar. */
async function submitTogether(...players: string[]): Promise<number[]> {
  const held = await holdInserts(service.database, "new.user_id = 'slow'");
  const slow = submit('slow');
  await held.awaited();
  const others = submit(...players);
  await setTimeout(1_000); // until both are queued
  await held.rollback();
  expect(await slow).toEqual([201]);
  return await others;
}

const requests = 'http_request_duration_seconds_count';
const count = (operation: string, method: string, status: number) =>
  `${requests}{operation="${operation}",method="${method}",status="${status}"}`;
const outcome = (name: string) => `reservations_total{outcome="${name}"}`;
const changes = (action: string) => `calendar_changes_total{action="${action}"}`;

test('whatever can happen has a series from the start, so that its first time is an increase', () => {
  const documented = (['openapi.yaml', 'contract/openapi.desk.yaml', 'contract/openapi.puzzle.yaml'] as const)
    .flatMap((file) => Object.values(readContract(file).paths))
    .flatMap((path) => Object.entries(path))
    .flatMap(([method, { operationId, responses }]) =>
      Object.keys(responses).map((status) => count(operationId, method.toUpperCase(), Number(status))),
    );
  const counted = [
    ...[...documented, count('other', 'GET', 500)],
    ...['reserved', 'calendar full', 'on cooldown', 'failed'].map(outcome),
    ...['move', 'swap', 'withdraw', 'restore', 'set', 'block', 'unblock', 'pause', 'resume', 'erase'].map(changes),
  ];
  const series = [...atStart].filter(([name]) => /^(http_.*_count|reservations_total|calendar_changes)/.test(name));
  expect(new Map(series)).toEqual(new Map(counted.map((name) => [name, 0])));
});

describe('requests', () => {
  test('are counted by operation, method and status, with the seconds they took', async () => {
    const lock = await OpenTransaction.lockingTable(service.database, 'daily_completion');
    const sent = performance.now();
    const slow = submit('eve');
    await lock.awaited();
    const awaited = performance.now();
    await lock.waiting();
    const least = performance.now() - awaited;
    await lock.rollback();
    await slow;
    const most = performance.now() - sent;
    await service.submit({}, validSubmission);
    await service.request(path);
    expect(await increases(requests)).toEqual({
      [count(id, method, 403)]: 1,
      [count(id, method, 401)]: 1,
      [count(id, 'GET', 405)]: 1,
    });
    const labels = `operation="${id}",method="POST",status="403"`;
    const { [`http_request_duration_seconds_sum{${labels}}`]: seconds } = await increases('http_request_duration');
    expect(seconds).toBeGreaterThan(least / 1_000);
    expect(seconds).toBeLessThan(most / 1_000);
    const within = (seconds: number) => `http_request_duration_seconds_bucket{le="${seconds}",${labels}}`;
    const buckets = await increases('http_request_duration_seconds_bucket');
    expect([0.0005, 5, 10].map((seconds) => buckets[within(seconds)])).toEqual([undefined, 1, 1]);
  });

  test('outside the contract have a series for each method, which clients cannot multiply; probes have none', async () => {
    const methods = ['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'PUT'];
    for (const name of methods) await service.request('/other', { method: name });
    for (const other of ['/a', '/b/c', '/api/submit-verse/x?y']) await service.request(other);
    for (const odd of ['PROPFIND', 'PURGE', 'MKCOL']) await requestRaw(service, odd, '/other', {}, '');
    await service.probe('/livez');
    await service.probe('/readyz');
    expect(await increases(requests)).toEqual({
      ...Object.fromEntries(methods.map((name) => [count('other', name, 404), 1])),
      [count('other', 'GET', 404)]: 3,
      [count('other', 'other', 404)]: 3,
    });
  });
});

describe('reservations are counted with their attempts and outcomes:', () => {
  const reservations = async () => {
    const { reservation_attempts_count: count, reservation_attempts_sum: sum } =
      await increases('reservation_attempts');
    return { count, sum, ...(await increases('reservations_total')) };
  };

  test.each([
    ['one attempt more for each conflict', 2, 201, { count: 1, sum: 3, [outcome('reserved')]: 1 }, [2, 3]],
    ['five for a failure', 5, 500, { count: 1, sum: 5, [outcome('failed')]: 1 }, [4, 5]],
  ])('%s', async (_title, conflicts, status, want, [less, most]) => {
    await failInserts(service.database, '40001', conflicts);
    expect(await submit('a')).toEqual([status]);
    expect(await reservations()).toEqual(want);
    const buckets = await increases('reservation_attempts_bucket');
    expect(buckets[`reservation_attempts_bucket{le="${less}"}`]).toBeUndefined();
    expect(buckets[`reservation_attempts_bucket{le="${most}"}`]).toBe(1);
  });

  test.each([
    ['40001', 201, { count: 2, sum: 3, [outcome('reserved')]: 3 }],
    ['08006', 500, { count: 2, sum: 2, [outcome('reserved')]: 1, [outcome('failed')]: 2 }],
  ])('the attempts once for those that share a transaction, after %s', async (sqlState, status, want) => {
    await failInserts(service.database, sqlState, 1, "new.user_id <> 'slow'");
    expect(await submitTogether('a', 'b')).toEqual([status, status]);
    expect(await reservations()).toEqual(want);
  });

  test('a full calendar, which is a 500, is not a failure', async () => {
    const statuses = [];
    for (const player of ['a', 'b', 'c', 'd', 'e']) statuses.push(...(await submit(player)));
    expect(statuses).toEqual([201, 201, 201, 500, 500]);
    expect(await reservations()).toMatchObject({ [outcome('reserved')]: 3, [outcome('calendar full')]: 2 });
  });

  test('a lost race, which is a 429; a request that an earlier check rejects is in none', async () => {
    expect((await submitTogether('a', 'a')).sort()).toEqual([201, 429]);
    expect(await submit('a')).toEqual([429]);
    const want = { [outcome('reserved')]: 2, [outcome('on cooldown')]: 1 };
    expect(await increases('reservations_total')).toEqual(want);
  });
});

test("changes of the operator's desk are counted by action, and the calendar is paused or not", async () => {
  const measured = async () =>
    [...(await all.samples())].filter(([name, n]) => /^calendar_(ch|pau)/.test(name) && n > 0);
  expect(await measured()).toEqual([]);
  await all.change('PUT', 'pause', { paused: true });
  expect(await measured()).toEqual([
    [changes('pause'), 1],
    ['calendar_paused', 1],
  ]);
  await all.change('PUT', 'pause', { paused: false });
  expect(await measured()).toEqual([
    [changes('pause'), 1],
    [changes('resume'), 1],
  ]);
});

test('the instance has its version, and is ready as long as /readyz says so', async () => {
  expect(await sample(`verse_submissions_build_info{version="${readContract().info.version}"}`)).toBe(1);
  expect(await sample('instance_ready')).toBe(1);
  await service.database.query('revoke insert on scheduled_submission from verses_service');
  expect((await service.probe('/readyz')).status).toBe(503);
  expect(await sample('instance_ready')).toBe(0);
  await service.database.query('grant insert on scheduled_submission to verses_service');
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

test('free dates begin with the first bookable one, without blocked ones; covered days today, with them', async () => {
  const measured = async () => [await sample('calendar_free_dates'), await sample('calendar_covered_days')];
  expect(await measured()).toEqual([3, 0]);
  await insertSubmission(service.database, { user: 'ann', date: '2026-01-01' });
  await service.database.query("insert into blocked_date values ('2026-01-02', 'a'), ('2026-01-04', 'b')");
  expect(await measured()).toEqual([2, 2]);
  await submit('a');
  expect(await measured()).toEqual([1, 4]);
});

test('the days until an unread verse are counted if there is a desk, until it is read', async () => {
  const unread = await insertSubmission(service.database, { user: 'ann', date: '2026-01-04' });
  expect(await sample('calendar_days_until_unread')).toBeUndefined();
  expect(await sample('calendar_days_until_unread', all)).toBe(3);
  await all.desk('POST', 'review', { to: '2026-01-04', newest: unread });
  expect(await sample('calendar_days_until_unread', all)).toBeUndefined();
});

test('connections are busy while a query runs and idle after it, up to the maximum', async () => {
  expect(await sample('database_connections_max')).toBe(3);
  const lock = await OpenTransaction.lockingTable(service.database, 'daily_completion');
  const slow = submit('eve');
  await lock.awaited();
  expect(await sample('database_connections{state="busy"}')).toBe(1);
  await lock.rollback();
  await slow;
  expect(await sample('database_connections{state="busy"}')).toBe(0);
  expect(await sample('database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(await sample('database_connections_awaited')).toBe(0);
});

describe('an instance with one connection, a clock that is ahead, and a key set', () => {
  let odd: TestService;
  const keys = createServer((_request, response) => response.end('{"keys":[]}'));
  beforeAll(async () => {
    await once(keys.listen(0, '127.0.0.1'), 'listening');
    const AUTH_JWKS_URL = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`;
    const systemTime = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => systemTime() + 30_000);
    odd = await TestService.start({ env: { AUTH_JWKS_URL, DATABASE_POOL_SIZE: '1' } });
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await odd[Symbol.asyncDispose]();
    keys.close();
  });

  test("has the difference of its clock from the database's", async () => {
    expect(await sample('clock_difference_seconds', all)).toBeLessThan(1);
    const seconds = await sample('clock_difference_seconds', odd);
    expect(seconds).toBeGreaterThan(29);
    expect(seconds).toBeLessThan(31);
  });

  test('has the age of its key set, once it has fetched one', async () => {
    const age = () => sample('key_set_age_seconds', odd);
    expect(before.has('key_set_age_seconds')).toBe(false);
    const young = await eventually('a key set', age);
    expect(young).toBeLessThan(5);
    await eventually('an older key set', async () => Number(await age()) > young);
  });

  test('has queries that wait for its connection', async () => {
    const lock = await OpenTransaction.lockingTable(odd.database, 'scheduled_submission');
    // Each reading queries the readiness, then the free dates, which waits for the table. Later
    // queries wait for the connection.
    const reading = await eventually('queries that wait', async () => {
      const all = await odd.samples();
      return (all.get('database_connections_awaited') ?? 0) > 0 ? all : undefined;
    });
    expect(reading.get('database_connections{state="busy"}')).toBe(1);
    expect(reading.get('instance_ready')).toBe(0);
    expect(reading.has('calendar_free_dates')).toBe(false);
    await lock.rollback();
    expect(await sample('calendar_free_dates', odd)).toBeDefined();
  });
});
