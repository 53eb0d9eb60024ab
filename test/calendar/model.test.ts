import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CalendarModel } from './model/calendar-model.ts';
import { forgetLastChange, operatorsOperations, readUnread } from './model/operators.ts';
import { playersOperations, readEligibility, readSubmissions, statuses } from './model/players.ts';
import { programsOperations, recordCompletion } from './model/programs.ts';
import {
  at,
  clockOperations,
  clocks,
  closeWorld,
  continueWith,
  existingVerse,
  letTimePass,
  model,
  openWorld,
  player,
  players,
  second,
  solved,
  sql,
  starts,
  storedPlan,
  storedRows,
  unsolved,
} from './model/world.ts';

/**
 * Random operations on two instances of the service, which share a database, against
 * `CalendarModel`. After each operation, clients and other programs see what the model says. A
 * failure prints the seed and the shortest sequence of operations that shows it. Each run has
 * another seed.
 */
const operationsInAll = Number(process.env['CALENDAR_OPERATIONS'] ?? 500);
const longestSequence = 60;

/** Between two operations, in milliseconds. */
const pause = fc.constantFrom(0, 1, 999, second, 60 * second);
const operation = fc.oneof(...playersOperations, ...programsOperations, ...operatorsOperations, ...clockOperations);

beforeAll(openWorld);
afterAll(closeWorld);

test('two instances with clocks of their own behave like the model', async () => {
  let done = 0;
  const step = fc.record({
    pause,
    operation,
    read: fc.constantFrom('eligibility', 'submissions', 'unread'),
    at,
    player,
    localDate: fc.constantFrom(solved, unsolved, '2026-02-31'),
    verse: fc.option(existingVerse, { nil: undefined }),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: longestSequence });
  const sequence = fc.asyncProperty(fc.constantFrom(...starts), steps, async (start, steps) => {
    for (const clock of Object.values(clocks)) clock.now = Temporal.Instant.from(start);
    await sql.query('truncate scheduled_submission, daily_completion, blocked_date, calendar_pause, calendar_change');
    continueWith(new CalendarModel());
    forgetLastChange();
    for (const player of players) await recordCompletion({ at: 'a', player, date: solved });
    for (const { pause, operation, read, at, player, localDate, verse } of steps) {
      await letTimePass(pause);
      await operation.run();
      expect(await storedRows()).toEqual(model.rows);
      expect(await storedPlan()).toEqual({
        blocked: [...model.blocked].sort(),
        paused: model.paused,
        changes: model.changes,
      });
      if (read === 'eligibility') await readEligibility(at, player, localDate, verse);
      else if (read === 'submissions') await readSubmissions(at, player);
      else await readUnread(at);
      done += 1;
    }
  });
  const wanted = [201, 400, 403, 429, 500];
  // Few sequences fill the calendar, and chance may bring none of them at first.
  while (done < operationsInAll || (statuses.size < wanted.length && done < 10 * operationsInAll)) {
    await fc.assert(sequence, { numRuns: 10, unbiased: true, interruptAfterTimeLimit: 120 * second });
  }
  expect([...statuses].sort()).toEqual(wanted);
}, 300_000);
