import { describe, expect, test } from '@jest/globals';
import { TimeLimitError } from '../../src/database/batches.ts';
import { isolate, rejectsRow } from '../../src/database/isolate.ts';

const inTime = () => false;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const databaseError = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' });

/** Isolates those of a hundred requests that the database rejects. */
async function isolated(rejected: readonly number[]) {
  const parts: (readonly number[])[] = [];
  const outcomes = await isolate(numbers(100), inTime, async (part) => {
    parts.push(part);
    for (const request of part) if (rejected.includes(request)) throw databaseError('23514');
    return part.map((request) => `result ${request}`);
  });
  return { outcomes, runs: parts.length };
}

describe('of a hundred requests', () => {
  test.each([
    ['none', [], 1],
    ['the first', [0], 15],
    ['the last', [99], 15],
    ['two', [3, 50], 24],
    ['all', numbers(100), 131],
  ])('%s can be rejected: it alone gets the error, in few runs', async (_title, rejected, most) => {
    const { outcomes, runs } = await isolated(rejected);
    expect(outcomes).toEqual(
      numbers(100).map((request) => (rejected.includes(request) ? databaseError('23514') : `result ${request}`)),
    );
    expect(runs).toBeLessThanOrEqual(most);
  });

  test('those for which it is too late are left out of every run', async () => {
    const parts: (readonly number[])[] = [];
    let runs = 0;
    // Before the third run, it is too late for the odd ones.
    const isOver = (index: number) => runs >= 2 && index % 2 === 1;
    const outcomes = await isolate(numbers(10), isOver, async (part) => {
      runs++;
      parts.push(part);
      if (part.length === 10) throw databaseError('P0001');
      return part;
    });
    expect(parts).toEqual([numbers(10), [0, 1], [2], [4], [6], [8]]);
    const late = expect.any(TimeLimitError);
    expect(outcomes).toEqual([0, 1, 2, late, 4, late, 6, late, 8, late]);
  });

  test('all fail for what is about no row', async () => {
    const run = async () => {
      throw databaseError('57014');
    };
    await expect(isolate(numbers(100), inTime, run)).rejects.toMatchObject({ code: '57014' });
  });
});

test.each([
  ['22003', true],
  ['23505', true],
  ['23514', true],
  ['P0001', true],
  ['21000', true], // in a trigger: more than one row
  ['42501', true], // a policy of row-level security
  ['54000', true], // a row too large for an index
  ['XX000', true], // what PL/Perl's triggers raise
  ['UE001', true],
  ['08006', false],
  ['25006', false],
  ['40001', false],
  ['53100', false],
  ['55P03', false],
  ['57014', false],
  ['58030', false],
])('whether an error with SQLSTATE %s is about a row: %s', (code, isAboutRow) => {
  expect(rejectsRow(databaseError(code))).toBe(isAboutRow);
});

test('an error that is not from PostgreSQL is about no row', () => {
  expect(rejectsRow(Object.assign(new Error('broken pipe'), { code: 'EPIPE' }))).toBe(false);
});
