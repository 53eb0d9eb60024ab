import { type QueryExecutorProvider, sql } from 'kysely';
import type { DateRange } from './window.ts';

/** How many dates of a range are not reserved. It reads no more than an index: some milliseconds for the longest horizon. */
export async function countFreeDates(db: QueryExecutorProvider, { first, last }: DateRange): Promise<number> {
  const { rows } = await sql<{ reserved: number }>`
    select count(*)::integer as reserved from scheduled_submission
    where scheduled_date between ${first.toString()}::date and ${last.toString()}::date`.execute(db);
  return first.until(last).days + 1 - (rows[0]?.reserved ?? 0);
}
