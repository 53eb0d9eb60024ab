import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { isTruncated, markTruncated } from '../api/body.ts';
import { sharedResponses } from '../generated/operations.ts';
import { lingerMs } from './client-limits.ts';
import { securityHeaders } from './security-headers.ts';

/** The statuses of errors that have one of their own, as in Node; for any other it is 400. */
const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Handles errors of HTTP parsing. If a body is cut short, the checks of its request are already
 * running: the request is marked, its body ends there, and the checks set the response. Node by
 * itself would respond with 400 without a body. Input that is no request for Koa gets the contract's
 * 400, and so does a request for a tunnel (CONNECT).
 */
export function handleClientErrors(server: Server): void {
  const exchanges = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  server.prependListener('request', (request, response) => {
    exchanges.set(request.socket, { request, response });
  });
  const rejected = new WeakSet<Duplex>();
  function reject(socket: Duplex, status = 400): void {
    rejected.add(socket);
    socket.end(badRequest(status));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  server.on('connect', (_request, socket) => {
    socket.on('error', () => {}); // the client may be gone
    reject(socket.resume());
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (rejected.has(socket)) return;
    const latest = exchanges.get(socket);
    const exchange = latest?.response.writableFinished ? undefined : latest;
    if (exchange !== undefined && isTruncated(exchange.request)) return; // the invalid body timed out, too
    if (!socket.writable || exchange?.response.headersSent) {
      socket.destroy();
    } else if (exchange === undefined) {
      reject(socket, statuses[error.code ?? '']);
    } else {
      const { request, response } = exchange;
      response.setHeader('Connection', 'close');
      markTruncated(request);
      request.complete = true; // otherwise the end of the stream would destroy the socket before the response is sent
      request.push(null);
      socket.pause(); // any further input, even the end of the stream, would cut the response off
    }
  });
}

/** The contract's 400, or the same with another status, as text: there is no response of Node's. */
function badRequest(status: number): string {
  const { headers, body } = sharedResponses.badRequest;
  const content = JSON.stringify(body);
  const lines = Object.entries({
    ...securityHeaders,
    ...headers,
    'X-Request-Id': randomUUID(),
    'Content-Length': Buffer.byteLength(content),
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', content].join('\r\n');
}
