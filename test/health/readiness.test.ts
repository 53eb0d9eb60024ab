import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../../src/embedded/free-port.ts';
import { createLogger } from '../../src/log.ts';
import { eventually } from '../support/eventually.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { TestService } from '../support/service.ts';
import { query } from '../support/sql.ts';

const ready = { status: 200, text: '{"status":"ready"}' };
const unavailable = { status: 503, text: '{"error":"Database unavailable"}' };
const shuttingDown = { status: 503, text: '{"error":"Shutting down"}' };

describe('the instance is not ready', () => {
  let service: TestService;
  let log: string[] = [];
  // Each test ends with what it broke mended.
  beforeAll(async () => {
    service = await TestService.start({ logger: createLogger('warn', { write: (line) => log.push(line) }) });
  });
  afterAll(() => service[Symbol.asyncDispose]());
  beforeEach(() => {
    log = [];
  });

  test('while the database is gone; liveness and metrics still respond', async () => {
    const name = new URL(service.database.url).pathname.slice(1);
    const server = process.env['TEST_POSTGRES_URL'] ?? '';
    expect([...(await service.samples()).keys()]).toContain('calendar_free_dates');
    await query(server, `alter database ${name} allow_connections false`);
    await query(server, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);

    expect(await service.probe('/readyz')).toMatchObject(unavailable);
    expect((await service.probe('/livez')).status).toBe(200);
    const measured = [...(await service.samples()).keys()];
    expect(measured).not.toContain('calendar_free_dates');
    expect(measured).toContain('database_connections_max');

    await query(server, `alter database ${name} allow_connections true`);
    expect(await service.probe('/readyz')).toMatchObject(ready);
    expect([...(await service.samples()).keys()]).toContain('calendar_free_dates');
  });

  test('while the database does not respond in time; any number of probes share one query', async () => {
    const lock = await OpenTransaction.lockingTable(service.database, 'verses_migrations');
    const start = performance.now();
    const responses = Promise.all(Array.from({ length: 50 }, () => service.probe('/readyz')));
    await lock.awaited();
    for (const response of await responses) expect(response).toMatchObject(unavailable);
    expect(performance.now() - start).toBeLessThan(1900);
    expect(await lock.waiting()).toBe(1);
    await lock.rollback();
    expect(await service.probe('/readyz')).toMatchObject(ready);
  });

  const behind = 'Database schema behind';
  const missing = 'Database tables or rights missing';
  test.each([
    [
      'its schema is behind',
      "update verses_migrations set name = 'x' || name where id = 1",
      'update verses_migrations set name = substr(name, 2) where id = 1',
      ...[behind, 'lacks the migrations'],
    ],
    [
      'the list of migrations is gone',
      'alter table verses_migrations rename to other',
      'alter table other rename to verses_migrations',
      ...[behind, 'lacks the migrations'],
    ],
    [
      'its role may not insert',
      'revoke insert on scheduled_submission from verses_service',
      'grant insert on scheduled_submission to verses_service',
      ...[missing, 'lacks insert on scheduled_submission'],
    ],
    [
      'its role may not read the migrations',
      'revoke select on verses_migrations from verses_service',
      'grant select on verses_migrations to verses_service',
      ...[missing, 'lacks rights'],
    ],
  ])('while %s; the log says so once', async (_title, breakIt, mendIt, error, reason) => {
    await service.database.query(breakIt);
    for (const _ of [1, 2]) {
      expect(await service.probe('/readyz')).toMatchObject({ status: 503, body: { error } });
      expect(log).toEqual([expect.stringContaining(reason)]);
    }
    expect(JSON.parse(log[0] ?? '')).toMatchObject({ msg: 'not ready', reason: { error } });
    await service.database.query(mendIt);
    expect(await service.probe('/readyz')).toMatchObject(ready);
  });

  test('while its database accepts no writes; no session of that time stays', async () => {
    const name = new URL(service.database.url).pathname.slice(1);
    const server = process.env['TEST_POSTGRES_URL'] ?? '';
    await query(server, `alter database ${name} set default_transaction_read_only = on`);
    await query(server, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await eventually('a new session', async () => (await service.probe('/readyz')).text !== unavailable.text);
    expect(await service.probe('/readyz')).toMatchObject({ status: 503, text: '{"error":"Database read-only"}' });
    await query(server, `alter database ${name} reset default_transaction_read_only`);
    expect(await service.probe('/readyz')).toMatchObject(ready);
  });
});

test('an instance that is stopping is not ready at once, and says so on ADMIN_PORT until the last response', async () => {
  const service = await TestService.start({ env: { ADMIN_PORT: '0' } });
  const lock = await OpenTransaction.lockingTable(service.database, 'daily_completion');
  const response = service.submit('eve');
  await lock.awaited();

  const closed = service[Symbol.asyncDispose]();
  expect(await service.probe('/readyz')).toMatchObject(shuttingDown);
  await expect(fetch(service.url)).rejects.toThrow();
  expect(await service.probe('/readyz')).toMatchObject(shuttingDown);
  await lock.rollback();
  expect((await response).status).toBe(403);
  await closed;
  await expect(fetch(service.adminUrl)).rejects.toThrow();
});

test('an instance that responds on ADMIN_PORT also serves players on PORT', async () => {
  const [PORT, ADMIN_PORT] = [String(await freePort()), String(await freePort())];
  const starting = TestService.start({ env: { PORT, ADMIN_PORT } });
  const statusAt = (port: string) => fetch(`http://127.0.0.1:${port}/livez`).then(({ status }) => status);
  while ((await statusAt(ADMIN_PORT).catch(() => undefined)) !== 200);
  const status = await statusAt(PORT).catch(String);
  await (await starting)[Symbol.asyncDispose]();
  expect(status).toBe(404);
});
