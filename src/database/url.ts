import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { Logger } from 'pino';
import { StartError } from '../start-error.ts';
import { type Address, type ClientConfig, tlsTo } from './client.ts';
import { createFindPrimary } from './primary.ts';

/**
 * The parameters of a URL that the service honours, by libpq's names. docs/configuration.md
 * describes them.
 */
const supported = [
  'application_name',
  'options',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'target_session_attrs',
  'uselibpqcompat',
];

/**
 * Parameters of the URLs that hosts of databases and other libraries give. They change nothing
 * here: the service has time limits of its own, verifies the server's certificate, and takes the
 * size of its pool from DATABASE_POOL_SIZE.
 */
const ignored = [
  ...['channel_binding', 'client_encoding', 'connect_timeout', 'fallback_application_name', 'gssencmode'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count', 'load_balance_hosts'],
  ...['sslcompression', 'sslnegotiation', 'sslsni', 'tcp_user_timeout'],
  ...['connection_limit', 'pgbouncer', 'pool_timeout', 'socket_timeout', 'statement_cache_size', 'supa'],
];

/** What to write instead of a parameter that would change something. */
const replacements: Readonly<Record<string, string>> = {
  host: 'write the host before the name of the database, and / in it as %2F',
  schema: 'write options=-c%20search_path%3D and the schema instead',
  ssl: 'write sslmode=verify-full instead',
  sslaccept: 'write sslmode=verify-full instead',
};
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/**
 * Reads everything that pg needs for a connection from a PostgreSQL URL, and from the files that it
 * names. MikroORM itself takes no parameters from a URL.
 *
 * @param url a URL that `isDatabaseUrl` accepts
 * @param variable where it comes from, for the error
 * @throws StartError when it has a parameter that the service does not support, a part
 *   cannot be decoded, or a file cannot be read
 */
export function clientConfig(url: string, variable: string): ClientConfig {
  const urls = hostUrls(url);
  const { searchParams, pathname } = new URL(urls[0] as string);
  const reject = (reason: string) => {
    throw new StartError(`${variable} has ${reason}`);
  };
  for (const name of searchParams.keys()) {
    if (supported.includes(name) || ignored.includes(name)) continue;
    // After a character of a password that is not encoded, the rest of it can look like a name.
    const parameter = /^\w+$/.test(name) ? `the parameter ${name}` : 'a parameter with an odd name';
    reject(`${parameter}; ${replacements[name] ?? `supported are ${supported.join(', ')}`}`);
  }
  if (!sslModes.includes(searchParams.get('sslmode') ?? 'disable')) {
    reject(`a wrong sslmode; it must be one of ${sslModes.join(', ')}`);
  }
  const addresses = usable(variable, () => urls.map(addressOf));
  const [{ host, port }] = addresses as [(typeof addresses)[0]];
  const { user, password, ssl, application_name, options } = usable(variable, () =>
    parseIntoClientConfig(forParser(urls[0] as string)),
  );
  if (!user && !pg.defaults.user) reject('no user');
  if (searchParams.get('gssencmode') === 'require')
    reject('gssencmode=require; remove it, and use sslmode=verify-full');
  const verifies = typeof ssl === 'object' && ssl.rejectUnauthorized !== false;
  for (const [name, value] of [
    ['channel_binding', 'require'],
    ['sslnegotiation', 'direct'],
  ] as const) {
    if (searchParams.get(name) === value && !verifies) reject(`${name}=${value}; add sslmode=verify-full`);
  }
  const database = usable(variable, () => decodeURIComponent(pathname.slice(1)));
  const config = { host, port, user, password, database, ssl: tlsTo(host, ssl), application_name, options };
  return urls.length === 1 ? config : { ...config, findPrimary: createFindPrimary(addresses, config) };
}

/** Logs which parameters of a database's URL have no effect. */
export function logIgnoredParameters(url: string, variable: string, logger: Logger): void {
  const parameters = ignored.filter((name) => new URL(hostUrls(url)[0] as string).searchParams.has(name));
  if (parameters.length > 0) logger.info({ variable, parameters }, 'parameters without effect');
}

/**
 * The URL as pg's parser takes it: to libpq's weaker modes, which it reads as `verify-full`, it adds
 * a warning of many lines; and it would look for a file called `system`, by which libpq means the
 * system's authorities and `verify-full`.
 */
function forParser(url: string): string {
  const changed = new URL(url);
  const { searchParams } = changed;
  const isSystem = searchParams.get('sslrootcert') === 'system';
  if (isSystem) searchParams.delete('sslrootcert');
  const isAlias = ['prefer', 'require', 'verify-ca'].includes(searchParams.get('sslmode') ?? '');
  if (isSystem || (isAlias && searchParams.get('uselibpqcompat') !== 'true'))
    searchParams.set('sslmode', 'verify-full');
  return changed.href;
}

function usable<Part>(variable: string, read: () => Part): Part {
  try {
    return read();
  } catch (cause) {
    throw new StartError(`${variable} cannot be used: ${(cause as Error).message}`, { cause });
  }
}

/** The host and port of a URL that names one host. */
function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  const host = decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port || pg.defaults.port) };
}

/**
 * Returns one URL for each host of a PostgreSQL URL, which may name several hosts, separated by
 * commas, as in libpq.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#@]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/**
 * Whether a text is a PostgreSQL URL that names a database. `target_session_attrs` may not ask for a
 * standby, since the service needs the host that accepts writes.
 */
export function isDatabaseUrl(url: string): boolean {
  const urls = hostUrls(url);
  return (
    /^postgres(ql)?:\/\/./.test(url) &&
    urls.every((each) => URL.canParse(each) && (urls.length === 1 || new URL(each).hostname !== '')) &&
    new URL(urls[0] as string).pathname.length > 1 &&
    ['read-write', 'primary', 'any', null].includes(new URL(urls[0] as string).searchParams.get('target_session_attrs'))
  );
}
