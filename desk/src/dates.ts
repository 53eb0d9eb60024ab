import { calendarLimits } from './generated/limits.ts';

const dayMs = 86_400_000;
/** How many dates the agenda has more at a time. */
const agendaDays = 60;
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

/** Whether a text is a date that the contract knows. */
export function isDate(text: string): boolean {
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && isoDate(instant) === text && text >= first;
}

/**
 * The weekday on which weeks begin in a language's country, 0 for Sunday; Monday if the browser
 * does not know.
 *
 * @param language what the browser says, which may be none: WebKitGTK says "C"
 */
export function weekStartOf(language: string): number {
  try {
    // A method in the standard, a property in older browsers, and neither in TypeScript's library.
    const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo };
    return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
  } catch {
    return 1;
  }
}

/** 7 for Sunday. */
interface WeekInfo {
  readonly firstDay: number;
}

/** The weeks of a date's month. Places outside of the month are undefined. */
export function weeksOf(date: string, weekStart: number): (string | undefined)[][] {
  const { from, to } = monthOf(date);
  const before = Array.from({ length: daysIntoWeek(from, weekStart) }, () => undefined);
  const days: (string | undefined)[] = [...before, ...datesBetween(from, to)];
  while (days.length % 7 > 0) days.push(undefined);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

/** The first and the last date of a date's month. */
export function monthOf(date: string): { from: string; to: string } {
  const from = `${date.slice(0, 8)}01`;
  const [year, month] = date.split('-').map(Number) as [number, number];
  return { from, to: isoDate(Date.UTC(year, month, 0)) };
}

/** Some weeks, of which the first has a date. */
export function weeksFrom(date: string, weekStart: number, weeks: number): string[][] {
  const from = addDays(date, -daysIntoWeek(date, weekStart));
  return Array.from({ length: weeks }, (_, week) => datesBetween(addDays(from, 7 * week), addDays(from, 7 * week + 6)));
}

/** Dates one after the other. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/**
 * The dates with which a list that has a date begins: from today on, or from the first of its
 * month.
 */
export function agendaAround(date: string, today: string): DateRange {
  const from = date.slice(0, 7) === today.slice(0, 7) && date >= today ? today : monthOf(date).from;
  return { from, to: addDays(from, agendaDays - 1) };
}

/** A list with more dates; undefined if it has as many as one response. */
export function longer({ from, to }: DateRange): DateRange | undefined {
  const [next, last] = [addDays(to, agendaDays), addDays(from, calendarLimits.days - 1)];
  return to < last ? { from, to: next < last ? next : last } : undefined;
}

/** Every date from one to another. */
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let day = Date.parse(from); day <= Date.parse(to); day += dayMs) dates.push(isoDate(day));
  return dates;
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

/** E.g. "Sunday, November 29", with its year unless that is this year. */
export const longDate = formatWithYear({ weekday: 'long', month: 'long', day: 'numeric' });
/** E.g. "November 29", with its year unless that is this year. */
export const dayOfMonth = formatWithYear({ month: 'long', day: 'numeric' });
/** E.g. "Sun, Nov 29", with its year unless that is this year. */
export const dateWithYear = formatWithYear({ weekday: 'short', month: 'short', day: 'numeric' });
/** E.g. "Sun, Nov 29", below the name of its month and year. */
export const shortDate = format({ weekday: 'short', month: 'short', day: 'numeric' });
/** E.g. "Dec 1". */
export const monthDay = format({ month: 'short', day: 'numeric' });
/** E.g. "Nov 2026". */
export const shortMonth = format({ month: 'short', year: 'numeric' });
/** E.g. "November 2026". */
export const monthTitle = format({ month: 'long', year: 'numeric' });

function format(parts: Intl.DateTimeFormatOptions): (date: string) => string {
  return (date) => new Date(date).toLocaleDateString('en-US', { ...parts, timeZone: 'UTC' });
}

function formatWithYear(parts: Intl.DateTimeFormatOptions): (date: string) => string {
  const [short, full] = [format(parts), format({ ...parts, year: 'numeric' })];
  return (date) => (date.slice(0, 4) === new Date().toISOString().slice(0, 4) ? short(date) : full(date));
}

/** An instant's time in the reader's time zone, e.g. "9:30 AM". */
export function timeText(instant: number): string {
  return new Date(instant).toLocaleTimeString('en-US', { timeStyle: 'short' });
}

/** When something was: "at 9:30 AM", or "on November 20" unless that was today. */
export function whenText(instant: string): string {
  const [at, now] = [new Date(instant), new Date()];
  if (at.toDateString() === now.toDateString()) return `at ${timeText(at.getTime())}`;
  return `on ${at.toLocaleDateString('en-US', { month: 'long', day: 'numeric' })}`;
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
export function dateForKey(
  date: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  weekStart: number,
): string | undefined {
  const intoWeek = daysIntoWeek(date, weekStart);
  const months = shiftKey ? 12 : 1;
  const dates: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => addDays(date, -1),
    ArrowRight: () => addDays(date, 1),
    ArrowUp: () => addDays(date, -7),
    ArrowDown: () => addDays(date, 7),
    Home: () => addDays(date, -intoWeek),
    End: () => addDays(date, 6 - intoWeek),
    PageUp: () => addMonths(date, -months),
    PageDown: () => addMonths(date, months),
  };
  return dates[key]?.();
}

function daysIntoWeek(date: string, weekStart: number): number {
  return (new Date(date).getUTCDay() - weekStart + 7) % 7;
}

function isoDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function within(date: string): string {
  // What is outside has another number of digits, or another first one.
  if (date.startsWith('+')) return last;
  return date < first ? first : date;
}
