import pg from 'pg';
import type { Logger } from 'pino';
import { sqlState, sqlStates } from './sqlstate.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Finds the one host of several that accepts writes. After a failover, it is a different one.
 *
 * @throws Error whose message says for each host why it cannot be used
 */
export type FindPrimary = () => Promise<Address>;

export interface ClientConfig extends pg.ClientConfig {
  /** Finds the host to connect to; set if there are several. */
  readonly findPrimary?: FindPrimary;
  /** Shared by the connections of a pool. */
  readonly statementLimit?: StatementLimit;
}

/**
 * A connection that its configuration alone determines. Wherever a value is missing, pg takes
 * libpq's: of variables such as PGOPTIONS, or of the file ~/.pgpass.
 */
export class ConfiguredClient extends pg.Client {
  readonly #config: pg.ClientConfig;

  constructor(config: pg.ClientConfig) {
    super({
      ...config,
      host: config.host || pg.defaults.host,
      user: config.user || pg.defaults.user,
      password: config.password || noPassword, // named, since the pool makes it non-enumerable
      ssl: config.ssl ?? false,
      sslnegotiation: 'postgres',
    });
    this.#config = config;
  }

  /**
   * What pg sends when the connection starts; its types lack this method. The types of the entities
   * read dates in ISO 8601, and a database or a role may have another DateStyle. PgBouncer accepts
   * this parameter, and keeps it for each client.
   */
  getStartupConf(): Record<string, string> {
    const { application_name, options, statement_timeout } = this.#config;
    return {
      user: this.user as string,
      database: this.database as string,
      DateStyle: 'ISO',
      ...(application_name && { application_name }),
      ...(options && { options }),
      ...(statement_timeout && { statement_timeout: String(statement_timeout) }),
    };
  }
}

function noPassword(): never {
  throw new Error('the server asks for a password, and the URL has none');
}

/**
 * The limit that each connection of a pool asks PostgreSQL for. A statement that waits for a lock
 * would otherwise continue in PostgreSQL, and hold a connection there, after the service has given
 * up on it.
 *
 * PgBouncer rejects it: later connections then ask for none, and the role's setting applies
 * (deploy/roles.sql).
 */
export interface StatementLimit {
  /** In milliseconds; undefined for no limit. */
  current(): number | undefined;
  /** Ends the limit, and logs why. */
  reject(err: unknown): void;
}

// Not a class: MikroORM copies the options of its driver.
export function createStatementLimit(ms: number | undefined, logger: Logger): StatementLimit {
  let current = ms;
  return {
    current: () => current,
    reject(err) {
      if (current === undefined) return;
      current = undefined;
      logger.warn({ err }, 'statement_timeout rejected by a pooler: set it for the role, as deploy/roles.sql does');
    },
  };
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

/**
 * Adds the host to the options of TLS. pg names it itself, but not if it is an IP address: then
 * Node would compare the certificate with "localhost".
 */
export function tlsTo(host: string, ssl: pg.ClientConfig['ssl']): pg.ClientConfig['ssl'] {
  if (typeof ssl !== 'object') return ssl;
  return { ...ssl, key: ssl.key, host }; // the pool makes the key non-enumerable, so the spread misses it
}
