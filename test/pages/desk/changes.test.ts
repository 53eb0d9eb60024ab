import { expect, test } from '@jest/globals';
import { type Change, oppositeOf, requestsOf } from '../../../desk/src/changes.ts';

const john = { id: 7, reference: 'John 3:16' };
const psalm = { id: 8, reference: 'Psalm 23:1' };
const move: Change = { action: 'move', verse: john, from: '2026-12-24', to: '2026-12-26', note: 'Closer to the feast' };
const swap: Change = { ...move, swapWith: psalm };
const block: Change = { action: 'block', dates: ['2026-12-25', '2027-12-25'], label: 'Christmas Day' };

test.each<[string, Change, object[]]>([
  [
    'a move',
    move,
    [
      {
        method: 'POST',
        path: '/desk/api/submissions/7/move',
        body: { from: '2026-12-24', to: '2026-12-26', note: 'Closer to the feast' },
      },
    ],
  ],
  [
    'a swap says which verse the operator saw',
    { ...swap, note: undefined },
    [
      {
        method: 'POST',
        path: '/desk/api/submissions/7/move',
        body: { from: '2026-12-24', to: '2026-12-26', swapWith: 8 },
      },
    ],
  ],
  [
    'a withdrawal',
    { action: 'withdraw', verse: john, from: '2026-12-24', endCooldown: true },
    [{ method: 'POST', path: '/desk/api/submissions/7/withdraw', body: { from: '2026-12-24', endCooldown: true } }],
  ],
  [
    'a request for each date to block',
    block,
    [
      { method: 'PUT', path: '/desk/api/blocked-dates/2026-12-25', body: { label: 'Christmas Day' } },
      { method: 'PUT', path: '/desk/api/blocked-dates/2027-12-25', body: { label: 'Christmas Day' } },
    ],
  ],
  [
    'a request for each date to unblock',
    { ...block, action: 'unblock' },
    [
      { method: 'DELETE', path: '/desk/api/blocked-dates/2026-12-25' },
      { method: 'DELETE', path: '/desk/api/blocked-dates/2027-12-25' },
    ],
  ],
  [
    'a pause',
    { action: 'pause', note: 'New puzzle' },
    [{ method: 'PUT', path: '/desk/api/pause', body: { paused: true, note: 'New puzzle' } }],
  ],
  ['the end of a pause', { action: 'resume' }, [{ method: 'PUT', path: '/desk/api/pause', body: { paused: false } }]],
])('%s', (_title, change, want) => {
  expect(JSON.parse(JSON.stringify(requestsOf(change)))).toEqual(want);
});

test.each<[string, Change, Change]>([
  ['a move', move, { action: 'move', verse: john, from: '2026-12-26', to: '2026-12-24', note: undefined }],
  [
    'a swap',
    swap,
    { action: 'move', verse: john, from: '2026-12-26', to: '2026-12-24', swapWith: psalm, note: undefined },
  ],
  ['a block', block, { ...block, action: 'unblock' }],
  ['a pause', { action: 'pause', note: 'New puzzle' }, { action: 'resume' }],
])('%s has an opposite, whose opposite it is but for the note', (_title, change, opposite) => {
  expect(oppositeOf(change)).toEqual(opposite);
  const { note: _note, ...again } = { note: undefined, ...change };
  expect(oppositeOf(opposite)).toMatchObject(again);
});

test('a withdrawal has no opposite, nor has the end of a block whose label nobody knows', () => {
  expect(oppositeOf({ action: 'withdraw', verse: john, from: '2026-12-24', endCooldown: false })).toBeUndefined();
  expect(oppositeOf({ action: 'unblock', dates: ['2026-12-25'], label: undefined })).toBeUndefined();
});
