import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Postgres } from './postgres.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const run = promisify(execFile);

/** A self-signed certificate of a server, which is its own root. */
export class Certificate implements AsyncDisposable {
  /** The file with the certificate, for `sslrootcert`. */
  readonly path: string;
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
    this.path = join(directory, 'server.crt');
  }

  /** @param subject the host it is for, e.g. `IP:127.0.0.1` or `DNS:localhost` */
  static async create(subject: string): Promise<Certificate> {
    const certificate = new Certificate(await temporaryDirectory());
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=test'],
      ...['-addext', `subjectAltName=${subject}`, '-keyout', certificate.#key, '-out', certificate.path],
    ]);
    return certificate;
  }

  /** Turns on TLS with this certificate, for new connections to a server. */
  async installOn(postgres: Postgres): Promise<void> {
    for (const [name, path] of Object.entries({ 'server.crt': this.path, 'server.key': this.#key })) {
      const lines = `unnest(string_to_array('${(await readFile(path, 'utf8')).trim()}', E'\\n'))`;
      // The server rejects a key that other users may read.
      await postgres.query(`copy (select ${lines}) to program 'umask 077; cat > ${name}'`);
    }
    await postgres.change('ssl', 'on');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#directory, { recursive: true });
  }

  get #key(): string {
    return join(this.#directory, 'server.key');
  }
}
