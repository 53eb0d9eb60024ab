import pTimeout from 'p-timeout';
import { responseMs } from '../database/limits.ts';
import type { EntityManager } from '../database/orm.ts';
import { singleFlight } from '../single-flight.ts';
import { freeDates } from './free-dates.ts';
import { bookableDates, type CalendarRules, utcDate } from './window.ts';

/** How long an instance reports what it found, in milliseconds. */
const maxAgeMs = 1_000;

/**
 * Whether the calendar has a free date. The result may be a second old, because only a reservation decides.
 *
 * @returns a function of the current instant. It throws what the query throws, or TimeoutError.
 */
export function createAccepting(em: EntityManager, rules: CalendarRules): (now: Temporal.Instant) => Promise<boolean> {
  let found: { readonly at: Temporal.Instant; readonly accepting: boolean } | undefined;

  const look = singleFlight(async (now: Temporal.Instant) => {
    const query = freeDates(em.fork().getKysely(), bookableDates(utcDate(now), rules), 1);
    const dates = await pTimeout(query, { milliseconds: responseMs });
    found = { at: now, accepting: dates.length > 0 };
    return found.accepting;
  });

  return async (now) => {
    if (found !== undefined && Math.abs(now.epochMilliseconds - found.at.epochMilliseconds) < maxAgeMs) {
      return found.accepting;
    }
    return await look(now);
  };
}
