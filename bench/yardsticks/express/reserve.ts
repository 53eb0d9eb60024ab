import { setTimeout } from 'node:timers/promises';
import { type DataSource, QueryFailedError } from 'typeorm';
import { ScheduledSubmission } from './entities.ts';

type NewSubmission = Omit<ScheduledSubmission, 'id' | 'scheduledDate'>;

/** Unique violation, exclusion violation, serialization failure, deadlock. */
const conflicts = ['23505', '23P01', '40001', '40P01'];
const oneAtATime = 1;

/**
 * Check 7: finds the earliest free date and inserts the submission in one transaction, and retries the transaction after a conflict.
 *
 * @returns undefined if no date is free
 * @throws QueryFailedError with the constraint `cooldown` if another request of the player was faster
 */
export async function reserveDate(
  dataSource: DataSource,
  submission: NewSubmission,
  [first, last]: readonly [first: string, last: string],
  attempts = 5,
): Promise<string | undefined> {
  try {
    return await dataSource.transaction(async (manager) => {
      // Without the lock, concurrent requests try for the same date, and most run out of attempts.
      await manager.query('select pg_advisory_xact_lock($1)', [oneAtATime]);
      const [free] = await manager.query<{ date: string }[]>(
        `select to_char(day, 'YYYY-MM-DD') as date
         from generate_series($1::date, $2::date, interval '1 day') as day
         where not exists (select from scheduled_submission where scheduled_date = day::date)
         order by day limit 1`,
        [first, last],
      );
      if (free === undefined) return undefined;
      await manager.insert(ScheduledSubmission, { ...submission, scheduledDate: free.date });
      return free.date;
    });
  } catch (error) {
    if (!isConflict(error) || isCooldown(error) || attempts === 1) throw error;
    await setTimeout(Math.random() * 20);
    return await reserveDate(dataSource, submission, [first, last], attempts - 1);
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof QueryFailedError && conflicts.includes(error.driverError.code);
}

export function isCooldown(error: unknown): boolean {
  return error instanceof QueryFailedError && error.driverError.constraint === 'cooldown';
}
