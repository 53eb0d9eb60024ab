import { sql } from 'kysely';
import type { Work } from './change.ts';

export interface Pause {
  readonly paused: boolean;
  readonly note?: string | undefined;
}

/** Pauses the calendar, or lets it go on. The calendar is paused while the table has its one row. */
export async function setPause({ transaction, now, record }: Work, { paused, note }: Pause): Promise<void> {
  const change = paused
    ? sql`insert into calendar_pause (since) values (${now.toString()}) on conflict do nothing`
    : sql`delete from calendar_pause`;
  const { numAffectedRows } = await change.execute(transaction);
  if (numAffectedRows === 0n) return; // it is as it should be
  await record({ action: paused ? 'pause' : 'resume', dates: [], note });
}
