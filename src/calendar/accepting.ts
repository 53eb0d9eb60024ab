import { inBatches } from '../database/batches.ts';
import type { EntityManager } from '../database/orm.ts';
import { freeDates } from './free-dates.ts';
import { bookableDates, type CalendarRules, utcDate } from './window.ts';

/** How long an instance reports what it found, in milliseconds. */
const maxAgeMs = 1_000;
/** Requests in a batch share one result, so nothing limits their number. */
const maxBatchSize = Number.POSITIVE_INFINITY;

/**
 * Whether the calendar has a free date. The result may be a second old, because only a reservation decides.
 *
 * @returns a function of the current instant. It throws what the query throws, or TimeLimitError.
 */
export function createAccepting(em: EntityManager, rules: CalendarRules): (now: Temporal.Instant) => Promise<boolean> {
  let found: { readonly at: Temporal.Instant; readonly accepting: boolean } | undefined;

  const look = inBatches(async (requests: readonly Temporal.Instant[]) => {
    const now = requests.at(-1) as Temporal.Instant;
    const dates = await freeDates(em.fork().getKysely(), bookableDates(utcDate(now), rules), 1);
    const accepting = dates.length > 0;
    found = { at: now, accepting };
    return requests.map(() => accepting);
  }, maxBatchSize);

  return async (now) => {
    if (found !== undefined && Math.abs(now.epochMilliseconds - found.at.epochMilliseconds) < maxAgeMs) {
      return found.accepting;
    }
    return await look(now);
  };
}
