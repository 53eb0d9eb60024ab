import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import type { DateRange } from './window.ts';

/** Counts the dates of a range that are not reserved. */
export async function countFreeDates(em: EntityManager, { first, last }: DateRange): Promise<number> {
  const reserved = await em.fork().count(ScheduledSubmission, { scheduledDate: { $gte: first, $lte: last } });
  return first.until(last).days + 1 - reserved;
}
