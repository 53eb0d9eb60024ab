import pg from 'pg';
import { hostMs } from './limits.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Finds the one host of several that accepts writes. After a failover, it is a different one.
 *
 * @param config user, password and database
 * @throws Error whose message says for each host why it cannot be used
 */
export type FindPrimary = (config: pg.ClientConfig) => Promise<Address>;

/**
 * Connects to all hosts at once, so an unresponsive host causes no delay. Calls during a search share its result.
 *
 * @param urls the URLs of one database on several hosts
 */
export function createFindPrimary(urls: readonly string[]): FindPrimary {
  const addresses = urls.map(addressOf);
  let search: Promise<Address> | undefined;
  return (config) => {
    search ??= firstThatAcceptsWrites(addresses, config).finally(() => {
      search = undefined;
    });
    return search;
  };
}

function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  const host = decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port || pg.defaults.port) };
}

async function firstThatAcceptsWrites(addresses: readonly Address[], config: pg.ClientConfig): Promise<Address> {
  const checks = addresses.map((address) => assertAcceptsWrites(address, config));
  try {
    return await Promise.any(checks);
  } catch (cause) {
    const reasons = (cause as AggregateError).errors.map((error: Error, index) => {
      const { host, port } = addresses[index] as Address;
      return `${host}:${port}: ${error.message}`;
    });
    throw new Error(`None of the hosts accepts writes (${reasons.join('; ')})`, { cause });
  }
}

async function assertAcceptsWrites(address: Address, config: pg.ClientConfig): Promise<Address> {
  const client = new pg.Client({
    ...config,
    password: config.password, // the pool makes it non-enumerable, so the spread misses it
    ...address,
    connectionTimeoutMillis: hostMs,
    query_timeout: hostMs,
  });
  client.on('error', () => {}); // the calls below throw it
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('read-only');
    return address;
  } finally {
    client.end(() => {});
  }
}
