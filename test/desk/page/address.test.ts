import { expect, test } from '@jest/globals';
import { hashOf, readAddress } from '../../../desk/src/address.ts';

test.each([
  ['#2026-12-24', { view: 'calendar', date: '2026-12-24' }],
  ['#record', { view: 'record' }],
  ['#settings', { view: 'settings' }],
  ['#calendar', { view: 'calendar' }],
])('%s is the address of a view or a date', (hash, address) => {
  expect(readAddress(hash)).toEqual(address);
  expect(hashOf(readAddress(hash))).toBe(hash);
});

test.each(['', '#', '#2026-02-31', '#elsewhere'])('“%s” leads to the calendar', (hash) => {
  expect(readAddress(hash)).toEqual({ view: 'calendar' });
});
