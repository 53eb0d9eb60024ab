import type { Measurement } from './load.ts';

/** The columns of a measurement in a table. */
export const figureNames = ['req/s', 'p50, ms', 'p99, ms', 'CPU, µs/req', 'of PostgreSQL, µs/req'];

export function figuresOf({ requestsPerSecond, p50, p99, cpu, databaseCpu }: Measurement): number[] {
  return [requestsPerSecond, p50, p99, cpu, databaseCpu];
}

/** The microseconds of CPU that a request costs the machine: the program's and its PostgreSQL's. */
export function wholeCost({ cpu, databaseCpu }: Measurement): number {
  return cpu + databaseCpu;
}
