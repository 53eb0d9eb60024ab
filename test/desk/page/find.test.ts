import { beforeEach, expect, jest, test } from '@jest/globals';
import type { Client } from '../../../desk/src/desk-client.ts';
import { find, findOlder, rangesOf } from '../../../desk/src/find.ts';

/** A service that has one verse a page, and no blocked dates. */
const findSubmissions = jest.fn<(filter: object) => Promise<object>>();
const findBlockedDates = jest.fn<() => Promise<object>>();
const client = { findSubmissions, findBlockedDates } as unknown as Client;
beforeEach(() => {
  findSubmissions.mockReset().mockResolvedValue({ status: 200, submissions: [{ id: 7 }], before: 7 });
  findBlockedDates.mockReset().mockResolvedValue({ status: 200, dates: [], more: false });
});

const ofAnn = { title: 'Player ann', filter: { player: 'ann' } };
const rejection = { status: 403, error: 'Not allowed' };

test.each([
  ['a reference, or what a player is called', { typed: 'john 3:16' }, [{ verse: 'JHN.3.16' }, { player: 'john 3:16' }]],
  ['a player', { player: 'ann' }, [{ player: 'ann' }]],
  ['withdrawn verses', { withdrawn: true }, [{ withdrawn: true }]],
] as const)('%s is looked for', async (_title, query, filters) => {
  await find(client, query);
  expect(findSubmissions.mock.calls).toEqual(filters.map((filter) => [filter]));
});

test.each([
  ['ann', {}],
  ['john 22', { hint: 'The last chapter of John is 21.' }],
])('where nothing is found, only a text with a number may be a reference: %s', async (typed, hint) => {
  findSubmissions.mockResolvedValue({ status: 200, submissions: [] });
  expect(await find(client, { typed })).toEqual({ lists: [], ...hint });
});

test('what no label can be still finds verses; another rejection is returned', async () => {
  findBlockedDates.mockResolvedValueOnce({ status: 400, error: 'label has an invalid character' });
  expect(await find(client, { typed: 'ann' })).toEqual({ lists: [{ ...ofAnn, submissions: [{ id: 7 }], before: 7 }] });
  findBlockedDates.mockResolvedValueOnce(rejection);
  expect(await find(client, { typed: 'ann' })).toBe(rejection);
  findSubmissions.mockResolvedValueOnce(rejection);
  expect(await find(client, { typed: 'ann' })).toBe(rejection);
});

test.each([1, 2])('a repeated search reads as many pages as were shown: %i', async (pages) => {
  const list = { ...ofAnn, submissions: Array(pages).fill({ id: 7 }) };
  expect(await find(client, { player: 'ann' }, { lists: [list] })).toEqual({ lists: [{ ...list, before: 7 }] });
  expect(findSubmissions).toHaveBeenCalledTimes(pages);
});

test('older verses follow those that are shown; the last page has none before it', async () => {
  findSubmissions.mockResolvedValueOnce({ status: 200, submissions: [{ id: 6 }] });
  const older = await findOlder(client, { ...ofAnn, submissions: [{ id: 7 }] as never, before: 7 });
  expect(older).toEqual({ ...ofAnn, submissions: [{ id: 7 }, { id: 6 }] });
  expect(findSubmissions).toHaveBeenCalledWith({ player: 'ann', before: 7 });
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
