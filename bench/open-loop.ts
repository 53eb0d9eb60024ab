import { Agent, request as open } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { VoidRunError } from './load.ts';
import { headersOf, type LoadRequest } from './load-client.ts';
import type { Target } from './target.ts';

/** A request, and the status that it must get. */
export interface TimedRequest extends LoadRequest {
  readonly status: number;
}

/** What the requests took, in milliseconds and in their order. */
export interface Timings {
  /** From the moment at which a request was due to the end of its response. */
  readonly latencies: readonly number[];
  /** From the moment at which a request was due until this client sent it: how far the client itself adds to the latency. */
  readonly lateness: readonly number[];
}

/** Milliseconds of silence until a request fails. */
const timeoutMs = 10_000;

/**
 * Sends requests at a fixed rate, however slow the responses are. A request that has to wait for one of the connections has begun to
 * wait when it was due.
 *
 * @param rate requests per second
 * @throws VoidRunError if any response has another status or is missing
 */
export async function sendAtRate(
  { name, origin }: Pick<Target, 'name' | 'origin'>,
  requests: readonly TimedRequest[],
  rate: number,
  connections = 64,
): Promise<Timings> {
  // Taken in turn, no connection is idle for so long that the target closes it.
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const lateness: number[] = [];
  const exchanges: Promise<{ status: number | string; latency: number }>[] = [];
  const start = performance.now();
  for (const [index, request] of requests.entries()) {
    const due = start + (index * 1_000) / rate;
    while (performance.now() < due) await setTimeout(1);
    lateness.push(performance.now() - due);
    const outcome = exchange(origin, agent, request).catch((error: Error) => error.message);
    exchanges.push(outcome.then((status) => ({ status, latency: performance.now() - due })));
  }
  const results = await Promise.all(exchanges);
  agent.destroy();
  const wrong = results.flatMap(({ status }, index) => {
    const { path, status: wanted } = requests[index] as TimedRequest;
    return status === wanted ? [] : [`${status} instead of ${wanted} for ${path}`];
  });
  if (wrong.length > 0) {
    throw new VoidRunError(`The run is void: ${name} had ${wrong.length} wrong responses, first ${wrong[0]}`);
  }
  return { latencies: results.map(({ latency }) => latency), lateness };
}

/** Sends a request and reads its whole response. Returns the status. */
function exchange(origin: string, agent: Agent, request: LoadRequest): Promise<number> {
  const { path, body } = request;
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const message = open(origin, { agent, path, method, headers: headersOf(request) }, (response) => {
      response.on('end', () => resolve(response.statusCode as number));
      response.on('error', reject);
      response.resume();
    });
    message.on('error', reject);
    message.setTimeout(timeoutMs, () => message.destroy(new Error(`no response within ${timeoutMs} ms`)));
    message.end(body);
  });
}
