import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.ts';
import { createLogger } from '../../src/log.ts';
import { type ServiceConfig, startService } from '../../src/service.ts';

/** The real service on a database of its own. */
export interface Target {
  readonly url: string;
  /** Runs one statement on the service's database. */
  query(text: string, values?: unknown[]): Promise<void>;
  /** @param expires when the token expires, as jose reads it: `1h` is an hour from now, `-1h` an hour ago */
  token(player: string, expires?: string): Promise<string>;
}

/**
 * Starts the service on an empty database, does something with it, and removes both, also on a signal or an uncaught error.
 *
 * @throws Error that names the signal, or the uncaught error
 */
export async function withTarget<Result>(work: (target: Target) => Promise<Result>): Promise<Result> {
  await using stack = new AsyncDisposableStack();
  const interrupted = new AbortController();
  const interrupt = (reason: unknown) =>
    interrupted.abort(reason instanceof Error ? reason : new Error(`Interrupted by ${reason}`));
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException']) {
    process.on(event, interrupt);
    stack.defer(() => {
      process.off(event, interrupt);
    });
  }
  const directory = await mkdtemp(join(tmpdir(), 'verse-submissions-dredd-'));
  stack.defer(() => rm(directory, { recursive: true }));
  const postgres = await startEmbeddedPostgres(directory, { fsync: 'off' });
  stack.defer(postgres.stop);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  stack.defer(() => client.end());

  const secret = randomBytes(32).toString('hex');
  const config = readConfig({ DATABASE_URL: postgres.url, AUTH_JWT_SECRET: secret, PORT: '0' });
  const service = await startService(config as ServiceConfig, createLogger('error'));
  stack.defer(service.close);

  const target: Target = {
    url: service.url,
    query: async (text, values) => {
      await client.query(text, values);
    },
    token: (player, expires = '1h') =>
      new SignJWT({ sub: player })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(expires)
        .sign(new TextEncoder().encode(secret)),
  };
  const interruption = once(interrupted.signal, 'abort').then(() => Promise.reject(interrupted.signal.reason));
  interrupted.signal.throwIfAborted();
  return await Promise.race([work(target), interruption]);
}
