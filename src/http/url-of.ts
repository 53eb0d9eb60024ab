import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The URL of a server that listens, e.g. http://127.0.0.1:3000 */
export function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
