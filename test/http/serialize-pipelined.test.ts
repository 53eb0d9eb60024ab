import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { serializePipelined } from '../../src/http/serialize-pipelined.ts';

test('pipelined requests run in order, each after the previous response', async () => {
  const log: string[] = [];
  const listener = serializePipelined(async ({ url }, response) => {
    log.push(`begin ${url}`);
    await setTimeout(20);
    log.push(`end ${url}`);
    response.end();
  }, 3);
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const paths = ['/1', '/2', '/3'];
  for (const path of paths) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  socket.write('GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await text(socket);
  server.close();
  expect(log).toEqual([...paths, '/last'].flatMap((path) => [`begin ${path}`, `end ${path}`]));
});
