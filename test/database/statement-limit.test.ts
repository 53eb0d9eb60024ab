import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { isLimitRejected } from '../../src/database/client.ts';
import { requestLimits, responseMs } from '../../src/database/limits.ts';
import { createOrm } from '../../src/database/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { OpenTransaction } from '../support/open-transaction.ts';

let database: TestDatabase;
let log: { level: number; msg: string }[];
const logger = pino({ level: 'warn' }, { write: (line) => log.push(JSON.parse(line)) });
beforeEach(async () => {
  database = await createTestDatabase();
  log = [];
});
afterEach(() => database.drop());

const rejected = expect.objectContaining({
  level: 40,
  err: expect.objectContaining({ code: '08P01', message: 'unsupported startup parameter: statement_timeout' }),
  msg: 'statement_timeout rejected by a pooler: set it for the role, as deploy/roles.sql does',
});

/** PostgreSQL's ErrorResponse: a FATAL error with the SQLSTATE 08P01. */
const rejection = Buffer.from('E\0\0\0\x00SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0');
rejection.writeInt32BE(rejection.length - 1, 1);

/**
 * Stands in for PgBouncer at its defaults: it rejects clients that set `statement_timeout`, and
 * passes others on to PostgreSQL.
 */
async function startPooler(database: string): Promise<{ url: string; server: Server }> {
  const { hostname, port } = new URL(database);
  const server = createServer((client) => {
    client.on('error', () => {});
    client.once('data', (startup) => {
      if (startup.includes('statement_timeout')) {
        client.end(rejection);
        return;
      }
      const postgres = connect(Number(port), hostname, () => postgres.write(startup));
      postgres.on('error', () => client.destroy());
      client.pipe(postgres).pipe(client);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, server };
}

/**
 * Locks the submissions, and expects that PostgreSQL ends the statement that a pool has given up
 * on.
 */
async function expectStatementsEnd(url: string): Promise<void> {
  const orm = createOrm(url, 1, logger, { connectMs: 2_000, queryMs: 300, statementMs: 600 });
  await orm.em
    .fork()
    .execute('select 1')
    .catch(() => {}); // a pooler may reject the first connection
  const lock = await OpenTransaction.lockingTable(database, 'scheduled_submission');
  const statement = orm.em.fork().execute('select from scheduled_submission');
  await Promise.all([lock.awaited(), expect(statement).rejects.toThrow('Query read timeout')]);
  await eventually('no session that waits for the table', async () => (await lock.waiting()) === 0);
  await lock.rollback();
  await orm.close();
}

test("the limits of a request's two queries add up to less than the promised five seconds", () => {
  expect(2 * responseMs).toBeLessThan(5_000);
  expect(Math.max(requestLimits.connectMs, requestLimits.queryMs)).toBeLessThanOrEqual(responseMs);
});

test('PostgreSQL ends statements that the service has given up on, which frees their connections', async () => {
  await expectStatementsEnd(database.serviceUrl);
  expect(log).toEqual([]);
});

test("behind a pooler that rejects the limit, the role's setting does so", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.query(`alter role verses_service in database ${name} set statement_timeout = 600`);
  const { url, server } = await startPooler(database.serviceUrl);
  await expectStatementsEnd(url);
  server.close();
  expect(log).toEqual([rejected]);
});

test.each([
  ['unsupported startup parameter: statement_timeout', true],
  ['unsupported startup parameter in options: statement_timeout', true],
  ['no more connections allowed (max_client_conn)', false],
])('a pooler that says “%s” rejects the limit: %p', (message, want) => {
  expect(isLimitRejected(Object.assign(new Error(message), { code: '08P01' }))).toBe(want);
});
