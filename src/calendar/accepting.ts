import pTimeout from 'p-timeout';
import { responseMs } from '../database/limits.ts';
import type { EntityManager } from '../database/orm.ts';
import { singleFlight } from '../single-flight.ts';
import { freeDates } from './free-dates.ts';
import { bookableDates, type CalendarRules, utcDate } from './window.ts';

/** Whether the calendar has a free date and is not paused, and if not, when the next one opens. */
export interface Accepting {
  readonly accepting: boolean;
  /** The earliest free date; a verse that is repeated may get a later one. Absent unless accepting. */
  readonly nextFreeDate?: Temporal.PlainDate;
  /** Absent where a date is free, and where none opens within `lookAheadDays`. */
  readonly acceptingFrom?: Temporal.Instant;
}

/**
 * How far beyond the horizon the next free date may lie, in days. What the operator blocked or
 * moved may lie there, and what another program or a longer horizon put there.
 */
const lookAheadDays = 366;

/** How long an instance reports what it found, in milliseconds. */
const maxAgeMs = 1_000;

/**
 * Whether the calendar has a free date. The result may be a second old, because only a reservation
 * decides.
 *
 * @returns a function that throws what the query throws, or TimeoutError
 */
export function createAccepting(
  em: EntityManager,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
): () => Promise<Accepting> {
  let found: (Accepting & { readonly at: Temporal.Instant }) | undefined;

  const look = singleFlight(async () => {
    const now = clock();
    const { first, last } = bookableDates(utcDate(now), rules);
    const query = freeDates(em.fork().getKysely(), { first, last: last.add({ days: lookAheadDays }) }, 1);
    const [free] = await pTimeout(query, { milliseconds: responseMs });
    found = { at: now, ...acceptingAt(free, last, rules) };
    return found;
  });

  return async () => {
    const now = clock();
    if (found !== undefined && Math.abs(now.epochMilliseconds - found.at.epochMilliseconds) < maxAgeMs) {
      const isOpen = found.acceptingFrom && Temporal.Instant.compare(now, found.acceptingFrom) >= 0;
      if (!isOpen) return found;
    }
    return await look();
  };
}

/**
 * @param free the earliest free date, bookable or beyond the horizon
 * @param last the last bookable date
 */
function acceptingAt(
  free: Temporal.PlainDate | undefined,
  last: Temporal.PlainDate,
  { horizonDays }: CalendarRules,
): Accepting {
  if (free === undefined) return { accepting: false };
  if (Temporal.PlainDate.compare(free, last) <= 0) return { accepting: true, nextFreeDate: free };
  // The date opens at the midnight at which the horizon reaches it.
  return {
    accepting: false,
    acceptingFrom: free.subtract({ days: horizonDays }).toZonedDateTime('UTC').toInstant(),
  };
}
