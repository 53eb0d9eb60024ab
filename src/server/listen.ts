import { createServer, type Server } from 'node:http';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';

/**
 * Listens on a port.
 *
 * @param name the variable that sets the port
 * @throws StartError that names host and port, where the server cannot listen
 */
export function listen(server: Server, host: string, name: 'PORT' | 'ADMIN_PORT', port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.listen(port, host);
    server.once('listening', () => resolve(server));
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE'
          ? `another program uses it. Choose another port: ${name}=${(port % 65_535) + 1} npm start`
          : cause.message;
      reject(new StartError(`The service cannot listen on HOST ${host}, ${name} ${port}: ${reason}`, { cause }));
    });
  });
}

/**
 * Looks whether a port is free.
 *
 * @throws StartError that names host and port, where a server cannot listen
 */
export async function assertCanListen(host: string, name: 'PORT' | 'ADMIN_PORT', port: number): Promise<void> {
  const server = await listen(createServer(), host, name, port);
  await promisify(server.close.bind(server))();
}
