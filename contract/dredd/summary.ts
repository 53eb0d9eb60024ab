import type { Fault } from '../response-check.ts';
import type { CaseResult } from './cases.ts';
import type { HistoriesResult } from './histories.ts';

interface Run {
  /** The file with the errors of the service, if the run has it; named if anything failed. */
  readonly log?: string | undefined;
  /** Whether a skipped case is a failure. */
  readonly requireAll?: boolean;
  /** How many verses the run has left in the calendar. */
  readonly versesLeft?: number;
  /** Whether to list what was skipped. */
  readonly verbose?: boolean;
  readonly histories?: HistoriesResult | undefined;
}

/**
 * Prints what failed, and in its last line what was never requested.
 *
 * @returns whether nothing failed
 */
export function printSummary(
  results: readonly CaseResult[],
  { log, requireAll = false, versesLeft = 0, verbose = false, histories }: Run = {},
): boolean {
  const summary = summaryOf(results);
  for (const line of verbose ? summary.skipped : []) console.log(line);
  for (const line of summary.failed) console.error(line);
  const { requests = 0, seed, failures = [], unasked = [] } = histories ?? {};
  for (const lines of failures)
    for (const line of ['A history that the contract excludes:', ...lines]) console.error(line);
  const passed = results.filter((result) => result.passed).length;
  const skipped = results.filter(isSkipped).length;
  const failed = results.length - passed - skipped;
  const isRight = failed === 0 && failures.length === 0;
  if (!isRight && log !== undefined) console.error(`The service's errors, provoked ones included: ${log}`);
  const missing = statusesNeverSeen(results);
  const more = [
    ...(missing.length === 0 ? [] : [`no ${missing.join(', ')} was requested`]),
    ...(histories === undefined
      ? []
      : [`${requests} requests at random (--seed ${seed}): ${failures.length} failures`]),
    ...(unasked.length === 0 ? [] : [`not asked: ${unasked.join(', ')}`]),
    ...(versesLeft > 0 ? [`the run leaves ${versesLeft} verses in the calendar`] : []),
  ];
  console.log([`${passed} passed, ${failed} failed, ${skipped} skipped`, ...more].join('; '));
  return isRight && !(requireAll && skipped > 0);
}

/** The statuses whose every case was skipped. */
function statusesNeverSeen(results: readonly CaseResult[]): string[] {
  const byStatus = Map.groupBy(results, ({ expected }) => expected ?? '');
  return [...byStatus].flatMap(([status, cases]) => (cases.every(isSkipped) ? [status] : [])).toSorted();
}

/**
 * What failed and what was skipped in a run, for people: equal faults are one line, an operation
 * that the service does not have is one line, and the headers stand apart, since a gateway can add
 * all of them in one place.
 *
 * @returns lines without a line break
 */
function summaryOf(results: readonly CaseResult[]): { readonly skipped: string[]; readonly failed: string[] } {
  const skipped = [...Map.groupBy(results.filter(isSkipped), ({ needs }) => needs)].flatMap(([needs, cases]) => [
    `Skipped, since each needs ${needs}:`,
    ...cases.map(({ name }) => `  ${name}`),
  ]);

  const failed = results.filter((result) => !result.passed && !isSkipped(result));
  const absent = absentOperations(results);
  const present = failed.filter(({ operation = '' }) => !absent.includes(operation));
  const faults = present.flatMap(({ name, reason = '', faults = [] }) =>
    // Without a response, or where only Dredd found something, there is nothing but the reason.
    (faults.length > 0 ? faults : [{ part: 'body', text: reason } as const]).map((fault) => ({ name, fault })),
  );
  const inHeaders = faults.filter(({ fault }) => fault.part === 'headers');
  const elsewhere = faults.filter(({ fault }) => fault.part !== 'headers');
  const onlyHeaders = present.length - new Set(elsewhere.map(({ name }) => name)).size;
  return {
    skipped,
    failed: [
      ...section('Operations that are not there (404 to each request):', absent),
      ...section('Status, body or order:', fold(elsewhere)),
      ...section(`Headers, the only faults of ${onlyHeaders}:`, fold(inHeaders)),
    ],
  };
}

function isSkipped({ needs }: CaseResult): boolean {
  return needs !== undefined;
}

/** The operations whose every request got 404, although another status was expected of some. */
function absentOperations(results: readonly CaseResult[]): string[] {
  const sent = results.filter((result) => result.operation !== undefined && !isSkipped(result));
  return [...Map.groupBy(sent, ({ operation = '' }) => operation)]
    .filter(([, cases]) => cases.every(({ status }) => status === 404) && cases.some(({ passed }) => !passed))
    .map(([operation]) => operation);
}

/** The most names that a line lists. */
const maxNames = 3;

/**
 * Each text once, the most frequent first, with the number of requests and the names of the first.
 */
function fold(faults: readonly { readonly name: string; readonly fault: Fault }[]): string[] {
  return [...Map.groupBy(faults, ({ fault }) => fault.text)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([text, equal]) => {
      const names = equal.slice(0, maxNames).map(({ name }) => name);
      return `${text} (${equal.length}): ${[...names, ...(equal.length > maxNames ? ['…'] : [])].join(', ')}`;
    });
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}
