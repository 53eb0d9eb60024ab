import type { ServerOptions } from 'node:http';

/**
 * Limits that keep slow clients from holding resources, in milliseconds. They apply to requests.
 */
export const clientLimits = {
  /** For sending the headers, from the start of the connection or the previous response. */
  headersTimeout: 10_000,
  /** For sending the whole request. */
  requestTimeout: 15_000,
  /**
   * Between a response and the next request. Longer than the minute of most proxies, or a proxy
   * could send a request on a connection that is just being closed.
   */
  keepAliveTimeout: 65_000,
  /** How often the first two limits are checked. */
  connectionsCheckingInterval: 1_000,
} satisfies ServerOptions;

/**
 * How long a connection may make no progress, in milliseconds: no byte of a request arrives, and
 * the client takes none of a response. Node needs up to twice that to notice that a client has
 * stopped reading. Longer than the limits of requests, whose clients get a response.
 */
export const stalledMs = 20_000;

/**
 * The most connections of clients at once: three quarters of the files that the process may open,
 * at most 10,000. The rest is for probes at `ADMIN_PORT`, the database and the pages' files.
 */
export function defaultMaxConnections(): number {
  // Otherwise Node looks up the host name of each open connection, which blocks the event loop.
  Object.assign(process.report, { excludeNetwork: true }); // @types/node lacks it
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  const files = Number(userLimits?.open_files.soft); // Windows has no such limit
  return Number.isNaN(files) ? 10_000 : Math.min(Math.floor(files * 0.75), 10_000);
}

/**
 * How long what a client still sends is read where a response ends the connection, in milliseconds:
 * closing it at once could reset it before the client has read the response.
 */
export const lingerMs = 1_000;

/** How many pipelined requests of a connection may wait for the responses before them. */
export const maxWaiting = 10;

/** How many requests begin in one turn of the event loop. */
export const requestsPerTurn = 20;

/**
 * How long a stopping instance still answers, so that clients see `Connection: close`, in
 * milliseconds.
 */
export const leavingMs = 1_000;

/** How long clients may take to finish their requests when the service stops, in milliseconds. */
export const clientClosingMs = 5_000;
