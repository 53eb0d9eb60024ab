import pg from 'pg';
import type { FindPrimary } from './primary.ts';
import { tlsTo } from './tls.ts';

export interface ClientConfig extends pg.ClientConfig {
  /** Finds the host to connect to; set if there are several. */
  readonly findPrimary?: FindPrimary;
}

/** The `routine` of PostgreSQL's notice that it has stopped waiting for a synchronous standby. It then reports success nevertheless. */
const unreplicatedCommit = 'SyncRepWaitForLSN';

/** A connection that finds the primary. The first failure that makes it unreliable closes it. */
export class Client extends pg.Client {
  readonly #config: ClientConfig;
  #unreplicated = false;
  /** Rejects with the reason for which the connection was closed. */
  #failure: Promise<never> | undefined;

  constructor(config: ClientConfig) {
    super(config);
    this.#config = config;
    this.on('notice', ({ routine }) => {
      if (routine === unreplicatedCommit) this.#unreplicated = true;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: of pg's overloads, the pool uses the one with a callback
  override connect(callback?: any): any {
    const { findPrimary } = this.#config;
    if (findPrimary === undefined) return super.connect(callback);
    const connected = findPrimary().then(async ({ host, port }) => {
      if (this.connection.stream.destroyed) throw new Error('The pool has closed the connection');
      Object.assign(this, { host, port });
      if (this.#config.ssl) Object.assign(this.connection, { ssl: tlsTo(host, this.#config.ssl) });
      return await super.connect();
    });
    return callback === undefined ? connected : connected.then((client) => callback(null, client), callback);
  }

  // biome-ignore lint/suspicious/noExplicitAny: of pg's overloads, Kysely uses the one with a promise
  override query(...args: any): any {
    // A later statement, such as the rollback, fails for the same reason, since the last error is the one that is logged.
    if (this.#failure !== undefined) return this.#failure;
    const result: unknown = super.query.apply(this, args);
    return result instanceof Promise ? this.#checked(result) : result;
  }

  async #checked<T>(result: Promise<T>): Promise<T> {
    try {
      const value = await result;
      if (this.#unreplicated) throw new Error('The commit was not confirmed by the synchronous standby');
      return value;
    } catch (error) {
      if (!isRejection(error)) this.#discard(error);
      throw error;
    }
  }

  /** The pool drops a client that is ending. This does not wait for the server, which may not respond. */
  #discard(reason: unknown): void {
    this.#failure = Promise.reject(reason);
    this.#failure.catch(() => {});
    this.end(() => {});
    this.connection.stream.destroy();
  }
}

/**
 * Whether PostgreSQL merely rejected a statement, so the connection is still good. Otherwise the statement timed out, the connection is
 * lost (SQLSTATE class 08), the server is shutting down or ended the session (57P0x, 25P03), or it has become read-only, as a
 * replaced primary does (25006).
 */
function isRejection(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof pg.DatabaseError && typeof code === 'string' && !/^(08|57P0|25006|25P03)/.test(code);
}
