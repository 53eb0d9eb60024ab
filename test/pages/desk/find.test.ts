import { expect, test } from '@jest/globals';
import { rangesOf } from '../../../desk/src/find.ts';

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
