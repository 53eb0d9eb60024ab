import { type PendingChange, send } from './changes.ts';
import type { Client, Conflict, Day, Problem, Rejection } from './client.ts';
import { readDays } from './read-days.ts';

/** A date that could not be changed. */
export interface RejectedDate {
  readonly date: string;
  /** The date as it is now, if the service said so. */
  readonly day?: Day | undefined;
  /** The service's words. */
  readonly error: string;
}

/** What became of a change. */
export interface ChangeOutcome {
  /** The part of the change that was made. */
  readonly done: PendingChange | undefined;
  /** Of several dates, those that the service rejected. */
  readonly rejected: readonly RejectedDate[];
  /** What ended the change early. */
  readonly problem?: Problem;
  /** The part that was not made then. It can be sent again. */
  readonly rest?: PendingChange;
}

/** Before anything is done. */
export const noOutcome: ChangeOutcome = { done: undefined, rejected: [] };

/**
 * Sends a change. Of several dates, one that the service rejects does not keep the others from
 * being changed.
 *
 * @param onProgress called with the number of requests that have a response
 */
export async function perform(
  client: Client,
  change: PendingChange,
  onProgress: (count: number) => void,
): Promise<ChangeOutcome> {
  if (!('dates' in change)) {
    const problem = await send(client, change);
    if (problem === undefined) return { done: change, rejected: [] };
    return { done: undefined, rejected: [], problem, rest: change };
  }
  const { dates } = change;
  const changed: string[] = [];
  const rejected: RejectedDate[] = [];
  const done = () => (changed.length > 0 ? { ...change, dates: changed } : undefined);
  for (const [index, date] of dates.entries()) {
    const problem = await send(client, change, date);
    if (problem === undefined) changed.push(date);
    else if (isConflict(problem)) {
      const day = problem.days.find((each) => each.date === date);
      rejected.push({ date, day, error: problem.error });
    } else return { done: done(), rejected, problem, rest: { ...change, dates: dates.slice(index) } };
    onProgress(index + 1);
  }
  return { done: done(), rejected };
}

/** What became of a change that was tried again, together with what was done before. */
export function join(before: ChangeOutcome, now: ChangeOutcome): ChangeOutcome {
  return { ...now, done: joinChanges(before.done, now.done), rejected: [...before.rejected, ...now.rejected] };
}

function joinChanges(before: PendingChange | undefined, now: PendingChange | undefined): PendingChange | undefined {
  if (before === undefined || now === undefined) return now ?? before;
  return 'dates' in before && 'dates' in now ? { ...now, dates: [...before.dates, ...now.dates] } : now;
}

/** Whether the calendar was not as a change needed it. */
export function isConflict(problem: Problem | undefined): problem is Conflict {
  return hasStatus(problem, 409);
}

/** Whether a request can succeed when it is sent again: nobody knows what became of it. */
export function isUnknown(problem: Problem | undefined): boolean {
  return problem instanceof Error || hasStatus(problem, 500);
}

/** Whether a request got the rejection of a status. */
export function hasStatus(problem: Problem | undefined, status: Rejection['status']): boolean {
  return problem !== undefined && !(problem instanceof Error) && problem.status === status;
}

/**
 * Tells dates that are free from those with a verse, and those that are blocked already, whose
 * labels stay as they are.
 *
 * @param dates ascending
 * @returns also why the calendar could not be read, if so
 */
export async function findFree(
  client: Client,
  dates: readonly string[],
): Promise<{ free: readonly string[]; rejected: readonly RejectedDate[] } | Problem> {
  const found = await readDays(client, dates);
  if (!Array.isArray(found)) return found;
  return {
    free: found.filter(({ state }) => state === 'free').map(({ date }) => date),
    rejected: found.filter(({ state }) => state !== 'free').map((day) => ({ date: day.date, day, error: '' })),
  };
}
