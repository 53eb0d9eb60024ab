import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { print } from '../support/figures.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { TestService } from '../support/service.ts';
import { createHaDatabase, type HaDatabase } from './cluster.ts';

/**
 * PgBouncer in transaction mode: each transaction may get another connection. The migrations go
 * through it too.
 */
let database: HaDatabase;
let service: TestService;
beforeAll(async () => {
  database = await createHaDatabase();
  service = await TestService.start({ database: { ...database, serviceUrl: database.urlBy('PGBOUNCER_URL') } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await database.drop();
});

test('a player gets 201, then 429, and 403 without a solved puzzle', async () => {
  await service.solve('player');

  expect((await service.submit('player')).status).toBe(201);
  expect((await service.submit('player')).status).toBe(429);
  expect((await service.submit('somebody else')).status).toBe(403);
});

test('a hundred players at once get one date each', async () => {
  const players = Array.from({ length: 100 }, (_, index) => `player ${index}`);
  await service.solve(players);
  const start = performance.now();

  const responses = await Promise.all(players.map((player) => service.submit(player)));

  print('pgbouncer', `100 sent at once, responses within ${Math.round(performance.now() - start)} ms`);
  expect(responses.map(({ status }) => status)).toEqual(Array(100).fill(201));
  expect(new Set(responses.map(({ body }) => body.scheduledDate)).size).toBe(100);
});

test('PostgreSQL ends what waits for a locked table', async () => {
  await service.solve('patient');
  const lock = await OpenTransaction.lockingTable(database, 'scheduled_submission');
  expect((await service.submit('patient')).status).toBe(500);
  await eventually('no session that waits for the table', async () => (await lock.waiting()) === 0);
  await lock.rollback();
  expect((await service.submit('patient')).status).toBe(201);
});
