import { localDate } from '../../index.ts';
import type { Language } from './language.ts';

const day = 86_400_000;
const timeOptions = { hour: 'numeric', minute: '2-digit' } as const;

/**
 * A calendar date, YYYY-MM-DD, which is the same in every time zone, e.g. "Friday, December 4";
 * with its year unless that is this year.
 */
export function dateText(date: string, language: Language): string {
  return write(new Date(date), date, language, { timeZone: 'UTC' });
}

/** A date as the reader counts from today, e.g. "in 7 days". */
export function dayText(date: string, { tag }: Language): string {
  return relative(tag, daysUntil(date), 'day');
}

/**
 * An instant in the reader's time zone, e.g. "Sunday, November 29 at 7:54 AM"; midnight, which some
 * take for the end of the day, is the date alone.
 */
export function instantText(instant: string, language: Language): string {
  const date = new Date(instant);
  return write(date, localDate(date), language, isMidnight(instant) ? {} : timeOptions);
}

/** Whether a day begins in the reader's time zone at an instant. */
export function isMidnight(instant: string): boolean {
  const date = new Date(instant);
  return date.getHours() + date.getMinutes() === 0;
}

/** The time of an instant in the reader's time zone, e.g. "1:00 AM". */
export function timeText(instant: string, { tag }: Language): string {
  return new Date(instant).toLocaleString(tag, timeOptions);
}

/** Whether an instant is less than a day ahead, so that its time alone names it. */
export function isWithinDay(instant: string): boolean {
  return Date.parse(instant) - Date.now() < day;
}

/**
 * An instant as the reader counts from now: in days, and within a day in hours or minutes, e.g. "in
 * 6 days".
 */
export function instantFromNow(instant: string, { tag }: Language): string {
  if (!isWithinDay(instant)) return relative(tag, daysUntil(localDate(new Date(instant))), 'day');
  const minutes = Math.max(1, Math.ceil((Date.parse(instant) - Date.now()) / 60_000));
  return minutes < 60 ? relative(tag, minutes, 'minute') : relative(tag, Math.round(minutes / 60), 'hour');
}

function write(at: Date, date: string, { tag }: Language, options: Intl.DateTimeFormatOptions): string {
  const text = at.toLocaleString(tag, {
    ...{ weekday: 'long', month: 'long', day: 'numeric' },
    ...(date.slice(0, 4) !== localDate().slice(0, 4) && { year: 'numeric' }),
    ...options,
  });
  // Within a sentence, Spanish has no comma after the weekday, which Intl writes.
  return tag?.startsWith('es') ? text.replace(',', '') : text;
}

function daysUntil(date: string): number {
  return Math.round((Date.parse(date) - Date.parse(localDate())) / day);
}

function relative(tag: string | undefined, count: number, unit: Intl.RelativeTimeFormatUnit): string {
  return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(count, unit);
}
