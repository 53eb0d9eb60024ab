import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import type { ChangeContext } from './change.ts';
import { isFrozen } from './frozen.ts';
import { type DeskOutcome, withDays } from './outcome.ts';
import { placesOf } from './submissions.ts';

export interface Withdrawal {
  readonly id: number;
  /** The date on which the operator saw the verse, YYYY-MM-DD. */
  readonly from: string;
  /** Whether the player may submit another verse at once. */
  readonly endCooldown: boolean;
  readonly note?: string | undefined;
}

type WithdrawOutcome = DeskOutcome<'done' | 'elsewhere' | 'frozen'> | { readonly outcome: 'no such submission' };

/**
 * Takes a verse out of the calendar, and ends its player's cooldown if the operator says so, which
 * may be later. The first check that fails sets the outcome, in the order of the contract's
 * `x-checks`.
 */
export async function withdrawSubmission(
  { em, db, now, record }: ChangeContext,
  { id, from, endCooldown, note }: Withdrawal,
): Promise<WithdrawOutcome> {
  const verse = (await placesOf(em, [id])).get(id);
  if (verse === undefined) return { outcome: 'no such submission' };

  const days = [from, verse.date];
  const isWithdrawn = verse.withdrawnFrom === from;
  if (isWithdrawn && (verse.cooldownEnded || !endCooldown)) return await withDays(db, 'done', days);

  if (verse.date !== from && !isWithdrawn) return await withDays(db, 'elsewhere', days);
  // To end the cooldown later changes no date, so it is possible on any day.
  if (!isWithdrawn && isFrozen(from, now)) return await withDays(db, 'frozen', days);

  const withdrawal = { scheduledDate: null, withdrawnAt: now, withdrawnFrom: Temporal.PlainDate.from(from) };
  await em.nativeUpdate(ScheduledSubmission, { id }, { ...(!isWithdrawn && withdrawal), cooldownEnded: endCooldown });
  await record({ action: 'withdraw', dates: [from], submission: id, note });
  return await withDays(db, 'done', [from]);
}
