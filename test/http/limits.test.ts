import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { clientLimits } from '../../src/http/limits.ts';
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
