import { bookableDates, type CalendarRules, type DateRange, utcDate } from '../calendar/window.ts';
import { lastDate } from './days.ts';
import { calendarMaxItems } from './generated/operations.desk.ts';

/**
 * The dates that a request asks for. By default they begin today and end on the last bookable date
 * or, if that is before the first one or too far away, on the last that the range may have.
 *
 * @returns undefined if the range is empty or too long
 */
export function rangeOf(
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  rules: CalendarRules,
  now: Temporal.Instant,
): DateRange | undefined {
  const today = utcDate(now);
  const first = from === undefined ? today : Temporal.PlainDate.from(from);
  const furthest = earlier(first.add({ days: calendarMaxItems.days - 1 }), Temporal.PlainDate.from(lastDate));
  if (to === undefined) {
    const { last } = bookableDates(today, rules);
    return { first, last: isBefore(last, first) ? furthest : earlier(last, furthest) };
  }
  const last = Temporal.PlainDate.from(to);
  return isBefore(last, first) || isBefore(furthest, last) ? undefined : { first, last };
}

/** Every date of a range, ascending, as YYYY-MM-DD. */
export function datesOf({ first, last }: DateRange): string[] {
  return Array.from({ length: first.until(last).days + 1 }, (_, days) => first.add({ days }).toString());
}

function earlier(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return isBefore(a, b) ? a : b;
}

function isBefore(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) < 0;
}
