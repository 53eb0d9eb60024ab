import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { StartError } from '../start-error.ts';

/** @throws StartError when 127.0.0.1 has none */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { message } = cause as Error;
    throw new StartError(`The embedded PostgreSQL needs a port of 127.0.0.1: ${message}`, { cause });
  }
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
