import { CalendarPause } from '../entities/calendar-pause.ts';
import type { ChangeContext } from './change.ts';

export interface Pause {
  readonly paused: boolean;
  readonly note?: string | undefined;
}

/**
 * Pauses the calendar, or lets it go on. The calendar is paused while the table has its one row.
 */
export async function setPause({ em, now, record }: ChangeContext, { paused, note }: Pause): Promise<void> {
  if ((await em.count(CalendarPause)) > 0 === paused) return; // it is as it should be
  if (paused) await em.insert(CalendarPause, { since: now });
  else await em.nativeDelete(CalendarPause, {});
  await record({ action: paused ? 'pause' : 'resume', dates: [], note });
}
