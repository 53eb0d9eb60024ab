import { calendarMaxItems } from '../../src/generated/operations.desk.ts';
import { type Api, type Day, Rejection } from './api.ts';
import { type Change, requestsOf } from './changes.ts';
import { addDays } from './dates.ts';

/** A date that could not be changed. */
export interface Refusal {
  readonly date: string;
  /** The date as it is now, if the service said so. */
  readonly day?: Day | undefined;
  /** The service's words. */
  readonly error: string;
}

/** What became of a change. */
export interface Outcome {
  /** The part of the change that was made. */
  readonly done: Change | undefined;
  /** Of several dates, those that the service refused. */
  readonly refused: readonly Refusal[];
  /** What ended the change early: a `Rejection`, or no response. */
  readonly problem?: unknown;
  /** The part that was not made then. It can be sent again. */
  readonly rest?: Change;
}

/** Before anything is done. */
export const nothing: Outcome = { done: undefined, refused: [] };

/**
 * Sends a change. Of several dates, one that the service refuses does not keep the others from being changed.
 *
 * @param onProgress called with the number of requests that have a response
 */
export async function perform(api: Api, change: Change, onProgress: (count: number) => void): Promise<Outcome> {
  if (!('dates' in change)) {
    try {
      for (const request of requestsOf(change)) await api.change(request);
      return { done: change, refused: [] };
    } catch (problem) {
      return { done: undefined, refused: [], problem, rest: change };
    }
  }
  const { dates } = change;
  const changed: string[] = [];
  const refused: Refusal[] = [];
  const done = () => (changed.length > 0 ? { ...change, dates: changed } : undefined);
  for (const [index, request] of requestsOf(change).entries()) {
    const date = dates[index] as string;
    try {
      await api.change(request);
      changed.push(date);
    } catch (problem) {
      if (!isConflict(problem))
        return { done: done(), refused, problem, rest: { ...change, dates: dates.slice(index) } };
      const day = problem.days.find((each) => each.date === date);
      refused.push({ date, day, error: problem.message });
    }
    onProgress(index + 1);
  }
  return { done: done(), refused };
}

/** What became of a change that was tried again, together with what was done before. */
export function join(before: Outcome, now: Outcome): Outcome {
  return { ...now, done: joinChanges(before.done, now.done), refused: [...before.refused, ...now.refused] };
}

function joinChanges(before: Change | undefined, now: Change | undefined): Change | undefined {
  if (before === undefined || now === undefined) return now ?? before;
  return 'dates' in before && 'dates' in now ? { ...now, dates: [...before.dates, ...now.dates] } : now;
}

/** Whether the calendar was not as a change needed it. */
export function isConflict(problem: unknown): problem is Rejection {
  return problem instanceof Rejection && problem.status === 409;
}

/** Whether a request can succeed when it is sent again: nobody knows what became of it. */
export function isUnknown(problem: unknown): boolean {
  return problem instanceof Rejection ? problem.status >= 500 : problem !== undefined;
}

/** Whether the service did not accept the token. */
export function isUnauthorized(problem: unknown): boolean {
  return problem instanceof Rejection && problem.status === 401;
}

/**
 * Tells dates that are free from those with a verse, and those that are blocked already, whose labels stay as they are.
 *
 * @param dates ascending
 */
export async function findFree(
  api: Api,
  dates: readonly string[],
): Promise<{ free: readonly string[]; refused: readonly Refusal[] }> {
  const found: Day[] = [];
  for (let rest = dates; rest[0] !== undefined; ) {
    const end = addDays(rest[0], calendarMaxItems.days - 1);
    const within = rest.filter((date) => date <= end);
    const { days } = await api.getCalendar(rest[0], within.at(-1) as string);
    found.push(...days.filter(({ date }) => within.includes(date)));
    rest = rest.slice(within.length);
  }
  return {
    free: found.filter(({ state }) => state === 'free').map(({ date }) => date),
    refused: found.filter(({ state }) => state !== 'free').map((day) => ({ date: day.date, day, error: '' })),
  };
}
