import { parseIntoClientConfig } from 'pg-connection-string';
import { StartError } from '../start-error.ts';
import { hostUrls } from './hosts.ts';
import type { ClientConfig } from './pg-client.ts';
import { addressOf, createFindPrimary, tlsTo } from './primary.ts';

/** A database's URL cannot be used. The message says why, in one line. */
export class DatabaseUrlError extends StartError {}

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
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/**
 * Reads everything that pg needs for a connection from a PostgreSQL URL, and from the files that it
 * names. MikroORM itself takes no parameters from a URL.
 *
 * @param url a URL that `isDatabaseUrl` accepts
 * @param variable where it comes from, for the error
 * @throws DatabaseUrlError when it has a parameter that the service does not support, a part
 *   cannot be decoded, or a file cannot be read
 */
export function clientConfig(url: string, variable: string): ClientConfig {
  const urls = hostUrls(url);
  const { searchParams, pathname } = new URL(urls[0] as string);
  for (const name of searchParams.keys()) {
    if (supported.includes(name)) continue;
    throw new DatabaseUrlError(`${variable} has the parameter ${name}; supported are ${supported.join(', ')}`);
  }
  if (!sslModes.includes(searchParams.get('sslmode') ?? 'disable')) {
    throw new DatabaseUrlError(`${variable} has a wrong sslmode; it must be one of ${sslModes.join(', ')}`);
  }
  const addresses = usable(variable, () => urls.map(addressOf));
  const [{ host, port }] = addresses as [(typeof addresses)[0]];
  const { user, password, ssl, application_name, options } = usable(variable, () =>
    parseIntoClientConfig(urls[0] as string),
  );
  const database = usable(variable, () => decodeURIComponent(pathname.slice(1)));
  const config = { host, port, user, password, database, ssl: tlsTo(host, ssl), application_name, options };
  return urls.length === 1 ? config : { ...config, findPrimary: createFindPrimary(addresses, config) };
}

function usable<Part>(variable: string, read: () => Part): Part {
  try {
    return read();
  } catch (cause) {
    throw new DatabaseUrlError(`${variable} cannot be used: ${(cause as Error).message}`, { cause });
  }
}
