import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { Postgres } from './postgres.ts';
import { temporaryDirectory } from './temporary-directory.ts';

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
    const [kind, name = ''] = subject.split(':', 2);
    const altName = kind === 'IP' ? { type: 7 as const, ip: name } : { type: 2 as const, value: name };
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'test' }], {
      algorithm: 'sha256',
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [altName] },
      ],
    });
    await writeFile(certificate.path, cert);
    await writeFile(certificate.#key, key);
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
