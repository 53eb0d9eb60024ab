import { addDays, addMonths, isDate } from './dates.ts';
import { feasts, nextDates } from './feasts.ts';

const sunday = Date.parse('2000-01-02');
const dayMs = 86_400_000;

/**
 * The date that somebody means who types one, in English or the browser's language: "Dec 24",
 * "24.12.26", "tomorrow", "next friday", "in 2 weeks", "+30", a feast, or a month, which stands
 * for its first day. Without a year, it is the next such date; with a weekday, as the
 * desk writes it, the first one from this year on that is on that weekday.
 *
 * @param language by default the browser's
 */
export function readDate(typed: string, today: string, language?: string): string | undefined {
  const text = typed.trim().toLowerCase().replace(/'/g, '’');
  if (isDate(text)) return text;
  if (/^[+-]\d{1,4}$/.test(text)) return addDays(today, Number(text));
  const numeric = /^(\d{1,2})([./])(\d{1,2})(?:[./](\d{4}|\d{2})?)?$/.exec(text);
  if (numeric) {
    const [, first, separator, second, year] = numeric;
    const isDayFirst = separator === '.' || Number(first) > 12 || (Number(second) <= 12 && hasDayFirst(language));
    return isDayFirst ? dateOf(first, second, year, today) : dateOf(second, first, year, today);
  }
  const languages = ['en', language];
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => !fillers.includes(word));
  const numbers = text.match(/\d+/g) ?? [];
  if (numbers.length === 0) {
    const [word = ''] = words;
    const found = languages.map((each) => relativeDate(word, today, each) ?? monthDate(word, today, each));
    return (words.length === 1 && found.find(Boolean)) || feastDate(text, today);
  }
  const dates = languages.map((each) => distantDate(text, today, each) ?? namedDate(words, numbers, today, each));
  return dates.find(Boolean) ?? feastDate(text, today);
}

/** What feasts are called in short. */
const shortNames: Readonly<Record<string, string>> = { easter: 'easter sunday', advent: 'first sunday of advent' };

/** "Easter Sunday", "Easter" or "Easter Sunday 2027". */
function feastDate(text: string, today: string): string | undefined {
  const [, name = '', year] = /^(.*?)(?:,? (\d{4}))?$/.exec(text) ?? [];
  const feast = feasts.find((each) => each.name.toLowerCase() === (shortNames[name] ?? name));
  return feast && (year ? feast.dateIn(Number(year)) : nextDates(feast, today, 1)[0]);
}

/** "in 2 weeks" or "3 months ago". */
function distantDate(text: string, today: string, language: string | undefined): string | undefined {
  const distance = new Intl.RelativeTimeFormat(language);
  const number = Number(/\d{1,3}/.exec(text));
  const says = (sign: number, unit: Intl.RelativeTimeFormatUnit) =>
    distance.format(sign * number, unit).toLowerCase() === text;
  for (const sign of [1, -1]) {
    if (says(sign, 'day')) return addDays(today, sign * number);
    if (says(sign, 'week')) return addDays(today, sign * number * 7);
    if (says(sign, 'month')) return addMonths(today, sign * number);
  }
  return undefined;
}

/** "Dec 24", "Thursday, December 24", "24 Dec 26" or "March 2027". */
function namedDate(
  words: readonly string[],
  numbers: readonly string[],
  today: string,
  language: string | undefined,
): string | undefined {
  const [name = '', ...others] = words.filter((word) => monthNamed(word, language) !== undefined);
  const month = monthNamed(name, language);
  const [weekday, ...rest] = words.filter((word) => word !== name).map((word) => weekdayNamed(word, language));
  const isWeekdayLeft = words.length > 1 && weekday === undefined;
  if (month === undefined || others.length + rest.length > 0 || isWeekdayLeft || numbers.length > 2) return undefined;
  const [day = '', year] = numbers;
  if (numbers.length === 1 && day.length === 4) return dateOf('1', `${month + 1}`, day, today);
  return dateOf(day, `${month + 1}`, year, today, weekday);
}

/** What stands beside a weekday, a day or a month. */
const fillers = ['next', 'this', 'on', 'the', 'of', 'st', 'nd', 'rd', 'th'];

/** "today", "tomorrow" or a weekday, which is the next one after today. */
function relativeDate(word: string, today: string, language: string | undefined): string | undefined {
  const days = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const distance = [-1, 0, 1].find((each) => days.format(each, 'day').toLowerCase() === word);
  if (distance !== undefined) return addDays(today, distance);
  const weekday = weekdayNamed(word, language);
  return weekday === undefined ? undefined : addDays(today, ((weekday - new Date(today).getUTCDay() + 6) % 7) + 1);
}

/** "March", which is the next one. */
function monthDate(word: string, today: string, language: string | undefined): string | undefined {
  const month = monthNamed(word, language);
  return month === undefined ? undefined : dateOf('1', `${month + 1}`, undefined, today);
}

/** 0 for Sunday. */
function weekdayNamed(word: string, language: string | undefined): number | undefined {
  return named(word, 7, (index) => nameOf(sunday + index * dayMs, { weekday: 'long' }, language));
}

/** 0 for January. */
function monthNamed(word: string, language: string | undefined): number | undefined {
  return named(word, 12, (index) => nameOf(Date.UTC(2000, index), { month: 'long' }, language));
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

/**
 * Undefined if there is no such date. February 29 may be years away.
 *
 * @param year its last two figures are enough
 * @param weekday 0 for Sunday; of the dates without a year, it chooses one
 */
function dateOf(day = '', month = '', year: string | undefined, today: string, weekday?: number): string | undefined {
  const thisYear = Number(today.slice(0, 4));
  const years = year ? [year.padStart(4, '20')] : Array.from({ length: 9 }, (_, index) => `${thisYear + index}`);
  const dates = years
    .map((each) => `${each}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    .filter((date) => isDate(date));
  if (year !== undefined) return dates[0];
  const onWeekday = dates.find((date) => new Date(date).getUTCDay() === weekday);
  return onWeekday ?? dates.find((date) => date >= today);
}
