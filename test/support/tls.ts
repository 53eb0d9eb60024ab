import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Postgres } from './postgres.ts';

const directory = join(import.meta.dirname, 'certificates');

/**
 * The file with the self-signed certificate of a server, for `sslrootcert`. All have the key
 * `server.key`, and are valid until 2126:
 *
 *   openssl req -x509 -key server.key -days 36500 -subj /CN=test \
 *     -addext subjectAltName=IP:127.0.0.1 -out 127.0.0.1.crt
 */
export function certificatePath(host: '127.0.0.1' | '127.0.0.2' | 'localhost'): string {
  return join(directory, `${host}.crt`);
}

/** Turns on TLS with a certificate, for new connections to a server. */
export async function installCertificate(path: string, postgres: Pick<Postgres, 'query' | 'change'>): Promise<void> {
  for (const [name, source] of Object.entries({ 'server.crt': path, 'server.key': join(directory, 'server.key') })) {
    const lines = `unnest(string_to_array('${(await readFile(source, 'utf8')).trim()}', E'\\n'))`;
    // The server rejects a key that other users may read.
    await postgres.query(`copy (select ${lines}) to program 'umask 077; cat > ${name}'`);
  }
  await postgres.change('ssl', 'on');
}
