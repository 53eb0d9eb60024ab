import autocannon from 'autocannon';
import type { Target } from './target.ts';

/** One request of the load: a POST, or a GET if it has no body. */
export interface LoadRequest {
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
}

export interface Measurement {
  /** Microseconds of CPU per request: the program's, and its PostgreSQL's. */
  readonly cpu: number;
  readonly databaseCpu: number;
  readonly requestsPerSecond: number;
}

const connections = 64;

/**
 * Sends requests over all connections, as fast as the responses come.
 *
 * @param requests at least one for each connection
 * @param seconds how long to cycle through them; undefined sends each once
 * @throws Error if any response has another status or is missing: the run is void
 */
export async function load(
  target: Target,
  requests: readonly LoadRequest[],
  status: number,
  seconds: number | undefined,
): Promise<Measurement> {
  const before = target.cpu();
  const started = performance.now();
  let lastResponse = started; // autocannon checks for the end of a run only once a second
  let client = 0;
  const share = Math.ceil(requests.length / connections);
  const result = await autocannon({
    url: target.origin,
    connections,
    ...(seconds === undefined ? { amount: requests.length } : { duration: seconds }),
    setupClient(connection) {
      connection.setRequests(requests.slice(client * share, (client + 1) * share).map(toHttp));
      client += 1;
      connection.on('response', () => {
        lastResponse = performance.now();
      });
    },
  });
  const after = target.cpu();
  const responses: Record<string, { count?: number }> = result.statusCodeStats ?? {};
  const count = responses[status]?.count ?? 0;
  const errors = result.errors + result.timeouts;
  const wanted = seconds === undefined ? requests.length : count;
  if (count === 0 || count !== wanted || Object.keys(responses).length > 1 || errors > 0) {
    throw new Error(`${target.name} should return ${status} only: ${JSON.stringify(responses)}, ${errors} errors`);
  }
  return {
    cpu: (after.own - before.own) / count,
    databaseCpu: (after.database - before.database) / count,
    requestsPerSecond: count / ((lastResponse - started) / 1_000),
  };
}

function toHttp({ path, token, body }: LoadRequest): autocannon.Request {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return body === undefined ? { path, method: 'GET', headers } : { path, method: 'POST', headers, body };
}
