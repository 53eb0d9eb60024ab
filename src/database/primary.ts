import type pg from 'pg';
import { singleFlight } from '../single-flight.ts';
import { type Address, ConfiguredClient, type FindPrimary, tlsTo } from './client.ts';
import { hostMs } from './limits.ts';

/**
 * Connects to all hosts at once, so an unresponsive host causes no delay. Calls during a search
 * share its result.
 *
 * @param addresses of one database's hosts
 * @param config user, password and database
 * @param limitMs how long a host may take to accept the connection, and then to respond
 */
export function createFindPrimary(
  addresses: readonly Address[],
  config: pg.ClientConfig,
  limitMs = hostMs,
): FindPrimary {
  const limits = { connectionTimeoutMillis: limitMs, query_timeout: limitMs };
  return singleFlight(() => firstThatAcceptsWrites(addresses, { ...config, ...limits }));
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
  const client = new ConfiguredClient({
    ...config,
    ...address,
    ssl: tlsTo(address.host, config.ssl),
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
