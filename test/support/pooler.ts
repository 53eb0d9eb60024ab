import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** PostgreSQL's ErrorResponse: a FATAL error with the SQLSTATE 08P01. */
const rejection = Buffer.from('E\0\0\0\x00SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0');
rejection.writeInt32BE(rejection.length - 1, 1);

/**
 * Stands in for PgBouncer at its defaults: it rejects clients that set `statement_timeout`, and
 * passes others on to PostgreSQL.
 */
export async function startPooler(database: string): Promise<{ url: string; server: Server }> {
  const { hostname, port } = new URL(database);
  const server = createServer((client) => {
    client.on('error', () => {});
    client.once('data', (startup) => {
      if (startup.includes('statement_timeout')) {
        client.end(rejection);
        return;
      }
      const postgres = connect(Number(port), hostname, () => postgres.write(startup));
      postgres.on('error', () => client.destroy());
      client.pipe(postgres).pipe(client);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, server };
}
