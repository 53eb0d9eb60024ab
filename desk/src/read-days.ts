import { addDays } from './dates.ts';
import { type Calendar, type Client, type Day, isProblem, type Problem } from './desk-client.ts';
import { calendarLimits } from './generated/limits.ts';
import { isUnread } from './texts.ts';

/**
 * Reads dates, which may be years apart.
 *
 * @param dates ascending
 * @returns the dates as they are now, or why the calendar could not be read
 */
export async function readDays(client: Client, dates: readonly string[]): Promise<readonly Day[] | Problem> {
  const found: Day[] = [];
  for (let rest = dates; rest[0] !== undefined; ) {
    const end = addDays(rest[0], calendarLimits.days - 1);
    const within = rest.filter((date) => date <= end);
    const read = await readRange(client, rest[0], within.at(-1) as string);
    if (isProblem(read)) return read;
    found.push(...read.filter(({ date }) => within.includes(date)));
    rest = rest.slice(within.length);
  }
  return found;
}

/**
 * Finds the earliest date after another one that is free, and that a player could get.
 *
 * @returns undefined if there is none, or why the calendar could not be read
 */
export async function findNextFree(
  client: Client,
  { firstBookable, lastBookable }: Calendar,
  after: string,
): Promise<string | undefined | Problem> {
  let from = addDays(after, 1);
  if (from < firstBookable) from = firstBookable;
  while (from <= lastBookable) {
    const end = addDays(from, calendarLimits.days - 1);
    const read = await readRange(client, from, end < lastBookable ? end : lastBookable);
    if (isProblem(read)) return read;
    const free = read.find(({ state }) => state === 'free');
    if (free !== undefined) return free.date;
    from = addDays(end, 1);
  }
  return undefined;
}

/**
 * Finds the next date with a verse that no editor has read, within a year.
 *
 * @param days those that have been read; the service is asked for what comes after them
 * @returns undefined if there is none, or why the calendar could not be read
 */
export async function findNextUnread(
  client: Client,
  after: string,
  days: ReadonlyMap<string, Day> = new Map(),
): Promise<string | undefined | Problem> {
  let date = addDays(after, 1);
  for (let day = days.get(date); day; day = days.get(date)) {
    if (isUnread(day)) return date;
    date = addDays(date, 1);
  }
  const read = await readRange(client, date, addDays(date, calendarLimits.days - 1));
  return isProblem(read) ? read : read.find(isUnread)?.date;
}

/** @param to at most a year later */
export async function readRange(client: Client, from: string, to: string): Promise<readonly Day[] | Problem> {
  const read = await client.getCalendar({ from, to }).catch((error: Error) => error);
  return isProblem(read) ? read : read.days;
}
