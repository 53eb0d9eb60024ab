import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import { handleClientErrors } from './client-errors.ts';
import { clientClosingMs, clientLimits, maxWaiting, stalledMs } from './client-limits.ts';
import { serializePipelined } from './serialize-pipelined.ts';

/** The variable that sets a port. */
type PortVariable = 'PORT' | 'ADMIN_PORT';

/**
 * Opens a server to clients, within the limits for them.
 *
 * @param maxConnections further ones are closed at once; unlimited by default
 * @throws StartError as `listen` does
 */
export async function openServer(
  listener: RequestListener,
  host: string,
  name: PortVariable,
  port: number,
  maxConnections?: number,
): Promise<Server> {
  // Without a Host, our own middleware responds: Node's 400 has no body.
  const options = { ...clientLimits, requireHostHeader: false };
  const server = createServer(options, serializePipelined(listener, maxWaiting)).setTimeout(stalledMs);
  // An Expect that is unknown may be ignored (RFC 9110, 10.1.1): Node's 417 has no body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  handleClientErrors(server);
  return await listen(server, host, name, port);
}

/**
 * Listens on a port.
 *
 * @param advice what to do if the port is taken
 * @throws StartError that names host and port, where the server cannot listen
 */
function listen(
  server: Server,
  host: string,
  name: PortVariable,
  port: number,
  advice = `Set ${name} to another port`,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.listen(port, host);
    server.once('listening', () => resolve(server));
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? `another program uses it. ${advice}` : cause.message;
      reject(new StartError(`The service cannot listen on HOST ${host}, ${name} ${port}: ${reason}`, { cause }));
    });
  });
}

/** Accepts no more connections and closes idle ones, until none is left or the limit has passed. */
export async function closeServer(server: Server, limitMs = clientClosingMs): Promise<void> {
  const closed = promisify(server.close.bind(server))();
  // Node closes the connections that are idle now. One that was busy would stay open for seconds
  // after its response, until its keep-alive ends.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const timeout = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timeout);
}

/**
 * Checks that a port is free, for `npm start`.
 *
 * @throws StartError that names host and port, where a server cannot listen
 */
export async function assertCanListen(host: string, name: PortVariable, port: number): Promise<void> {
  const other = port === 65_535 ? port - 1 : port + 1;
  const server = await listen(createServer(), host, name, port, `Choose another port: ${name}=${other} npm start`);
  await promisify(server.close.bind(server))();
}

/** The URL of a server that listens, e.g. http://127.0.0.1:3000 */
export function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
