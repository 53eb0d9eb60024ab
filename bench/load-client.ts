/** One request of the load: a POST, or a GET if it has no body. */
export interface LoadRequest {
  /** The path, with its query. */
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
}

export interface LoadSize {
  /** How long to cycle through the requests; undefined sends each request once. */
  readonly seconds?: number;
  readonly connections: number;
}

/** What a load client counted. */
export interface Tally {
  /** How many responses had each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Broken connections and missing responses. */
  readonly errors: number;
  /** From the first request to the last response. */
  readonly seconds: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends requests to an origin as fast as the responses come. */
export type LoadClient = (origin: string, requests: readonly LoadRequest[], size: LoadSize) => Promise<Tally>;

/** The headers of a request that depend on it. */
export function headersOf({ token, body }: LoadRequest): Record<string, string> {
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}
