import { expect, test } from '@jest/globals';
import { hashOf, readAddress } from '../../../desk/src/address.ts';

test.each([
  ['#2026-12-24', { view: 'calendar', date: '2026-12-24' }],
  ['#record', { view: 'record' }],
  ['#settings', { view: 'settings' }],
  ['#calendar', { view: 'calendar' }],
  ['#unread', { view: 'calendar', query: { unread: true } }],
  ['#withdrawn', { view: 'calendar', query: { withdrawn: true } }],
  ['#find=fear+not%2C+%26+love', { view: 'calendar', query: { typed: 'fear not, & love' } }],
  ['#player=auth0%7C5f7c', { view: 'calendar', query: { player: 'auth0|5f7c' } }],
])('%s is the address of a view, a date or a search', (hash, address) => {
  expect(readAddress(hash)).toEqual(address);
  expect(hashOf(readAddress(hash))).toBe(hash);
});

test.each(['', '#', '#2026-02-31', '#elsewhere', '#find='])('“%s” leads to the calendar', (hash) => {
  expect(readAddress(hash)).toEqual({ view: 'calendar' });
});
