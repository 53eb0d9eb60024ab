import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** What Node answers by itself where nobody listens to `clientError`; anything else is 400. */
const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const cutShort = new WeakSet<IncomingMessage>();

/** Whether the body of a request broke off, or was no HTTP from some point on. */
export function isCutShort(request: IncomingMessage): boolean {
  return cutShort.has(request);
}

/**
 * A body that breaks off belongs to a request whose checks are under way: it is marked and ends there, and the checks answer.
 * By itself, Node would answer 400 without a body. What is no HTTP from the start has no request, and gets Node's answer.
 */
export function handleClientErrors(server: Server): void {
  const exchanges = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  server.prependListener('request', (request, response) => {
    exchanges.set(request.socket, { request, response });
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const latest = exchanges.get(socket);
    const exchange = latest?.response.writableFinished ? undefined : latest;
    if (exchange !== undefined && isCutShort(exchange.request)) return; // the end of what was no HTTP already
    if (!socket.writable || exchange?.response.headersSent) {
      socket.destroy();
    } else if (exchange === undefined) {
      const status = statuses[error.code ?? ''] ?? 400;
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    } else {
      const { request, response } = exchange;
      response.setHeader('Connection', 'close');
      cutShort.add(request);
      request.complete = true; // or else the end of the stream would destroy the socket, and the answer with it
      request.push(null);
      socket.pause(); // whatever else comes, even the client's end, would cut the answer off
    }
  });
}
