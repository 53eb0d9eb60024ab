import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, jest, test } from '@jest/globals';
import { clientLimits, defaultMaxConnections } from '../../src/http/client-limits.ts';
import { closeServer, urlOf } from '../../src/http/listen.ts';

test('limits slow clients more strictly than Node does by default', () => {
  const [ours, nodes] = [createServer(clientLimits), createServer()];
  expect(ours.headersTimeout).toBeLessThan(nodes.headersTimeout);
  expect(ours.requestTimeout).toBeLessThan(nodes.requestTimeout);
  expect(ours.headersTimeout).toBeLessThanOrEqual(ours.requestTimeout);
});

test('a server that closes cuts off the clients whose requests are not done within the limit', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutOff = expect(fetch(urlOf(server))).rejects.toThrow();
  await once(server, 'request');
  await closeServer(server, 100);
  await cutOff;
});

test('the default number of connections asks no name server about the connections that are open', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const getReport = jest.spyOn(process.report, 'getReport');
  expect(defaultMaxConnections()).toBeGreaterThan(0);
  const report = getReport.mock.results[0]?.value as { libuv: { localEndpoint?: { ip4: string; host: string } }[] };
  const endpoints = report.libuv.flatMap(({ localEndpoint }) => localEndpoint ?? []);
  expect(endpoints).not.toEqual([]);
  expect(endpoints.map(({ host }) => host)).toEqual(endpoints.map(({ ip4 }) => ip4));
  getReport.mockRestore();
  await closeServer(server);
});
