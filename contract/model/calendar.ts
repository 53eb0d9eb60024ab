import { type Fault, faultIf } from './answer.ts';
import type { Question } from './request.ts';
import {
  addDays,
  type Days,
  dateOf,
  datesFrom,
  daysBetween,
  isSameVerse,
  isTaken,
  type Opening,
  type Seen,
  second,
  submissionOn,
  textOf,
  type Verse,
} from './stored.ts';
import { referenceOf } from './verse.ts';

// What the operator sets may be unknown, and others may have stored what nobody has shown. Then a date
// is not computed, but held against what the contract says of any.

type Asked = Pick<Question, 'stored' | 'known' | 'now'>;

/** "Today is the UTC date." */
export function today({ now }: Pick<Question, 'now'>): string {
  return dateOf(now);
}

export function daysOf({ stored, known }: Asked): Partial<Days> {
  return { ...stored.seen.days, ...known.days };
}

/** Undefined unless each date of the calendar can be computed. */
function wholeDays(asked: Asked): Days | undefined {
  const { lead, window = 1, horizon, repeat } = daysOf(asked);
  if (!asked.stored.isWhole || lead === undefined || horizon === undefined || repeat === undefined) return undefined;
  return { lead, window, horizon, repeat };
}

/** The longest horizon that an operator can set, in days. */
export const longestHorizon = 36_500;

/** The bookable dates that are neither reserved nor blocked, the earliest first. */
export function freeDates(asked: Asked, { lead, horizon }: Pick<Days, 'lead' | 'horizon'>): string[] {
  const bookable = datesFrom(addDays(today(asked), lead), addDays(today(asked), horizon));
  return bookable.filter((date) => !isTaken(asked.stored, date));
}

/**
 * The date that a verse gets: null in a full calendar, undefined if it cannot be computed.
 *
 * The earliest free date that has no equal verse within some days before or after it, or else the
 * free date that is farthest from them, the earliest of several.
 */
export function dateFor(asked: Asked, verse: Verse | undefined): string | null | undefined {
  if (asked.stored.isPaused) return null;
  const days = wholeDays(asked);
  const isFull = asked.stored.isWhole && Object.keys(asked.stored.blocked).length >= longestHorizon;
  if (days === undefined) return isFull ? null : undefined;
  const free = freeDates(asked, days);
  const equal = asked.stored.submissions.flatMap((each) =>
    verse !== undefined && each.date !== undefined && isSameVerse(each, verse) ? [each.date] : [],
  );
  const distance = (date: string) => Math.min(...equal.map((other) => Math.abs(daysBetween(date, other))));
  if (days.repeat === 0 || equal.length === 0) return free[0] ?? null;
  const farthest = free.toSorted((a, b) => distance(b) - distance(a))[0];
  return free.find((date) => distance(date) > days.repeat) ?? farthest ?? null;
}

/**
 * What is said to players of the calendar: `acceptingFrom` is the midnight at which the horizon
 * reaches a free date, within 366 days.
 */
export function openingOf(asked: Asked, verse?: Verse): Opening {
  const nextFreeDate = dateFor(asked, verse);
  const { calendar, forecasts } = asked.stored.seen;
  if (nextFreeDate === undefined) {
    if (calendar.acceptingFrom !== undefined && calendar.acceptingFrom <= textOf(asked.now)) return {};
    return verse === undefined ? calendar : { ...calendar, nextFreeDate: forecasts[referenceOf(verse)] };
  }
  if (nextFreeDate !== null) return { accepting: true, nextFreeDate };
  const { horizon } = daysOf(asked);
  if (asked.stored.isPaused || horizon === undefined) return { accepting: false };
  const beyond = Array.from({ length: 366 }, (_, index) => index + 1);
  const opens = beyond.find((days) => !isTaken(asked.stored, addDays(today(asked), horizon + days)));
  if (opens === undefined) return { accepting: false };
  return { accepting: false, acceptingFrom: `${addDays(today(asked), opens)}T00:00:00.000Z` };
}

/** What contradicts the contract in a date that a verse gets, or would get, where it is not computed. */
export function dateFaults(asked: Asked, date: string, verse?: Verse): Fault[] {
  const { lead = 2, horizon } = daysOf(asked);
  const { calendar, forecasts } = asked.stored.seen;
  const first = addDays(today(asked), lead);
  const last = horizon === undefined ? date : addDays(today(asked), horizon);
  const { nextFreeDate: earliest = '' } = calendar;
  const { [verse ? referenceOf(verse) : '']: forecast = date } = forecasts;
  const isReserved = submissionOn(asked.stored, date) !== undefined;
  const isBlocked = asked.stored.blocked[date] !== undefined;
  const wrong = (isWrong: boolean, says: string, text: string) =>
    faultIf(isWrong, says, `the date is ${date}, ${text}`);
  return [
    ...wrong(date < first, 'The first window begins some days after today', `expected ${first} or later`),
    ...wrong(date > last, 'Windows of equal length', `which is after the horizon of ${horizon} days`),
    ...wrong(isReserved, 'The service reserves the earliest free date', 'which another submission has'),
    ...wrong(isBlocked, 'Keeps a date free of submissions', 'which is blocked'),
    ...wrong(date < earliest, '`nextFreeDate` is the earliest free date', `though ${earliest} was the earliest one`),
    ...wrong(
      date !== forecast,
      'With `bookId`, `chapter` and `verse`, `nextFreeDate` is the date',
      `though the forecast was ${forecast}`,
    ),
  ];
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The first and the last day of a window; undefined if the text is not as the contract says. */
function windowIn(text: string): { readonly first: string; readonly last: string } | undefined {
  const [start = '', end = start] = text.split('\u2009–\u2009');
  const last = Date.parse(`${/^\d/.test(end) ? `${start.split(' ')[0]} ` : ''}${end} UTC`);
  const first = Date.parse(`${start.includes(',') ? start : `${start}, ${end.slice(-4)}`} UTC`);
  if (!(first <= last) || longDate.formatRange(first, last) !== text) return undefined;
  return { first: dateOf(first * 1_000), last: dateOf(last * 1_000) };
}

/** The text of the window of a date; undefined if it cannot be computed. */
export function windowText(asked: Asked, date: string): string | undefined {
  const { lead, window, horizon } = daysOf(asked);
  if (lead === undefined || window === undefined || horizon === undefined) return undefined;
  const bookable = addDays(today(asked), lead);
  const first = addDays(bookable, Math.floor(daysBetween(bookable, date) / window) * window);
  const last = [addDays(first, window - 1), addDays(today(asked), horizon)].toSorted()[0] ?? '';
  return longDate.formatRange(Date.parse(first), Date.parse(last));
}

/** What contradicts the contract in a window, and the windows that were shown until then. */
export function windowFaults(
  asked: Asked,
  date: string,
  text: string,
): { readonly faults: Fault[]; readonly windows: Seen['windows'] } {
  const { windows } = asked.stored.seen;
  const shown = windowIn(text);
  if (shown === undefined) {
    const wrong = `windowText is ${JSON.stringify(text)}, which is no range of dates`;
    return { faults: [{ says: 'The first and last day of the window that contains the date', text: wrong }], windows };
  }
  // Of the same date: each day has windows of its own.
  const others = windows.filter((each) => each.today === today(asked));
  const lengthOf = ({ first, last }: typeof shown) => daysBetween(first, last) + 1;
  const length = Math.max(...[shown, ...others].map(lengthOf));
  const isEqual = ({ first, last }: typeof shown) => first === shown.first && last === shown.last;
  const follows = ({ first, last }: typeof shown) =>
    (last < shown.first || shown.last < first) && daysBetween(first, shown.first) % length === 0;
  /** The horizon cuts the last one alone. */
  const isShort = (one: typeof shown) =>
    lengthOf(one) < length && [shown, ...others].some(({ first }) => first > one.first);
  const isOutside = date < shown.first || date > shown.last;
  const isOdd = !others.every((other) => isEqual(other) || follows(other)) || [shown, ...others].some(isShort);
  const is = `the window is ${shown.first} to ${shown.last}`;
  const all = others.map(({ first, last }) => `${first} to ${last}`).join(', ');
  const contains = 'The first and last day of the window that contains the date';
  return {
    faults: [
      ...faultIf(isOutside, contains, `${is}, which does not contain ${date}`),
      ...faultIf(isOdd, 'Windows of equal length follow each other without gaps', `${is}, but others are ${all}`),
    ],
    windows: others.some(isEqual) ? windows : [...windows, { today: today(asked), ...shown }],
  };
}

/** Whether a date has begun anywhere on earth (UTC+14), or is past. */
export function isFrozen({ now }: Pick<Question, 'now'>, date: string): boolean {
  return date <= frozenUntil({ now });
}

export function frozenUntil({ now }: Pick<Question, 'now'>): string {
  return dateOf(now + 14 * 3_600 * second);
}
