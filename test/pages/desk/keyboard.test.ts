import { expect, test } from '@jest/globals';
import { dateForKey } from '../../../desk/src/keyboard.ts';

// 25 November 2026 is a Wednesday.
test.each([
  ['ArrowLeft', false, '2026-11-24'],
  ['ArrowRight', false, '2026-11-26'],
  ['ArrowUp', false, '2026-11-18'],
  ['ArrowDown', false, '2026-12-02'],
  ['Home', false, '2026-11-22'],
  ['End', false, '2026-11-28'],
  ['PageUp', false, '2026-10-25'],
  ['PageDown', false, '2026-12-25'],
  ['PageUp', true, '2025-11-25'],
  ['PageDown', true, '2027-11-25'],
  ['a', false, undefined],
])('%s, with Shift: %s, leads to %s', (key, shiftKey, want) => {
  expect(dateForKey('2026-11-25', { key, shiftKey })).toBe(want);
});

test('Home and End stay where the week begins and ends', () => {
  expect(dateForKey('2026-11-22', { key: 'Home', shiftKey: false })).toBe('2026-11-22');
  expect(dateForKey('2026-11-28', { key: 'End', shiftKey: false })).toBe('2026-11-28');
});
