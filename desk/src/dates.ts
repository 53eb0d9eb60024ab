const dayMs = 86_400_000;
/** The dates that the contract knows. */
const first = '2000-01-01';
const last = '9999-12-31';

/**
 * A calendar date, YYYY-MM-DD, that is some days later, or earlier; at most the contract's first or
 * last one.
 */
export function addDays(date: string, days: number): string {
  return within(isoDate(Date.parse(date) + days * dayMs));
}

/** The same day of another month, or that month's last day if it is shorter. */
export function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return within(isoDate(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))));
}

/** 0 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay();
}

/**
 * The weeks of a date's month, from Sunday to Saturday. Places outside of the month are undefined.
 */
export function weeksOf(date: string): (string | undefined)[][] {
  const { from, to } = monthOf(date);
  const days: (string | undefined)[] = Array.from({ length: weekdayOf(from) });
  for (let day = Date.parse(from); day <= Date.parse(to); day += dayMs) days.push(isoDate(day));
  while (days.length % 7 > 0) days.push(undefined);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

/** The first and the last date of a date's month. */
export function monthOf(date: string): { from: string; to: string } {
  const from = `${date.slice(0, 8)}01`;
  const [year, month] = date.split('-').map(Number) as [number, number];
  return { from, to: isoDate(Date.UTC(year, month, 0)) };
}

/** Every date from one to another. */
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let day = Date.parse(from); day <= Date.parse(to); day += dayMs) dates.push(isoDate(day));
  return dates;
}

/** E.g. "Sunday, November 29, 2026". */
export function longDate(date: string): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
}

/** E.g. "November 2026". */
export function monthTitle(date: string): string {
  return new Date(date).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** An instant in the reader's time zone, e.g. "Nov 21, 2026, 9:30 AM". */
export function instantText(instant: string): string {
  return new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * The date to which a key moves the focus, as in the date grids of the ARIA Authoring Practices;
 * undefined if the key does nothing.
 *
 * @param date the date that has the focus
 */
export function dateForKey(date: string, { key, shiftKey }: { key: string; shiftKey: boolean }): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return addDays(date, -weekdayOf(date));
    case 'End':
      return addDays(date, 6 - weekdayOf(date));
    case 'PageUp':
      return addMonths(date, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(date, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

function isoDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function within(date: string): string {
  // What is outside has another number of digits, or another first one.
  if (date.startsWith('+')) return last;
  return date < first ? first : date;
}
