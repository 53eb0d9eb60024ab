import { expect, jest, test } from '@jest/globals';
import { addDays, datesBetween } from '../../../desk/src/dates.ts';
import type { Calendar, Client, Day } from '../../../desk/src/desk-client.ts';
import { calendarLimits } from '../../../desk/src/generated/limits.ts';
import { findNextFree, findNextUnread, readDays } from '../../../desk/src/read-days.ts';

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

test('the next verse that nobody has read is one that is known already, or else within a year', async () => {
  const day = (date: string, reviewed?: boolean) =>
    ({ date, state: 'free', ...(reviewed !== undefined && { submission: { reviewed } }) }) as Day;
  const days = [day('2026-11-22', true), day('2026-11-23', false), day('2026-11-24')];
  const known = new Map(days.map((each) => [each.date, each]));
  getCalendar.mockClear();
  expect(await findNextUnread(client, '2026-11-21', known)).toBe('2026-11-23');
  expect(getCalendar).not.toHaveBeenCalled();
  expect(await findNextUnread(client, '2026-11-23', known)).toBeUndefined();
  expect(getCalendar.mock.calls).toEqual([[{ from: '2026-11-25', to: '2027-11-25' }]]);
  getCalendar.mockResolvedValueOnce({ status: 200, days: [day('2027-01-01', true), day('2027-01-02', false)] });
  expect(await findNextUnread(client, '2026-11-23')).toBe('2027-01-02');
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
