import type { Day } from './api.ts';
import type { Change } from './changes.ts';

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

/** What became of a change that was tried again, together with what was done before. */
export function join(before: Outcome, now: Outcome): Outcome {
  return { ...now, done: joinChanges(before.done, now.done), refused: [...before.refused, ...now.refused] };
}

function joinChanges(before: Change | undefined, now: Change | undefined): Change | undefined {
  if (before === undefined || now === undefined) return now ?? before;
  return 'dates' in before && 'dates' in now ? { ...now, dates: [...before.dates, ...now.dates] } : now;
}
