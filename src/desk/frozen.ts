import { utcDate } from '../calendar/window.ts';

/** The first clocks of the earth to reach a date are those of UTC+14. */
const earliest = { hours: 14 };

/** Whether a date (YYYY-MM-DD) has begun anywhere on earth, or is past. */
export function isFrozen(date: string, now: Temporal.Instant): boolean {
  return date <= utcDate(now.add(earliest)).toString();
}
