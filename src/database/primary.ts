import pg from 'pg';
import { hostMs } from './limits.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Finds the one of several hosts that accepts writes, which is another one after a failover.
 *
 * @param config user, password and database
 * @throws Error that says of each host why it cannot be used
 */
export type FindPrimary = (config: pg.ClientConfig) => Promise<Address>;

/**
 * All hosts are asked at once, so that one which says nothing at all delays nobody. Those who want to know meanwhile share the answer.
 *
 * @param urls of one database on different hosts
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
  const answers = addresses.map((address) => assertAcceptsWrites(address, config));
  try {
    return await Promise.any(answers);
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
    password: config.password, // which a pool hides from the spread
    ...address,
    connectionTimeoutMillis: hostMs,
    query_timeout: hostMs,
  });
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
