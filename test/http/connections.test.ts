import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { RunningScript } from '../support/process.ts';
import { testSecret } from '../support/service.ts';

/** More than the process may open. */
const idleClients = 300;

test('idle clients at PORT, however many, leave the probes at ADMIN_PORT their files', async () => {
  const database = await createTestDatabase();
  const script = new RunningScript(
    root,
    ['-c', `ulimit -n 200 && exec "${process.execPath}" dist/main.js`],
    { DATABASE_URL: database.serviceUrl, AUTH_JWT_SECRET: testSecret, PORT: '0', ADMIN_PORT: '0' },
    'sh',
  );
  const [line] = await script.printed(/^.*"msg":"listening".*$/m);
  const { url, adminUrl } = JSON.parse(line);
  const { hostname, port } = new URL(url);

  const clients = Array.from({ length: idleClients }, () => connect(Number(port), hostname).on('error', () => {}));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  const probes = Array.from({ length: 20 }, () => fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(5_000) }));
  expect(new Set((await Promise.all(probes)).map(({ status }) => status))).toEqual(new Set([200]));
  await eventually('a dropped connection', async () => {
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    return /^dropped_connections_total [1-9]/m.test(metrics);
  });
  for (const client of clients) client.destroy();
  // The connections that were not accepted have left nothing behind.
  await eventually(
    'a player',
    async () => (await fetch(new URL('/submit', url)).catch(() => undefined))?.status === 200,
  );

  expect(await script.kill('SIGTERM')).toBe(0);
  await database.drop();
});
