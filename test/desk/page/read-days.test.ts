import { expect, jest, test } from '@jest/globals';
import { addDays, datesBetween } from '../../../desk/src/dates.ts';
import type { Calendar, Client } from '../../../desk/src/desk-client.ts';
import { calendarLimits } from '../../../desk/src/generated/limits.ts';
import { findNextFree, readDays } from '../../../desk/src/read-days.ts';

/** A calendar whose first free date begins the second range that is read. */
const firstBookable = '2026-11-23';
const freeFrom = addDays(firstBookable, calendarLimits.days);
const getCalendar = jest.fn(async ({ from, to }: { from: string; to: string }) => {
  const dates = datesBetween(from, to);
  if (dates.length > calendarLimits.days) return { status: 400, error: 'the range has too many dates' };
  return { status: 200, days: dates.map((date) => ({ date, state: date < freeFrom ? 'reserved' : 'free' })) };
});
const client = { getCalendar } as unknown as Client;
const bounds = (lastBookable: string) => ({ firstBookable, lastBookable }) as Calendar;

test('the next free date may be years away, but not after the last that a player could get', async () => {
  expect(await findNextFree(client, bounds(freeFrom), '2026-11-21')).toBe(freeFrom);
  expect(await findNextFree(client, bounds(addDays(freeFrom, -1)), '2026-11-21')).toBeUndefined();
});

test('dates that are years apart are read a year at a time', async () => {
  getCalendar.mockClear();
  const dates = ['2026-11-21', '2026-12-24', addDays('2026-11-21', calendarLimits.days)];
  expect(await readDays(client, dates)).toMatchObject(dates.map((date) => ({ date })));
  expect(getCalendar).toHaveBeenCalledTimes(2);
});

test('a calendar that cannot be read is a problem', async () => {
  const problem = new TypeError('Failed to fetch');
  getCalendar.mockRejectedValue(problem);
  expect(await findNextFree(client, bounds(freeFrom), '2026-11-21')).toBe(problem);
  expect(await readDays(client, ['2026-11-21'])).toBe(problem);
});
