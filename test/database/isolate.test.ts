import { describe, expect, test } from '@jest/globals';
import { type How, isolate, RetryLater, type Run, TimeLimitError } from '../../src/database/isolate.ts';

const inTime = () => false;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const names = (count: number) => numbers(count).map(String);
const databaseError = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' });
const late = expect.any(TimeLimitError);

/** What becomes of some requests. */
async function outcomesOf(
  count: number,
  isTooLate: (index: number) => boolean,
  run: Run<string, string>,
): Promise<(string | Error)[]> {
  const outcomes: (string | Error)[] = [];
  await isolate(names(count), isTooLate, run, (index, outcome) => {
    expect(outcomes[index]).toBeUndefined();
    outcomes[index] = outcome;
  });
  return outcomes;
}

/** Isolates those of some requests for which a run fails, and notes the runs. */
async function isolated(
  count: number,
  rejected: readonly number[],
  error: Error,
  isTooLate: (index: number) => boolean = inTime,
) {
  const runs: { part: readonly string[]; waits: boolean; retries: boolean }[] = [];
  const run = async (part: readonly string[], { waits, retries, assertInTime }: How) => {
    runs.push({ part, waits, retries });
    if (part.some((request) => rejected.includes(Number(request)))) throw error;
    assertInTime();
    return part.map((request) => `result ${request}`);
  };
  return { outcomes: await outcomesOf(count, isTooLate, run), runs };
}

test.each([
  ['none', [], 1],
  ['the first', [0], 15],
  ['the last', [99], 15],
  ['two', [3, 50], 24],
  ['all', numbers(100), 131],
])(
  'of a hundred requests, %s can be rejected: it alone gets the error, in few runs',
  async (_title, rejected, most) => {
    const error = databaseError('23514');
    const { outcomes, runs } = await isolated(100, rejected, error);
    expect(outcomes).toEqual(numbers(100).map((index) => (rejected.includes(index) ? error : `result ${index}`)));
    expect(runs.length).toBeLessThanOrEqual(most);
  },
);

const alone = (error: Error) => expect.objectContaining({ message: error.message });
const retried = () => expect.any(RetryLater);
const isDivided = true;
test.each<[string, boolean, (error: Error) => unknown]>([
  ['23514', isDivided, alone], // a check
  ['P0001', isDivided, alone], // what a trigger raises
  ['42501', isDivided, alone], // a policy of row-level security
  ['XX000', isDivided, alone], // what PL/Perl's triggers raise
  ['40001', isDivided, alone], // a conflict, after its retries
  ['55P03', isDivided, retried], // another transaction holds a lock
  ['08006', !isDivided, alone],
  ['25006', !isDivided, alone],
  ['53100', !isDivided, alone],
  ['57014', !isDivided, alone],
  ['58030', !isDivided, alone],
])('SQLSTATE %s of one of five divides them: %s', async (code, divides, becomes) => {
  const error = databaseError(code);
  const { outcomes } = await isolated(5, [2], error);
  const others = (index: number) => (divides ? `result ${index}` : alone(error));
  expect(outcomes).toEqual(numbers(5).map((index) => (index === 2 ? becomes(error) : others(index))));
});

test('a request that waits is retried later, also if it is the whole batch', async () => {
  expect((await isolated(1, [0], databaseError('55P03'))).outcomes).toEqual([retried()]);
});

test('an error that is not from PostgreSQL is about no row', async () => {
  const error = Object.assign(new Error('broken pipe'), { code: 'EPIPE' });
  expect((await isolated(5, [2], error)).outcomes).toEqual(numbers(5).map(() => error));
});

test('an error about no row keeps what other parts have', async () => {
  let runs = 0;
  const outcomes = await outcomesOf(10, inTime, async (part) => {
    runs++;
    if (runs === 1) throw databaseError('P0001');
    if (runs === 3) throw databaseError('57014');
    return part;
  });
  const lost = expect.objectContaining({ code: '57014' });
  expect(outcomes).toEqual(['0', '1', lost, lost, '4', '5', '6', '7', '8', '9']);
});

test('each request learns its outcome as soon as its part has run', async () => {
  const settled: number[] = [];
  const seen: number[] = [];
  const run = async (part: readonly string[]) => {
    seen.push(settled.length);
    if (part.includes('9') && part.length > 1) throw databaseError('P0001');
    return part;
  };
  await isolate(names(10), inTime, run, (index) => settled.push(index));
  expect(seen).toEqual([0, 0, 2, 4, 6, 8, 8, 9]);
});

test('a run with too few results fails', async () => {
  const outcomes = await outcomesOf(2, inTime, async () => ['0']);
  expect(outcomes).toEqual([0, 1].map(() => expect.objectContaining({ message: '2 requests got 1 results' })));
});

test('only a whole batch waits, and it and a request that is alone are retried', async () => {
  const { runs } = await isolated(10, [3], databaseError('P0001'));
  expect(runs).toEqual([
    { part: names(10), waits: true, retries: true },
    { part: ['0', '1'], waits: false, retries: false },
    { part: ['2', '3'], waits: false, retries: false },
    { part: ['2'], waits: false, retries: true },
    { part: ['3'], waits: false, retries: true },
    { part: ['4', '5'], waits: false, retries: false },
    { part: ['6', '7'], waits: false, retries: false },
    { part: ['8', '9'], waits: false, retries: false },
  ]);
});

describe('one for which it is too late', () => {
  test('is left out of every run', async () => {
    let runs = 0;
    // Before the third run, it is too late for the odd ones.
    const isTooLate = (index: number) => runs >= 2 && index % 2 === 1;
    const parts: (readonly string[])[] = [];
    const outcomes = await outcomesOf(10, isTooLate, async (part) => {
      runs++;
      parts.push(part);
      if (part.length === 10) throw databaseError('P0001');
      return part;
    });
    expect(parts).toEqual([names(10), ['0', '1'], ['2'], ['4'], ['6'], ['8']]);
    expect(outcomes).toEqual(['0', '1', '2', late, '4', late, '6', late, '8', late]);
  });

  test('by the end of its run divides the batch', async () => {
    let checks = 0;
    // As time goes on: the first ten checks are those before the first run.
    const isTooLate = (index: number) => checks++ >= 10 && index === 3;
    const { outcomes, runs } = await isolated(10, [], new Error(), isTooLate);
    expect(outcomes).toEqual(numbers(10).map((index) => (index === 3 ? late : `result ${index}`)));
    expect(runs.map(({ part }) => part)).toEqual([names(10), ['0', '1'], ['2'], ['4', '5'], ['6', '7'], ['8', '9']]);
  });

  test('is asked of nobody if it is so for all', async () => {
    const { outcomes, runs } = await isolated(3, [], new Error(), () => true);
    expect(outcomes).toEqual([late, late, late]);
    expect(runs).toEqual([]);
  });
});
