import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { serializePipelined } from '../../src/http/serialize-pipelined.ts';
import { eventually } from '../support/eventually.ts';

const maxWaiting = 3;

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** A server that runs a connection's requests one at a time, and a connection to it. */
async function connection(listener: RequestListener): Promise<Socket> {
  server = createServer(serializePipelined(listener, maxWaiting));
  return await connectTo(server);
}

async function connectTo(listening: Server): Promise<Socket> {
  if (!listening.listening) await once(listening.listen(0, '127.0.0.1'), 'listening');
  return connect((listening.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
}

const requests = (...paths: string[]) => paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

/** A listener that writes down what it begins and ends, and takes a while for each request. */
function recorded(): { log: string[]; listener: RequestListener } {
  const log: string[] = [];
  return {
    log,
    async listener({ url }: IncomingMessage, response: ServerResponse) {
      log.push(`begin ${url}`);
      await setTimeout(20);
      log.push(`end ${url}`);
      response.end(url);
    },
  };
}

/** Receives until so many responses have arrived. */
async function bodies(socket: Socket, count: number): Promise<string[]> {
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  const found = () => [...text.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, body = '']) => body);
  await eventually(`${count} responses`, () => found().length >= count);
  return found();
}

test('pipelined requests run in order, each after the previous response', async () => {
  const { log, listener } = recorded();
  const socket = await connection(listener);
  socket.write(requests('/1', '/2', '/3', '/4'));
  expect(await bodies(socket, 4)).toEqual(['/1', '/2', '/3', '/4']);
  expect(log).toEqual(['/1', '/2', '/3', '/4'].flatMap((url) => [`begin ${url}`, `end ${url}`]));
});

test('requests that come after all responses of a connection run as the first ones did', async () => {
  const socket = await connection(recorded().listener);
  socket.write(requests('/1', '/2', '/3', '/4'));
  await bodies(socket, 4);
  socket.write(requests('/5', '/6', '/7', '/8'));
  expect(await bodies(socket, 4)).toEqual(['/5', '/6', '/7', '/8']);
});

test('a request waits until the client has taken the previous response', async () => {
  let begun = 0;
  const socket = await connection((_request, response) => {
    begun++;
    response.end(Buffer.alloc(20_000_000));
  });
  socket.pause();
  socket.write(requests('/1', '/2'));
  await eventually('the first request', () => begun > 0);
  await setTimeout(200);
  expect(begun).toBe(1);
  socket.resume();
  await eventually('the second request', () => begun === 2);
});

test('requests of different connections run at the same time', async () => {
  const count = 3;
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const sockets = [
    await connection(async ({ url }, response) => {
      if (++begun === count) all.resolve();
      await all.promise; // none ends before all have begun
      response.end(url);
    }),
  ];
  while (sockets.length < count) sockets.push(await connectTo(server as Server));
  for (const [index, socket] of sockets.entries()) socket.write(requests(`/${index}`));
  const received = await Promise.all(sockets.map((socket) => bodies(socket, 1)));
  expect(received).toEqual([['/0'], ['/1'], ['/2']]);
});

test('each request has its own asynchronous context', async () => {
  const contexts = new AsyncLocalStorage<string | undefined>();
  const seen: unknown[] = [];
  server = createServer();
  const listener = serializePipelined(async ({ url }, response) => {
    seen.push([url, contexts.getStore()]);
    await setTimeout(20);
    response.end(url);
  }, maxWaiting);
  server.on('request', (request, response) => contexts.run(request.url, () => listener(request, response)));
  const socket = await connectTo(server);
  socket.write(requests('/1', '/2', '/3'));
  await bodies(socket, 3);
  expect(seen).toEqual(['/1', '/2', '/3'].map((url) => [url, url]));
});

test('one request too many closes the connection, and waiting requests do not run', async () => {
  const { log, listener } = recorded();
  const socket = await connection(listener);
  socket.write(requests('/1', '/2', '/3', '/4', '/5'));
  await once(socket, 'close');
  await setTimeout(100);
  expect(log).toEqual(['begin /1', 'end /1']);
});

test('requests of a client that has left do not run', async () => {
  const { log, listener } = recorded();
  const socket = await connection(listener);
  socket.write(requests('/1', '/2', '/3'));
  await eventually('the first request', () => log.length > 0);
  socket.resetAndDestroy();
  await setTimeout(100);
  expect(log).toEqual(['begin /1', 'end /1']);
});
