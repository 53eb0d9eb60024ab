import { utcDate } from '../calendar/window.ts';

/** The first clocks of the earth to reach a date are those of UTC+14. */
const earliest = { hours: 14 };

/** The last frozen date: it has begun somewhere on earth, or is past, like every date before it. */
export function frozenUntil(now: Temporal.Instant): Temporal.PlainDate {
  return utcDate(now.add(earliest));
}

/** Whether a date (YYYY-MM-DD) is frozen. */
export function isFrozen(date: string, now: Temporal.Instant): boolean {
  return date <= frozenUntil(now).toString();
}
