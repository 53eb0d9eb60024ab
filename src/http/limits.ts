import type { ServerOptions } from 'node:http';

/** So that slow clients take up nothing for long, in milliseconds. They are for what clients send, not for the service's answers. */
export const clientLimits = {
  /** To send the headers, from the connection or the answer before. */
  headersTimeout: 10_000,
  /** To send the whole request. */
  requestTimeout: 15_000,
  /** Between an answer and the next request. */
  keepAliveTimeout: 5_000,
  /** How often the first two are looked after. */
  connectionsCheckingInterval: 1_000,
} satisfies ServerOptions;

/** How long clients that are still busy may take when the service ends, in milliseconds. */
export const closingMs = 5_000;
