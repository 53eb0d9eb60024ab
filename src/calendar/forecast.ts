import pTimeout from 'p-timeout';
import { responseMs } from '../database/limits.ts';
import type { EntityManager } from '../database/orm.ts';
import { createSemaphore, withPermit } from '../semaphore.ts';
import type { Verse } from '../verse/validate.ts';
import { assignDates } from './assign-dates.ts';
import { type CalendarRules, utcDate } from './window.ts';

/**
 * How many forecasts of an instance run at a time: players who submit come first. With two, a flood
 * of forecasts doubles the time that a submission takes.
 */
export const maxForecasts = 1;

/**
 * Returns a function that forecasts the date of a verse: the one that a submission would get now,
 * by the function that decides in a reservation. It is undefined if the calendar is full.
 *
 * @returns a function that throws what the query throws, or TimeoutError
 */
export function createForecast(
  em: EntityManager,
  rules: CalendarRules,
  clock: () => Temporal.Instant,
): (verse: Verse) => Promise<Temporal.PlainDate | undefined> {
  const acquire = createSemaphore(maxForecasts, responseMs);

  async function forecast(verse: Verse): Promise<Temporal.PlainDate | undefined> {
    const now = clock();
    const submission = { userId: '', verse, idempotencyKey: undefined, now }; // of nobody who could be on cooldown
    const db = em.fork().getKysely();
    const { rows } = await assignDates(db, utcDate(now), rules, [submission], []);
    return rows[0]?.scheduledDate ?? undefined;
  }

  return async (verse) =>
    await pTimeout(
      withPermit(acquire, () => forecast(verse)),
      { milliseconds: responseMs },
    );
}
