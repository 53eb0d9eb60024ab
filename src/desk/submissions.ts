import type { EntityManager } from '../database/orm.ts';
import { BlockedDate } from '../entities/blocked-date.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';

/** Where a submission is. */
interface Place {
  /** YYYY-MM-DD; null once it is withdrawn. */
  readonly date: string | null;
  /** The date that it had when it was withdrawn. */
  readonly withdrawnFrom: string | null;
  readonly cooldownEnded: boolean;
  /** Whether an editor has set the verse. Only then may it be on a blocked date. */
  readonly byEditor: boolean;
}

/** Finds submissions by their ids. A missing one has no entry. */
export async function placesOf(em: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  // The desk's role may read no other columns than it needs.
  const fields = ['scheduledDate', 'withdrawnFrom', 'cooldownEnded', 'byEditor'] as const;
  const rows = await em.find(ScheduledSubmission, { id: { $in: [...ids] } }, { fields });
  return new Map(
    rows.map(({ id, scheduledDate, withdrawnFrom, cooldownEnded, byEditor }) => [
      id,
      { date: textOf(scheduledDate), withdrawnFrom: textOf(withdrawnFrom), cooldownEnded, byEditor },
    ]),
  );
}

function textOf(date: Temporal.PlainDate | null | undefined): string | null {
  return date?.toString() ?? null;
}

/** What is on a date. A verse may be on a blocked date if an editor has set it. */
interface Occupancy {
  readonly isReserved: boolean;
  /** Whether a player's verse is there, which keeps the date from being blocked. */
  readonly isPlayers: boolean;
  /** Null unless the date is blocked. */
  readonly label: string | null;
}

/** @param date YYYY-MM-DD */
export async function occupancyOf(em: EntityManager, date: string): Promise<Occupancy> {
  const day = Temporal.PlainDate.from(date);
  const blocked = await em.findOne(BlockedDate, { date: day });
  const verse = await em.findOne(ScheduledSubmission, { scheduledDate: day }, { fields: ['byEditor'] });
  return { isReserved: verse !== null, isPlayers: verse?.byEditor === false, label: blocked?.label ?? null };
}
