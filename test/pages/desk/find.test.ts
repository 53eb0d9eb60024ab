import { expect, jest, test } from '@jest/globals';
import type { Client } from '../../../desk/src/client.ts';
import { find, rangesOf } from '../../../desk/src/find.ts';

/** A service that has one verse a page, and rejects what no label can be. */
const findSubmissions = jest.fn(async () => ({ status: 200, submissions: [{ id: 7 }], before: 7 }));
const findBlockedDates = async () => ({ status: 400, error: 'label has an invalid character' });
const client = { findSubmissions, findBlockedDates } as unknown as Client;

test('what no label can be still finds verses', async () => {
  expect(await find(client, { typed: 'ann' })).toMatchObject({ lists: [{ title: 'Player ann' }] });
});

test.each([1, 2])('a repeated search reads as many pages as were shown: %i', async (pages) => {
  findSubmissions.mockClear();
  const list = { title: 'Player ann', filter: { player: 'ann' }, submissions: Array(pages).fill({ id: 7 }) };
  expect(await find(client, { player: 'ann' }, { lists: [list] })).toEqual({ lists: [{ ...list, before: 7 }] });
  expect(findSubmissions).toHaveBeenCalledTimes(pages);
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
