import pg from 'pg';
import type { FindPrimary } from './primary.ts';

export interface ClientConfig extends pg.ClientConfig {
  /** Says which host to connect to, where there are several. */
  readonly findPrimary?: FindPrimary;
}

/** PostgreSQL says so in a notice when it stops waiting for a synchronous standby, and then reports success nevertheless. */
const unreplicatedCommit = 'SyncRepWaitForLSN';

/** A connection that finds the primary, and that is closed by the first failure after which it cannot be trusted. */
export class Client extends pg.Client {
  readonly #config: ClientConfig;
  #unreplicated = false;
  /** Why it was closed. */
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
    const connected = findPrimary(this.#config).then(async ({ host, port }) => {
      if (this.connection.stream.destroyed) throw new Error('The pool has given the connection up');
      Object.assign(this, { host, port });
      return await super.connect();
    });
    return callback === undefined ? connected : connected.then((client) => callback(null, client), callback);
  }

  // biome-ignore lint/suspicious/noExplicitAny: of pg's overloads, Kysely uses the one with a promise
  override query(...args: any): any {
    // A rollback of what failed here, say, is to fail for the same reason, since that is the one which is logged.
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
      if (!isAnswer(error)) this.#discard(error);
      throw error;
    }
  }

  /** The pool takes back no client that is ending. Nothing is waited for: the other side may have gone silent. */
  #discard(reason: unknown): void {
    this.#failure = Promise.reject(reason);
    this.#failure.catch(() => {});
    this.end(() => {});
    this.connection.stream.destroy();
  }
}

/**
 * Whether PostgreSQL rejected a statement, and the connection is as good as before. Otherwise there was no answer in time, or there
 * is no connection any more (SQLSTATE class 08), the server shuts down or ended the session (57P0x, 25P03), or it has
 * become read-only, as a primary does that was replaced (25006).
 */
function isAnswer(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof pg.DatabaseError && typeof code === 'string' && !/^(08|57P0|25006|25P03)/.test(code);
}
