import { describe, expect, test } from '@jest/globals';
import type { Change } from '../../../desk/src/changes.ts';
import { join, nothing } from '../../../desk/src/outcome.ts';

const block: Change = { action: 'block', dates: ['2026-12-25', '2026-12-26'], label: 'Feast' };
const rest: Change = { action: 'block', dates: ['2026-12-27', '2026-12-28'], label: 'Feast' };
const refusal = (date: string) => ({ date, error: 'The date has begun' });

describe('what was done before a change was tried again', () => {
  test('counts with what is done now', () => {
    const before = { done: block, refused: [refusal('2026-12-24')] };
    const problem = new TypeError('Failed to fetch');
    const now = { done: { ...rest, dates: ['2026-12-27'] }, refused: [refusal('2026-12-28')], problem, rest };
    expect(join(before, now)).toEqual({
      done: { action: 'block', dates: ['2026-12-25', '2026-12-26', '2026-12-27'], label: 'Feast' },
      refused: [refusal('2026-12-24'), refusal('2026-12-28')],
      problem,
      rest,
    });
  });

  test('is all that is done if nothing is done now', () => {
    expect(join({ done: block, refused: [] }, { done: undefined, refused: [] }).done).toEqual(block);
  });

  test('is nothing if nothing was done before', () => {
    expect(join(nothing, { done: rest, refused: [] })).toEqual({ done: rest, refused: [] });
    expect(join(nothing, { done: { action: 'pause' }, refused: [] }).done).toEqual({ action: 'pause' });
  });

  test('is left out if what is done now has no dates', () => {
    expect(join({ done: block, refused: [] }, { done: { action: 'pause' }, refused: [] }).done).toEqual({
      action: 'pause',
    });
  });
});
