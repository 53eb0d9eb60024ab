import autocannon from 'autocannon';
import type { Target } from './target.ts';

const allConnections = 64;

/** A request of the load; every one goes to the target's endpoint. */
export interface LoadRequest {
  readonly token?: string;
  readonly body: string;
}

export interface Measurement {
  readonly requestsPerSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** An answer was not the one that the path is about, so nothing that was measured counts. */
export class VoidRunError extends Error {}

/**
 * Sends requests over all connections at once, each connection its share of them, one after the other.
 *
 * @param options.seconds for how long, going through the requests again and again; undefined sends each request once
 * @throws VoidRunError when any answer has another status
 */
export async function load(
  { name, url }: Pick<Target, 'name' | 'url'>,
  requests: readonly LoadRequest[],
  expectedStatus: number,
  { seconds, connections = allConnections }: { readonly seconds?: number; readonly connections?: number } = {},
): Promise<Measurement> {
  let client = 0;
  const share = Math.ceil(requests.length / connections);
  let lastAnswer = 0; // autocannon itself notices the end of a run only once a second
  const started = performance.now();
  const result = await autocannon({
    url,
    connections,
    ...(seconds === undefined ? { amount: requests.length } : { duration: seconds }),
    setupClient(connection) {
      const own = requests.slice(client * share, (client + 1) * share);
      client += 1;
      connection.setRequests(own.map(toHttp));
      connection.on('response', () => {
        lastAnswer = performance.now();
      });
    },
  });
  const answers = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => `${count} x ${status}`);
  const wrong = Object.keys(result.statusCodeStats ?? {}).some((status) => status !== String(expectedStatus));
  if (wrong || result.errors > 0 || result.timeouts > 0) {
    throw new VoidRunError(
      `The run is void: ${name} should answer ${expectedStatus} only, but there were ${answers.join(', ')}, ${result.errors} errors and ${result.timeouts} timeouts`,
    );
  }
  return {
    requestsPerSecond: (1000 * result.requests.total) / (lastAnswer - started),
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

function toHttp({ token, body }: LoadRequest): autocannon.Request {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body,
  };
}
