import { beforeEach, expect, jest, test } from '@jest/globals';
import type { Client } from '../../../desk/src/desk-client.ts';
import { find, type Query, rangesOf } from '../../../desk/src/find.ts';

/** A service that has one verse, and no blocked dates. */
const verse = { id: 7, date: '2026-12-24' };
const findSubmissions = jest.fn<(filter: object) => Promise<object>>();
const findBlockedDates = jest.fn<() => Promise<object>>();
const getCalendar = jest.fn<(range: object) => Promise<object>>();
const client = { findSubmissions, findBlockedDates, getCalendar } as unknown as Client;
beforeEach(() => {
  findSubmissions.mockReset().mockResolvedValue({ status: 200, count: 1, submissions: [verse] });
  findBlockedDates.mockReset().mockResolvedValue({ status: 200, dates: [], more: false });
});

const search = (query: Query, limit = 1) =>
  find(client, query, { today: '2026-11-24', frozenUntil: '2026-11-25' }, limit);
const none = { count: 1, coming: [], earlier: [], withdrawn: [], left: new Map(), hasOlder: false };
const rejection = { status: 403, error: 'Not allowed' };

test.each<[title: string, Query, filter: object]>([
  ['John 3:16', { typed: 'john 3:16' }, { verse: 'JHN.3.16', text: 'john 3:16' }], // or what fits its text
  ['“god so loved”', { typed: 'god so loved' }, { text: 'god so loved' }],
  ['Player ann', { player: 'ann' }, { player: 'ann' }],
  ['Withdrawn verses', { withdrawn: true }, { withdrawn: true }],
  ['Not read', { unread: true }, { unread: true }],
])('%s is looked for', async (title, query, filter) => {
  expect(await search(query)).toMatchObject({ title, coming: [verse] });
  expect(findSubmissions.mock.calls).toEqual([[filter]]);
});

test('coming verses are in the order of dates; past ones and withdrawals, the latest first', async () => {
  const coming = ['2026-11-24', '2026-12-24'].map((date, id) => ({ id, date }));
  const earlier = ['2026-11-23', '2025-12-24'].map((date, id) => ({ id: 10 + id, date }));
  const withdrawn = ['2026-11-25', '2026-12-01'].map((withdrawnFrom, id) => ({
    id: 20 + id,
    withdrawnFrom,
    withdrawnAt: `2026-11-${23 - id}T09:30:00.000Z`,
  }));
  findSubmissions.mockResolvedValue({
    status: 200,
    count: 1,
    submissions: [...earlier, ...withdrawn, ...coming].reverse(),
  });
  const free = { date: '2026-12-01', state: 'free' };
  getCalendar.mockResolvedValue({ status: 200, days: [free] });
  const left = new Map([['2026-12-01', free]]);
  expect(await search({ player: 'ann' })).toEqual({ ...none, title: 'Player ann', coming, earlier, withdrawn, left });
  expect(getCalendar.mock.calls).toEqual([[{ from: '2026-12-01', to: '2026-12-01' }]]);
});

test('of verses that nobody has read, only coming ones are found', async () => {
  const others = [
    { id: 8, date: '2026-11-23' },
    { id: 9, withdrawnFrom: '2026-12-01' },
  ];
  findSubmissions.mockResolvedValue({ status: 200, submissions: [...others, verse] });
  expect(await search({ unread: true })).toMatchObject({
    title: 'Not read',
    coming: [verse],
    earlier: [],
    withdrawn: [],
  });
});

test.each([
  ['ann', {}],
  ['john 22', { hint: 'The last chapter of John is 21.' }],
])('where nothing is found, only a text with a number may be a reference: %s', async (typed, hint) => {
  findSubmissions.mockResolvedValue({ status: 200, count: 0, submissions: [] });
  expect(await search({ typed })).toEqual({ ...none, count: 0, title: `“${typed}”`, ...hint });
});

test('what no label can be still finds verses; another rejection is returned', async () => {
  findBlockedDates.mockResolvedValueOnce({ status: 400, error: 'label has an invalid character' });
  expect(await search({ typed: 'ann' })).toMatchObject({ coming: [verse] });
  findBlockedDates.mockResolvedValueOnce(rejection);
  expect(await search({ typed: 'ann' })).toBe(rejection);
  findSubmissions.mockResolvedValueOnce(rejection);
  expect(await search({ typed: 'ann' })).toBe(rejection);
});

test('pages are read until there are as many verses as wanted', async () => {
  findSubmissions
    .mockResolvedValueOnce({ status: 200, count: 9, submissions: [verse], before: 7 })
    .mockResolvedValueOnce({ status: 200, count: 8, submissions: [{ id: 6, date: '2026-12-25' }], before: 6 });
  expect(await search({ player: 'ann' }, 2)).toMatchObject({
    count: 9,
    coming: [{ id: 7 }, { id: 6 }],
    hasOlder: true,
  });
  expect(findSubmissions.mock.calls).toEqual([[{ player: 'ann' }], [{ player: 'ann', before: 7 }]]);
});

test('blocked dates that follow each other with the same label are one range', () => {
  const blocks = [
    { date: '2026-12-30', label: 'Retreat' },
    { date: '2026-12-31', label: 'Retreat' },
    { date: '2027-01-01', label: 'New Year' },
    { date: '2027-01-03', label: 'New Year' },
  ];
  expect(rangesOf(blocks)).toEqual([
    { from: '2026-12-30', to: '2026-12-31', label: 'Retreat' },
    { from: '2027-01-01', to: '2027-01-01', label: 'New Year' },
    { from: '2027-01-03', to: '2027-01-03', label: 'New Year' },
  ]);
});
