import type { Measurement } from './load.ts';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The median of each figure over several rounds. */
export function medians(rounds: readonly Measurement[]): Measurement {
  const of = (figure: keyof Measurement) => median(rounds.map((round) => round[figure]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
    databaseCpu: of('databaseCpu'),
  };
}

/** The smallest of the values that at least `percent` percent of them do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? 0;
}
