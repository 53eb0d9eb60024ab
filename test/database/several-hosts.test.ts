import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { migrate } from '../../src/database/migrate.ts';
import { createFindPrimary } from '../../src/database/primary.ts';
import { clientConfig } from '../../src/database/url.ts';
import { Postgres } from '../support/postgres.ts';
import { TestService } from '../support/service.ts';

/**
 * Two servers with the same schema, of which one accepts writes, like a primary and its standby.
 * Nothing is replicated.
 */
let first: Postgres;
let second: Postgres;
let url: string;
beforeAll(async () => {
  [first, second] = await Promise.all([Postgres.start(), Postgres.start()]);
  const [a, b] = [first, second].map(({ serviceUrl }) => new URL(serviceUrl));
  url = `${a?.href.replace(a.host, `${a.host},${b?.host}`)}?target_session_attrs=read-write`;
  await migrate(first.serviceUrl, pino({ level: 'silent' }));
});
afterAll(async () => {
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await setReadOnly(first, true);
  await setReadOnly(second, false);
});

async function setReadOnly(postgres: Postgres, on: boolean): Promise<void> {
  await postgres.change('default_transaction_read_only', on ? 'on' : 'off');
}

function start(): Promise<TestService> {
  return TestService.start({
    database: { url, serviceUrl: url, query: (...args) => second.query(...args), drop: async () => {} },
    env: { SCHEDULE_HORIZON_DAYS: '36500' },
  });
}

/** A host that accepts connections and never responds. */
async function startHanging() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function submissionsOf(postgres: Postgres): Promise<string[]> {
  const rows = await postgres.query<{ user_id: string }>('select user_id from scheduled_submission');
  return rows.map(({ user_id }) => user_id);
}

test('submissions go to the host that accepts writes; after a failover, to the new one, without a restart', async () => {
  await using service = await start();
  await service.solve(['before', 'meanwhile']);
  await first.query(
    "begin; set transaction read write; insert into daily_completion (anonymous_id, date) values ('after', '2026-11-21'); commit",
  );
  expect((await service.submit('before')).status).toBe(201);

  await setReadOnly(second, true);
  await setReadOnly(first, false);
  // The pool drops the old connection when it turns out to lead to a standby.
  expect((await service.submit('meanwhile')).status).toBe(500);

  expect((await service.submit('after')).status).toBe(201);
  expect(await submissionsOf(first)).toEqual(['after']);
  expect(await submissionsOf(second)).toEqual(['before']);
});

test('the primary is found although another host hangs and a third is down', async () => {
  await using hanging = await startHanging();
  const { host = '', port = 0, user, password, database } = clientConfig(second.serviceUrl, 'DATABASE_URL');
  const others = [hanging.address, { host: '127.0.0.1', port: 1 }];
  const findPrimary = createFindPrimary([...others, { host, port }], { user, password, database }, 3_600_000);
  expect(await findPrimary()).toEqual({ host, port });
});

test('a host that hangs is given up', async () => {
  await using hanging = await startHanging();
  const findPrimary = createFindPrimary([hanging.address], { user: 'user' }, 100);
  await expect(findPrimary()).rejects.toThrow(/: timeout expired\)$/);
});

test('if no host accepts writes, the start ends with a line that says so for each', async () => {
  await setReadOnly(second, true);
  await expect(start()).rejects.toThrow(
    /^The database of DATABASE_URL cannot be reached: None of the hosts accepts writes \(127\.0\.0\.1:\d+: read-only; 127\.0\.0\.1:\d+: read-only\)$/,
  );
});

test('a host that breaks the connection off is passed over, with the reason', async () => {
  const authenticatedAndReady = Buffer.from('5200000008000000005a0000000549', 'hex');
  await using server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(authenticatedAndReady);
      socket.once('data', () => socket.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  await expect(createFindPrimary([{ host: '127.0.0.1', port }], { user: 'user' })()).rejects.toEqual(
    expect.objectContaining({
      message: `None of the hosts accepts writes (127.0.0.1:${port}: Connection terminated unexpectedly)`,
      cause: expect.any(AggregateError),
    }),
  );
});
