import { byAutocannon } from './autocannon.ts';
import type { LoadClient, LoadRequest, LoadSize } from './load-client.ts';
import type { Target } from './target.ts';
import { byWrk, wrkVersion } from './wrk.ts';

export interface Measurement {
  readonly requestsPerSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of CPU per request: the target's, and its PostgreSQL's. */
  readonly cpu: number;
  readonly databaseCpu: number;
}

/** A response had another status than the path measures, so the measurement does not count. */
export class VoidRunError extends Error {}

const wrk = await wrkVersion();

/** The load client, for the report. */
export const client = `Load: 64 connections of ${wrk ?? 'autocannon, since wrk is not installed; it is itself the bottleneck of most rows, so compare the CPU'}.`;

/**
 * Sends requests over all connections at once.
 *
 * @param requests at least one for each connection
 * @throws VoidRunError if any response has another status or is missing
 */
export async function load(
  target: Pick<Target, 'name' | 'origin' | 'cpu'>,
  requests: readonly LoadRequest[],
  expectedStatus: number,
  { seconds, connections = 64 }: Partial<LoadSize> = {},
  send: LoadClient = wrk === undefined ? byAutocannon : byWrk,
): Promise<Measurement> {
  const before = target.cpu();
  const tally = await send(target.origin, requests, { connections, ...(seconds !== undefined && { seconds }) });
  const after = target.cpu();
  const count = tally.statuses[expectedStatus] ?? 0;
  const wanted = seconds === undefined ? requests.length : count;
  if (count === 0 || count !== wanted || Object.keys(tally.statuses).length > 1 || tally.errors > 0) {
    const responses = Object.entries(tally.statuses).map(([status, times]) => `${times} x ${status}`);
    throw new VoidRunError(
      `The run is void: ${target.name} should return ${expectedStatus} only, but there were ${responses.join(', ') || 'no responses'} and ${tally.errors} errors`,
    );
  }
  return {
    requestsPerSecond: count / tally.seconds,
    p50: tally.p50,
    p99: tally.p99,
    cpu: (after.own - before.own) / count,
    databaseCpu: (after.database - before.database) / count,
  };
}
