import type pg from 'pg';

/**
 * Adds the host to the options of TLS. pg names it itself, but not if it is an IP address: then
 * Node would compare the certificate with "localhost".
 */
export function tlsTo(host: string, ssl: pg.ClientConfig['ssl']): pg.ClientConfig['ssl'] {
  if (typeof ssl !== 'object') return ssl;
  return { ...ssl, key: ssl.key, host }; // the pool makes the key non-enumerable, so the spread misses it
}
