import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { isTruncated } from '../../src/api/body.ts';
import { handleClientErrors } from '../../src/http/client-errors.ts';
import { parseResponse } from '../support/raw-http.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server with nothing but the handling of client errors, and a connection to it. */
async function connection(listener: Listener): Promise<Socket> {
  server = createServer({ headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 50 }, listener);
  handleClientErrors(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

/** All that is received until the connection ends. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  socket.on('error', () => {});
  await once(socket, 'close');
  return text;
}

/** Reads the body to its end, and says whether that was its real end. */
const sayWhetherCutShort: Listener = async (request, response) => {
  for await (const _ of request);
  await setTimeout(50);
  response.end(`cut short: ${isTruncated(request)}`);
};

const broken = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\nno chunk\r\n';

describe('input that is no request gets a documented response that closes the connection', () => {
  test.each([
    ['garbage', 'garbage\r\n\r\n', 400],
    ['headers that do not end', 'GET / HTTP/1.1\r\nHost: a\r\n', 408],
  ])('%s', async (_title, sent, status) => {
    const socket = await connection(sayWhetherCutShort);
    socket.write(sent);
    const response = parseResponse(await received(socket));
    expect(response).toMatchObject({ status, text: '{"error":"Bad request"}' });
    expect(response?.headers.get('Connection')).toBe('close');
  });

  test('also after a complete request', async () => {
    const socket = await connection(sayWhetherCutShort);
    const all = received(socket);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    socket.write('garbage\r\n\r\n');
    const text = await all;
    expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(text).toMatch(/cut short: falseHTTP\/1.1 400 Bad Request\r\n/);
  });

  test('even if the client goes on sending, for a second', async () => {
    const socket = await connection(sayWhetherCutShort);
    const all = received(socket);
    const sending = setInterval(() => socket.write('garbage\r\n\r\n'), 10);
    expect(await all).toMatch(/"Bad request"\}$/);
    clearInterval(sending);
  });
});

describe('a malformed body', () => {
  test.each([
    ['', false],
    [', even if the client ends its side', true],
  ])('counts as cut short, gets a whole response and closes the connection%s', async (_title, ends) => {
    const socket = await connection(sayWhetherCutShort);
    socket.write(broken);
    if (ends) socket.end();
    const text = await received(socket);
    expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(text).toContain('Connection: close\r\n');
    expect(text).toMatch(/cut short: true$/);
  });

  test('gets the rest of a response during which the request times out', async () => {
    const socket = await connection(async (request, response) => {
      for await (const _ of request);
      response.write('begun');
      await once(server as Server, 'clientError');
      response.end(', ended');
    });
    socket.write(broken);
    expect(await received(socket)).toContain(', ended');
  });

  test('closes the connection at once if the response has begun', async () => {
    const socket = await connection((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('begun');
    });
    const all = received(socket);
    socket.write(broken.slice(0, broken.indexOf('no chunk')));
    await once(socket, 'data');
    socket.write('no chunk\r\n');
    expect(await all).toMatch(/begun$/);
  });
});
