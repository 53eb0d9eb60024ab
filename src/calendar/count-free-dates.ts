import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import type { DateRange } from './window.ts';

/** How many dates of a range are not reserved. */
export async function countFreeDates(em: EntityManager, { first, last }: DateRange): Promise<number> {
  const reserved = await em.fork().count(ScheduledSubmission, { scheduledDate: { $gte: first, $lte: last } });
  return first.until(last).days + 1 - reserved;
}
