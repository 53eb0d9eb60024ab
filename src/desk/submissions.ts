import type { EntityManager } from '../database/orm.ts';
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
