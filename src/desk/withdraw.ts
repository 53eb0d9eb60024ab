import { sql } from 'kysely';
import { execute } from '../database/execute.ts';
import type { Work } from './change.ts';
import { isFrozen } from './frozen.ts';
import { type Outcome, outcome } from './outcome.ts';
import { placesOf } from './submissions.ts';

export interface Withdrawal {
  readonly id: number;
  /** The date on which the operator saw the verse, YYYY-MM-DD. */
  readonly from: string;
  /** Whether the player may submit another verse at once. */
  readonly endCooldown: boolean;
  readonly note?: string | undefined;
}

export type WithdrawOutcome = Outcome<'done' | 'elsewhere' | 'frozen'> | { readonly outcome: 'no such submission' };

/**
 * Takes a verse out of the calendar, and ends its player's cooldown if the operator says so, which may be later. The first check that fails
 * sets the outcome, in the order of the contract's `x-checks`.
 */
export async function withdrawSubmission(
  { transaction, now, record }: Work,
  { id, from, endCooldown, note }: Withdrawal,
): Promise<WithdrawOutcome> {
  const verse = (await placesOf(transaction, [id])).get(id);
  if (verse === undefined) return { outcome: 'no such submission' };

  const days = [from, verse.date];
  const isWithdrawn = verse.withdrawnFrom === from;
  if (isWithdrawn && (verse.cooldownEnded || !endCooldown)) return await outcome(transaction, 'done', days);

  if (verse.date !== from && !isWithdrawn) return await outcome(transaction, 'elsewhere', days);
  // To end the cooldown later changes no date, so it is possible on any day.
  if (!isWithdrawn && isFrozen(from, now)) return await outcome(transaction, 'frozen', days);

  const update = sql`
    update scheduled_submission
    set scheduled_date = null,
      withdrawn_at = coalesce(withdrawn_at, ${now.toString()}),
      withdrawn_from = ${from},
      cooldown_ended = ${endCooldown}
    where id = ${id}`;
  await execute(transaction, update);
  await record({ action: 'withdraw', dates: [from], submission: id, note });
  return await outcome(transaction, 'done', [from]);
}
