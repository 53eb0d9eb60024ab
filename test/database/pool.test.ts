import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Client } from '../../src/database/client.ts';
import type { ConnectionLimits } from '../../src/database/limits.ts';
import { closeOrm, createOrm } from '../../src/database/orm.ts';
import { clientConfig } from '../../src/database/url.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { OpenTransaction } from '../support/open-transaction.ts';

describe('the pool gives up', () => {
  const hours = { connectMs: 3_600_000, queryMs: 3_600_000 };
  const create = (url: string, limits: ConnectionLimits) => createOrm(url, 1, pino({ level: 'silent' }), limits);

  test('on a connection that does not open', async () => {
    await using server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const orm = create(`postgresql://user@127.0.0.1:${port}/verses`, { ...hours, connectMs: 100 });
    await expect(orm.em.fork().execute('select')).rejects.toThrow(/timeout/);
    await orm.close();
  });

  test('on a statement that does not end while it closes', async () => {
    const database = await createTestDatabase();
    const orm = create(database.serviceUrl, hours);
    const lock = await OpenTransaction.lockingTable(database, 'scheduled_submission');
    const statement = orm.em.fork().execute('select from scheduled_submission');
    await lock.awaited();
    await closeOrm(orm, 100);
    expect(await lock.waiting()).toBe(1);
    await lock.rollback();
    await statement;
    await database.drop();
  });
});

describe('a connection', () => {
  let database: TestDatabase;
  let client: Client;
  let errors: Error[];
  let unhandled: unknown[];
  const note = (reason: unknown) => unhandled.push(reason);
  beforeEach(async () => {
    database = await createTestDatabase();
    errors = [];
    unhandled = [];
    process.on('unhandledRejection', note);
    await connect(database.serviceUrl);
  });
  afterEach(async () => {
    process.off('unhandledRejection', note);
    await client.end();
    await database.drop();
  });

  async function connect(url: string, options: ConstructorParameters<typeof Client>[0] = {}): Promise<void> {
    await client?.end();
    client = new Client({ ...clientConfig(url, 'DATABASE_URL'), ...options });
    client.on('error', (error: Error) => errors.push(error));
    await client.connect();
  }

  /**
   * It is closed without waiting for the server, and repeats why; the pool hears of no second
   * error.
   */
  async function expectClosed(statement: Promise<unknown>, reason: RegExp): Promise<void> {
    const ended = new Promise((resolve) => client.once('end', resolve));
    await expect(statement).rejects.toThrow(reason);
    expect(client.connection.stream.destroyed).toBe(true);
    await ended;
    await setImmediate();
    expect(unhandled).toEqual([]);
    await expect(client.query('rollback')).rejects.toThrow(reason);
  }

  test('stays open after a notice, and after a statement that PostgreSQL rejects', async () => {
    await client.query("do $$ begin raise notice 'to be ignored'; end $$");
    await expect(client.query("select date '2026-02-30'")).rejects.toMatchObject({ code: '22008' });
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('is closed after a statement that times out', async () => {
    await connect(database.serviceUrl, { query_timeout: 100 });
    await expectClosed(client.query('select pg_sleep(10)'), /^Query read timeout$/);
    expect(errors).toEqual([]);
  });

  test('that breaks repeats why', async () => {
    const statement = client.query('select pg_sleep(10)');
    client.connection.stream.destroy(Object.assign(new Error('The network is gone'), { code: 'ENETDOWN' }));
    await expectClosed(statement, /^The network is gone$/);
  });

  test('is closed after a commit that the synchronous standby has not confirmed', async () => {
    await connect(database.url, { options: '-c synchronous_commit=on' });
    const closed = expectClosed(
      client.query('create table written ()'),
      /^The commit was not confirmed by the synchronous standby$/,
    );
    const cancel =
      "select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'";
    await eventually('a commit that waits for the standby', async () => (await database.query(cancel)).length > 0);
    await closed;
    expect(errors).toEqual([]);
  });

  test('that the pool closes during the search for the primary is not opened', async () => {
    const { host, port } = client;
    const found = Promise.withResolvers<{ host: string; port: number }>();
    const other = new Client({
      ...clientConfig(database.serviceUrl, 'DATABASE_URL'),
      findPrimary: () => found.promise,
    });
    const connected = other.connect();
    other.connection.stream.destroy();
    found.resolve({ host, port });
    await expect(connected).rejects.toThrow(/^The pool has closed the connection$/);
  });
});
