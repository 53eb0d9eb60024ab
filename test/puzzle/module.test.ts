import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { site, TestService, token } from '../support/service.ts';

const path = '/puzzle/api/players/ann';
const origin = 'https://puzzle.test';
let database: TestDatabase;
let service: TestService;
beforeAll(async () => {
  database = await createTestDatabase();
  const env = { ADMIN_PORT: '0', CORS_ORIGINS: origin };
  service = await TestService.start({ database, desk: true, puzzle: true, env });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await database.drop();
});

const statusAt = async (url: string, of = path) => (await fetch(new URL(of, url))).status;

test('the puzzle is at the public port, also if the operator has a port, with its contract and a page', async () => {
  expect(await statusAt(service.url)).toBe(401);
  expect(await statusAt(service.adminUrl)).toBe(404);
  expect(await statusAt(service.url, '/openapi.puzzle.json')).toBe(200);
  expect(await statusAt(service.url, '/docs/openapi.puzzle')).toBe(200);
});

test('the puzzle does not exist without PUZZLE_DATABASE_URL', async () => {
  await using without = await TestService.start({ database, desk: true });
  expect(await statusAt(without.url)).toBe(404);
});

test('a page of another origin learns nothing from the puzzle, whatever CORS_ORIGINS says', async () => {
  const authorization = `Bearer ${await token('site', site)}`;
  const preflight = { method: 'OPTIONS', headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' } };
  for (const init of [preflight, { headers: { Origin: origin, authorization } }]) {
    const { headers } = await fetch(new URL(path, service.url), init);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test('the puzzle takes at most four connections, however many requests there are', async () => {
  const locking = await OpenTransaction.lockingTable(database, 'scheduled_submission');
  const read = Promise.all(Array.from({ length: 20 }, () => service.puzzle('GET', 'verses/2026-11-21')));
  await eventually('four that wait', async () => (await locking.waiting()) >= 4);
  await locking.rollback();
  expect(new Set((await read).map(({ status }) => status))).toEqual(new Set([404]));
  const connections = "select from pg_stat_activity where datname = current_database() and usename = 'verses_puzzle'";
  expect(await database.query(connections)).toHaveLength(4);
});
