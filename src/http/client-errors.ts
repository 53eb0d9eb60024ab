import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { isTruncated, markTruncated } from '../api/body.ts';

/**
 * The statuses that Node sends by default if `clientError` has no listener; for other errors it is
 * 400.
 */
const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Handles errors of HTTP parsing. If a body is cut short, the checks of its request are already
 * running: the request is marked, its body ends there, and the checks set the response. Node by
 * itself would respond with 400 without a body. Input that is not HTTP from the start has no
 * request and gets Node's default response.
 */
export function handleClientErrors(server: Server): void {
  const exchanges = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  server.prependListener('request', (request, response) => {
    exchanges.set(request.socket, { request, response });
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const latest = exchanges.get(socket);
    const exchange = latest?.response.writableFinished ? undefined : latest;
    if (exchange !== undefined && isTruncated(exchange.request)) return; // the invalid body timed out, too
    if (!socket.writable || exchange?.response.headersSent) {
      socket.destroy();
    } else if (exchange === undefined) {
      const status = statuses[error.code ?? ''] ?? 400;
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
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
