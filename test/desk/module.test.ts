import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { locks } from '../../src/database/lock.ts';
import { operations } from '../../src/desk/generated/operations.desk.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { noon, stateOf } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { editor, TestService, token } from '../support/service.ts';

const clock = () => Temporal.Instant.from(noon);
const path = operations[0].path;
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

async function statusAt(url: string, init: RequestInit = {}): Promise<number> {
  return (await fetch(new URL(path, url), init)).status;
}

describe('the desk', () => {
  test('is at the port of the operator, and only there', async () => {
    await using service = await TestService.start({ database, desk: true, clock, env: { ADMIN_PORT: '0' } });
    expect(await statusAt(service.adminUrl)).toBe(401);
    expect(await statusAt(service.url)).toBe(404);
    expect((await service.probe('/livez')).status).toBe(200);
    expect((await service.desk('GET', 'calendar')).status).toBe(200);
    expect((await fetch(new URL('/desk/api/other', service.adminUrl))).status).toBe(404);
  });

  test('does not exist without DESK_DATABASE_URL', async () => {
    for (const env of [{}, { ADMIN_PORT: '0' }]) {
      await using service = await TestService.start({ database, clock, env });
      for (const url of [service.url, service.adminUrl]) {
        expect([await statusAt(url), (await fetch(new URL('/desk', url))).status]).toEqual([404, 404]);
      }
    }
  });
});

describe('a page of another origin', () => {
  const origin = 'https://puzzle.test';

  test('learns nothing from the desk, whatever CORS_ORIGINS says', async () => {
    await using service = await TestService.start({ database, desk: true, clock, env: { CORS_ORIGINS: origin } });
    const authorization = `Bearer ${await token('ed', editor)}`;
    const preflight = { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' } };
    for (const init of [preflight, { headers: { Origin: origin } }, { headers: { Origin: origin, authorization } }]) {
      const { headers } = await fetch(new URL(path, service.url), init);
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    expect(await statusAt(service.url, preflight)).toBe(405);
  });

  test('changes nothing with a form, whose Content-Type is no JSON', async () => {
    await using service = await TestService.start({ database, desk: true, clock });
    const headers = { 'Content-Type': 'text/plain' };
    const response = await service.desk('PUT', 'pause', { paused: true, change: 0 }, editor, headers);
    expect(response).toMatchObject({ status: 400, body: { error: 'Invalid JSON body' } });
    expect(await stateOf(database)).toMatchObject({ isPaused: false });
  });
});

test('the desk takes at most two connections, however many requests there are', async () => {
  await using service = await TestService.start({ database, desk: true, clock });
  const pause = () => service.change('PUT', 'pause', { paused: true }); // reads are fewer at a time anyway
  const locking = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.calendar})`);
  const paused = Promise.all(Array.from({ length: 10 }, pause));
  await eventually('two that wait', async () => (await locking.waiting()) >= 2);
  await locking.rollback();
  const responses = await paused;
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const connections = "select from pg_stat_activity where datname = current_database() and usename = 'verses_desk'";
  expect(await database.query(connections)).toHaveLength(2);
});

test("a failure of the desk's database does not take the players down: readiness asks only for theirs", async () => {
  await using service = await TestService.start({ database, desk: true, clock });
  await database.query('revoke all on calendar_change, blocked_date from verses_desk');
  expect((await service.desk('GET', 'changes')).status).toBe(500);
  expect((await service.probe('/readyz')).status).toBe(200);
});
