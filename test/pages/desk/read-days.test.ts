import { expect, jest, test } from '@jest/globals';
import type { Calendar, Client } from '../../../desk/src/client.ts';
import { datesBetween } from '../../../desk/src/dates.ts';
import { findNextFree, readDays } from '../../../desk/src/read-days.ts';

/** A calendar whose dates are free from one on. */
const freeFrom = '2028-03-01';
const getCalendar = jest.fn(async ({ from, to }: { from: string; to: string }) => ({
  status: 200,
  days: datesBetween(from, to).map((date) => ({ date, state: date < freeFrom ? 'reserved' : 'free' })),
}));
const client = { getCalendar } as unknown as Client;
const bounds = (lastBookable: string) => ({ firstBookable: '2026-11-23', lastBookable }) as Calendar;

test('the next free date may be years away, but not after the last that a player could get', async () => {
  expect(await findNextFree(client, bounds(freeFrom), '2026-11-21')).toBe(freeFrom);
  expect(await findNextFree(client, bounds('2028-02-29'), '2026-11-21')).toBeUndefined();
});

test('dates that are years apart are read a year at a time', async () => {
  getCalendar.mockClear();
  const dates = ['2026-11-21', '2026-12-24', '2028-12-24'];
  expect(await readDays(client, dates)).toMatchObject(dates.map((date) => ({ date })));
  expect(getCalendar.mock.calls).toEqual([
    [{ from: '2026-11-21', to: '2026-12-24' }],
    [{ from: '2028-12-24', to: '2028-12-24' }],
  ]);
});

test('a calendar that cannot be read is a problem', async () => {
  const problem = new TypeError('Failed to fetch');
  getCalendar.mockRejectedValue(problem);
  expect(await findNextFree(client, bounds(freeFrom), '2026-11-21')).toBe(problem);
  expect(await readDays(client, ['2026-11-21'])).toBe(problem);
});
