/**
 * The calendar's rules, as pure functions: "today" is an argument. All dates are UTC dates.
 */

/** What the operator sets, in days. */
export interface CalendarRules {
  /** From today to the first bookable date. */
  readonly leadDays: number;
  readonly windowDays: number;
  /** From today to the last bookable date. */
  readonly horizonDays: number;
  /** Within how many days of a verse no equal one should be; 0 turns the rule off. */
  readonly repeatDays: number;
}

/** Both ends are included. */
export interface DateRange {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/** The last date that a contract can express. */
export const lastDate = '9999-12-31';

/** The UTC date of an instant. */
export function utcDate(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO('UTC').toPlainDate();
}

/** The bookable dates: today + lead to today + horizon. */
export function bookableDates(today: Temporal.PlainDate, { leadDays, horizonDays }: CalendarRules): DateRange {
  return { first: today.add({ days: leadDays }), last: today.add({ days: horizonDays }) };
}

/**
 * The window that contains a bookable date. Windows follow each other without gaps from the first
 * bookable date; the horizon cuts the last one short.
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
