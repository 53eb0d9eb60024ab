import pg from 'pg';
import { ConfiguredClient } from './configured-client.ts';
import type { FindPrimary } from './primary.ts';
import { tlsTo } from './primary.ts';
import { sqlState, sqlStates } from './sqlstate.ts';
import type { StatementLimit } from './statement-limit.ts';

export interface ClientConfig extends pg.ClientConfig {
  /** Finds the host to connect to; set if there are several. */
  readonly findPrimary?: FindPrimary;
  /** Shared by the connections of a pool. */
  readonly statementLimit?: StatementLimit;
}

/**
 * Whether a pooler rejects a connection because it limits its statements. PgBouncer has the same
 * SQLSTATE for other reasons, such as too many clients.
 */
export function isLimitRejected(error: unknown): boolean {
  const { message } = error as { readonly message?: unknown };
  return sqlState(error) === sqlStates.protocolViolation && String(message).includes('statement_timeout');
}

/**
 * The `routine` of PostgreSQL's notice that it has stopped waiting for a synchronous standby. It
 * then reports success nevertheless.
 */
const unreplicatedCommit = 'SyncRepWaitForLSN';

/**
 * A connection that finds the primary, and limits its statements. The first failure that makes it
 * unreliable closes it.
 */
export class Client extends ConfiguredClient {
  readonly #config: ClientConfig;
  #unreplicated = false;
  /** Rejects with the reason for which the connection was closed. */
  #failure: Promise<never> | undefined;

  constructor(config: ClientConfig) {
    // The pool has made the password a property that is not copied.
    super({ ...config, password: config.password, statement_timeout: config.statementLimit?.current() });
    this.#config = config;
    this.on('notice', ({ routine }) => {
      if (routine === unreplicatedCommit) this.#unreplicated = true;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: of pg's overloads, the pool uses the one with a callback
  override connect(callback?: any): any {
    const connected = this.#open();
    return callback === undefined ? connected : connected.then((client) => callback(null, client), callback);
  }

  async #open(): Promise<pg.Client> {
    const { findPrimary, ssl, statementLimit } = this.#config;
    try {
      if (findPrimary !== undefined) {
        const { host, port } = await findPrimary();
        if (this.connection.stream.destroyed) throw new Error('The pool has closed the connection');
        Object.assign(this, { host, port });
        if (ssl) Object.assign(this.connection, { ssl: tlsTo(host, ssl) });
      }
      return await super.connect();
    } catch (error) {
      if (isLimitRejected(error)) statementLimit?.reject(error);
      this.connection.stream.destroy(); // the server may be waiting for a password
      throw error;
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: of pg's overloads, Kysely uses the one with a promise
  override query(...args: any): any {
    // A later statement, such as the rollback, fails for the same reason, since the last error is
    // the one that is logged.
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

  /**
   * The pool drops a client that is ending. This does not wait for the server, which may not
   * respond.
   */
  #discard(reason: unknown): void {
    this.#failure = Promise.reject(reason);
    this.#failure.catch(() => {});
    this.end(() => {});
    this.connection.stream.destroy();
  }
}

/**
 * Whether PostgreSQL merely rejected a statement, so the connection is still good. Otherwise the
 * statement timed out, the connection is lost (SQLSTATE class 08), the server is shutting down or
 * ended the session (57P0x, 25P03), or it has become read-only, as a replaced primary does (25006).
 */
function isRejection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?!08|57P0|25006|25P03)./.test(sqlState(error));
}
