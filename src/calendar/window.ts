/**
 * The calendar's rules. Pure: what is "today" is passed in. All dates are UTC dates.
 */

/** The lengths that the operator sets, in days. */
export interface CalendarRules {
  /** From today to the first day that can be reserved. */
  readonly leadDays: number;
  readonly windowDays: number;
  /** From today to the last day that can be reserved. */
  readonly horizonDays: number;
}

/** Two days and all between them. */
export interface DateRange {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/** The UTC date of an instant. */
export function utcDate(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO('UTC').toPlainDate();
}

/** All days that can be reserved: today + lead up to and including today + horizon. */
export function bookableDates(today: Temporal.PlainDate, { leadDays, horizonDays }: CalendarRules): DateRange {
  return { first: today.add({ days: leadDays }), last: today.add({ days: horizonDays }) };
}

/**
 * The window that a bookable date lies in. Windows follow each other without a gap from the first bookable day; the
 * horizon cuts the last one.
 */
export function windowOf(date: Temporal.PlainDate, today: Temporal.PlainDate, rules: CalendarRules): DateRange {
  const bookable = bookableDates(today, rules);
  const daysIn = bookable.first.until(date).days % rules.windowDays;
  const first = date.subtract({ days: daysIn });
  const last = first.add({ days: rules.windowDays - 1 });
  return { first, last: Temporal.PlainDate.compare(last, bookable.last) > 0 ? bookable.last : last };
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A window in words, e.g. "November 28 – December 11, 2026". */
export function windowText({ first, last }: DateRange): string {
  return longDate.formatRange(startOf(first), startOf(last));
}

function startOf(date: Temporal.PlainDate): number {
  return date.toZonedDateTime('UTC').epochMilliseconds;
}
