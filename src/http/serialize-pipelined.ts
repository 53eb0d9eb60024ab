import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  latest: ServerResponse;
  waiting: number;
}

/**
 * Runs the requests of a connection one after the other, each once the client has taken the
 * previous response. Node by itself runs pipelined requests at the same time, although their
 * responses must go out in order (RFC 9112, 9.3.2): a single connection could occupy the service.
 *
 * @param maxWaiting how many requests of a connection may wait; one more closes the connection,
 *   and none that waits is run
 */
export function serializePipelined(listener: RequestListener, maxWaiting: number): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  return (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) {
      connections.set(socket, { latest: response, waiting: 0 });
      return listener(request, response);
    }

    const previous = connection.latest;
    connection.latest = response;
    if (previous.closed) return listener(request, response);

    connection.waiting++;
    if (connection.waiting > maxWaiting) {
      socket.destroy();
      return;
    }
    // Bound to the request's own asynchronous context, or its trace would be the previous
    // request's.
    const run = AsyncLocalStorage.bind(() => {
      connection.waiting--;
      if (socket.writable) listener(request, response);
    });
    previous.once('close', run);
  };
}
