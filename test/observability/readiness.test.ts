import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { samples } from '../support/metrics.ts';
import { RunningScript } from '../support/process.ts';
import { TestService, testSecret, token, validSubmission } from '../support/service.ts';
import { query } from '../support/sql.ts';
import { TableLock } from '../support/table-lock.ts';

const { method, path } = submitVerseOperation;
const ready = { status: 200, text: '{"status":"ready"}' };
const unavailable = { status: 503, text: '{"error":"Database unavailable"}' };
const shuttingDown = { status: 503, text: '{"error":"Shutting down"}' };

describe('the instance is not ready', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await TestService.start();
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  test('while the database is gone, though the process lives and can be measured', async () => {
    const name = new URL(service.database.url).pathname.slice(1);
    const server = process.env['TEST_POSTGRES_URL'] ?? '';
    expect([...(await samples(service)).keys()]).toContain('calendar_free_dates');
    await query(server, `alter database ${name} allow_connections false`);
    await query(server, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);

    expect(await service.probe('/readyz')).toMatchObject(unavailable);
    expect((await service.probe('/livez')).status).toBe(200);
    const measured = [...(await samples(service)).keys()];
    expect(measured).not.toContain('calendar_free_dates');
    expect(measured).toContain('database_connections_max');

    await query(server, `alter database ${name} allow_connections true`);
    expect(await service.probe('/readyz')).toMatchObject(ready);
    expect([...(await samples(service)).keys()]).toContain('calendar_free_dates');
  });

  test('while the database does not answer in time, and however many ask, the database is asked once', async () => {
    const lock = await TableLock.take(service, 'mikro_orm_migrations');
    const start = performance.now();
    const answers = Promise.all(Array.from({ length: 50 }, () => service.probe('/readyz')));
    await lock.awaited();
    for (const answer of await answers) expect(answer).toMatchObject(unavailable);
    expect(performance.now() - start).toBeLessThan(1500);
    expect(await lock.waiting()).toBe(1);
    await lock.release();
    expect(await service.probe('/readyz')).toMatchObject(ready);
  });

  test('while its schema is behind', async () => {
    await service.database.query("update mikro_orm_migrations set name = 'x' || name where id = 1");
    expect(await service.probe('/readyz')).toMatchObject({
      status: 503,
      text: '{"error":"Database schema behind"}',
    });
    await service.database.query('update mikro_orm_migrations set name = substr(name, 2) where id = 1');
    expect(await service.probe('/readyz')).toMatchObject(ready);
  });
});

describe('an instance that has been told to stop is not ready at once', () => {
  test('and answers whatever it is sent for as long as SHUTDOWN_DELAY_SECONDS says', async () => {
    await using service = await TestService.start(); // for its database
    const script = new RunningScript(fileURLToPath(new URL('../../', import.meta.url)), ['src/main.js'], {
      DATABASE_URL: service.database.url,
      AUTH_JWT_SECRET: testSecret,
      PORT: '0',
      SHUTDOWN_DELAY_SECONDS: '2',
    });
    const url = (await script.printed(/"url":"([^"]+)"/))[1] ?? '';
    const get = async (path: string) => {
      const response = await fetch(url + path, { headers: { Connection: 'close' } });
      return { status: response.status, text: await response.text() };
    };
    expect(await get('/readyz')).toEqual(ready);

    const start = performance.now();
    const exitCode = script.kill('SIGTERM');
    await script.printed(/"msg":"stopping"/);
    expect(await get('/readyz')).toEqual(shuttingDown);
    expect((await get('/livez')).status).toBe(200);
    const headers = { Authorization: `Bearer ${await token('eve')}` };
    const submitted = await fetch(url + path, { method, headers, body: JSON.stringify(validSubmission) });
    expect(submitted.status).toBe(403);

    expect(await exitCode).toBe(0);
    expect(performance.now() - start).toBeGreaterThan(2000);
    await expect(get('/readyz')).rejects.toThrow();
  });

  test('and says so on ADMIN_PORT until the last request has been answered', async () => {
    const service = await TestService.start({ env: { ADMIN_PORT: '0' } });
    const lock = await TableLock.take(service, 'daily_completion');
    const answer = service.submit('eve');
    await lock.awaited();

    const closed = service[Symbol.asyncDispose]();
    expect(await service.probe('/readyz')).toMatchObject(shuttingDown);
    await expect(fetch(service.url)).rejects.toThrow();
    expect(await service.probe('/readyz')).toMatchObject(shuttingDown);
    await lock.release();
    expect((await answer).status).toBe(403);
    await closed;
    await expect(fetch(service.adminUrl)).rejects.toThrow();
  });
});
