import autocannon from 'autocannon';
import { headersOf, type LoadRequest, type LoadSize, type Tally } from './load-client.ts';

/**
 * Sends the requests from the benchmark's own process, dividing them among the connections. Autocannon does not count a broken connection as
 * an error: it reconnects.
 */
export async function byAutocannon(
  origin: string,
  requests: readonly LoadRequest[],
  { seconds, connections }: LoadSize,
): Promise<Tally> {
  let client = 0;
  const share = Math.ceil(requests.length / connections);
  let lastResponse = 0; // autocannon checks for the end of a run only once a second
  const started = performance.now();
  const result = await autocannon({
    url: origin,
    connections,
    ...(seconds === undefined ? { amount: requests.length } : { duration: seconds }),
    setupClient(connection) {
      const own = requests.slice(client * share, (client + 1) * share);
      client += 1;
      connection.setRequests(own.map(toHttp));
      connection.on('response', () => {
        lastResponse = performance.now();
      });
    },
  });
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count]);
  return {
    statuses: Object.fromEntries(statuses),
    errors: result.errors + result.timeouts,
    seconds: (lastResponse - started) / 1_000,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

function toHttp(request: LoadRequest): autocannon.Request {
  const { path, body } = request;
  return {
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: headersOf(request),
    ...(body !== undefined && { body }),
  };
}
