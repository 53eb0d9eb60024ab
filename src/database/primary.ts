import pg from 'pg';
import { hostMs } from './limits.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The one of several hosts that accepts writes, which is another one after a failover. */
export class Primary {
  readonly #addresses: readonly Address[];
  #search: Promise<Address> | undefined;

  /** @param urls of one database on different hosts */
  constructor(urls: readonly string[]) {
    this.#addresses = urls.map((url) => {
      const { hostname, port } = new URL(url);
      return { host: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'), port: Number(port || pg.defaults.port) };
    });
  }

  /**
   * Asks all hosts at once, so that one which says nothing at all delays nobody. Those who ask meanwhile share the answer.
   *
   * @param config user, password and database
   * @throws Error that says of each host why it cannot be used
   */
  find(config: pg.ClientConfig): Promise<Address> {
    this.#search ??= this.#ask(config).finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  async #ask(config: pg.ClientConfig): Promise<Address> {
    try {
      return await Promise.any(this.#addresses.map((address) => assertAcceptsWrites(config, address)));
    } catch (cause) {
      const reasons = (cause as AggregateError).errors.map(
        (error: Error, index) => `${this.#addresses[index]?.host}:${this.#addresses[index]?.port}: ${error.message}`,
      );
      throw new Error(`None of the hosts accepts writes (${reasons.join('; ')})`, { cause });
    }
  }
}

async function assertAcceptsWrites(config: pg.ClientConfig, address: Address): Promise<Address> {
  const client = new pg.Client({ ...config, ...address, connectionTimeoutMillis: hostMs, query_timeout: hostMs });
  client.on('error', () => {}); // what goes wrong is thrown
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('read-only');
    return address;
  } finally {
    client.end(() => {});
  }
}
