import { type QueryExecutorProvider, sql } from 'kysely';
import { execute } from '../database/execute.ts';
import { cooldown } from '../player/eligibility.ts';
import type { ChangeContext } from './change.ts';
import { isFrozen } from './frozen.ts';
import { type DeskOutcome, withDays } from './outcome.ts';
import { occupancyOf, placesOf } from './submissions.ts';

export interface Restoration {
  readonly id: number;
  /** YYYY-MM-DD. */
  readonly to: string;
  readonly note?: string | undefined;
}

type RestoreOutcome =
  | DeskOutcome<'done' | 'elsewhere' | 'frozen' | 'blocked' | 'taken' | 'cooldownOfAnother'>
  | { readonly outcome: 'no such submission' };

/**
 * Puts a withdrawn verse on a date again, and lets its cooldown count again. The first check that
 * fails sets the outcome, in the order of the contract's `x-checks`.
 */
export async function restoreSubmission(
  { em, db, now, record }: ChangeContext,
  { id, to, note }: Restoration,
): Promise<RestoreOutcome> {
  const verse = (await placesOf(em, [id])).get(id);
  if (verse === undefined) return { outcome: 'no such submission' };

  const days = [to, verse.date];
  if (verse.date === to) return await withDays(db, 'done', days);

  if (verse.date !== null) return await withDays(db, 'elsewhere', days);
  if (isFrozen(to, now)) return await withDays(db, 'frozen', days);
  const there = await occupancyOf(em, to);
  if (there.label !== null && !verse.byEditor) return await withDays(db, 'blocked', days);
  if (there.isReserved) return await withDays(db, 'taken', days);
  if (await hasOtherCooldown(db, id)) return await withDays(db, 'cooldownOfAnother', days);

  const update = sql`
    update scheduled_submission
    set scheduled_date = ${to}::date, moved_from = nullif(coalesce(moved_from, withdrawn_from), ${to}::date),
      withdrawn_at = null, withdrawn_from = null, cooldown_ended = false
    where id = ${id}`;
  await execute(db, update);
  await record({ action: 'restore', dates: [to], submission: id, note });
  return await withDays(db, 'done', days);
}

/**
 * Whether another submission of the player has a cooldown that the submission's own would overlap:
 * a constraint of the database would reject it.
 */
async function hasOtherCooldown(db: QueryExecutorProvider, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from scheduled_submission as restored join scheduled_submission as other using (user_id)
    where restored.id = ${id} and other.id <> restored.id and not other.cooldown_ended
      and other.created_at > restored.created_at - ${cooldown.toString()}::interval
      and other.created_at < restored.created_at + ${cooldown.toString()}::interval`.execute(db);
  return rows.length > 0;
}
