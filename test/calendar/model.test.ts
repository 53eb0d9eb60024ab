import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Step, stepsOf } from '../../contract/dredd/steps.ts';
import { clockOperations, programsOperations } from './model/programs.ts';
import {
  at,
  beginAt,
  closeWorld,
  days,
  letTimePass,
  type Name,
  openWorld,
  send,
  solved,
  starts,
  statuses,
  unsolved,
  verses,
  view,
  weighted,
} from './model/world.ts';

/**
 * Random operations on two instances of the service, which share a database, against the model of
 * the contracts. After each operation, clients and other programs see what the model says. A
 * failure prints the seed and the shortest sequence of operations that shows it. Each run has
 * another seed.
 */
const operationsInAll = Number(process.env['CALENDAR_OPERATIONS'] ?? 500);
const longestSequence = 60;

/** Between two operations, in milliseconds. */
const pause = fc.constantFrom(0, 1, 999, 1_000, 60_000);
const missing = { bookId: 'JHN', chapter: 3, verse: 37 };
const reach = { days, keys: ['key', 'KEY'], localDates: [unsolved, '2026-02-31', '24.12.2026'] };
const { players, puzzle, desk } = stepsOf({ ...reach, verses: [...verses, missing] });
const existing = stepsOf({ ...reach, verses });

/** A step at one of the instances. */
const requested = (weight: number, steps: fc.Arbitrary<Step>) =>
  weighted(weight, request, fc.record({ at, step: steps }));

async function request({ at, step }: { readonly at: Name; readonly step: Step }): Promise<void> {
  for (const part of step.parts) await send(at, part(view(at)));
}

const operation = fc.oneof(
  ...[requested(12, players.submit), requested(4, players.submitAtOnce), requested(6, players.retry)],
  ...[
    requested(4, stepsOf({ ...reach, verses, localDates: [solved, unsolved] }).puzzle.solve),
    requested(1, puzzle.erase),
  ],
  ...[requested(5, desk.block), requested(3, desk.unblock)],
  ...[
    requested(4, existing.desk.setVerse),
    requested(3, desk.move),
    requested(2, desk.moveBack),
    requested(3, desk.swap),
  ],
  ...[requested(4, desk.withdraw), requested(2, desk.replace), requested(5, desk.restore), requested(2, desk.setPause)],
  ...[requested(3, desk.review), requested(1, desk.reviewUpTo), requested(3, desk.again)],
  ...programsOperations,
  ...clockOperations,
);
const read = fc.oneof(existing.players.eligibility, players.list, desk.readCalendar, puzzle.export, puzzle.verseOfDate);

beforeAll(openWorld);
afterAll(closeWorld);

test('two instances with clocks of their own behave like the model', async () => {
  let done = 0;
  const steps = fc.array(fc.record({ pause, operation, read: fc.record({ at, step: read }) }), {
    minLength: 1,
    maxLength: longestSequence,
  });
  const sequence = fc.asyncProperty(fc.constantFrom(...starts), steps, async (start, steps) => {
    await beginAt(start);
    for (const { pause, operation, read } of steps) {
      await letTimePass(pause);
      await operation.run();
      await request(read);
      done += 1;
    }
  });
  const wanted = [201, 400, 403, 429, 500];
  // Few sequences fill the calendar, and chance may bring none of them at first.
  while (done < operationsInAll || (statuses.size < wanted.length && done < 10 * operationsInAll)) {
    await fc.assert(sequence, {
      numRuns: 10,
      unbiased: true,
      interruptAfterTimeLimit: 120_000,
      includeErrorInReport: true,
    });
  }
  expect([...statuses].sort()).toEqual(wanted);
}, 300_000);
