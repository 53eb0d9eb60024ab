import { addDays, isDate } from './dates.ts';

const sunday = Date.parse('2000-01-02');
const dayMs = 86_400_000;

/**
 * The date that somebody means who types one, in English or the browser's language: "Dec 24",
 * "24.12.2026", "tomorrow", "next friday" or "+30". Without a year, it is the next such date.
 *
 * @param language by default the browser's
 */
export function readDate(typed: string, today: string, language?: string): string | undefined {
  const text = typed.trim().toLowerCase();
  if (isDate(text)) return text;
  if (/^[+-]\d{1,4}$/.test(text)) return addDays(today, Number(text));
  const numeric = /^(\d{1,2})([./])(\d{1,2})(?:[./](\d{4})?)?$/.exec(text);
  if (numeric) {
    const [, first, separator, second, year] = numeric;
    const isDayFirst = separator === '.' || Number(first) > 12 || (Number(second) <= 12 && hasDayFirst(language));
    return isDayFirst ? dateOf(first, second, year, today) : dateOf(second, first, year, today);
  }
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => !fillers.includes(word));
  const [day, year, ...others] = text.match(/\d+/g) ?? [];
  const [word = ''] = words;
  if (words.length !== 1 || others.length > 0) return undefined;
  for (const each of ['en', language]) {
    if (day === undefined) {
      const date = relativeDate(word, today, each);
      if (date !== undefined) return date;
    } else {
      const month = named(word, 12, (index) => nameOf(Date.UTC(2000, index), { month: 'long' }, each));
      if (month !== undefined) return dateOf(day, `${month + 1}`, year, today);
    }
  }
  return undefined;
}

/** What stands beside a weekday, a day or a month. */
const fillers = ['next', 'this', 'on', 'the', 'of', 'st', 'nd', 'rd', 'th'];

/** "today", "tomorrow" or a weekday, which is the next one after today. */
function relativeDate(word: string, today: string, language: string | undefined): string | undefined {
  const days = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const distance = [-1, 0, 1].find((each) => days.format(each, 'day').toLowerCase() === word);
  if (distance !== undefined) return addDays(today, distance);
  const weekday = named(word, 7, (index) => nameOf(sunday + index * dayMs, { weekday: 'long' }, language));
  return weekday === undefined ? undefined : addDays(today, ((weekday - new Date(today).getUTCDay() + 6) % 7) + 1);
}

/** Which of some names a word abbreviates, by at least three letters. */
function named(word: string, count: number, nameAt: (index: number) => string): number | undefined {
  if (word.length < 3) return undefined;
  return Array.from({ length: count }, (_, index) => index).find((index) => nameAt(index).startsWith(word));
}

function nameOf(instant: number, parts: Intl.DateTimeFormatOptions, language: string | undefined): string {
  return new Date(instant).toLocaleDateString(language, { ...parts, timeZone: 'UTC' }).toLowerCase();
}

function hasDayFirst(language: string | undefined): boolean {
  const types = new Intl.DateTimeFormat(language).formatToParts(0).map(({ type }) => type);
  return types.indexOf('day') < types.indexOf('month');
}

/** Undefined if there is no such date. February 29 may be years away. */
function dateOf(day = '', month = '', year: string | undefined, today: string): string | undefined {
  const thisYear = Number(today.slice(0, 4));
  const years = year ? [year] : Array.from({ length: 9 }, (_, index) => `${thisYear + index}`);
  const dates = years.map((each) => `${each}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return dates.find((date) => isDate(date) && (year !== undefined || date >= today));
}
