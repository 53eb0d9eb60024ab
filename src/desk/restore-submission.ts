import { type QueryExecutorProvider, sql } from 'kysely';
import type { ChangeContext } from '../calendar/change.ts';
import { cooldown } from '../player/eligibility.ts';
import { changeSubmission, type Found } from './change-submission.ts';
import { isFrozen, isOn, type Outcome, readConcernedDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, restoreSubmissionResponses as responses } from './generated/operations.desk.ts';
import { compareDates } from './seen.ts';
import { validate } from './validate.ts';

type Restoration = components['schemas']['Restoration'];

/** `POST /desk/api/submissions/{id}/restore`: a change of one submission. */
export function restoreSubmission(dependencies: DeskDependencies): Handlers['restoreSubmission'] {
  return changeSubmission(dependencies, responses, (members) => validate('Restoration', members), restore);
}

/** Puts a withdrawn verse on a date again, and lets its cooldown count again. */
async function restore(
  { db, now, actor, record }: ChangeContext,
  { id, from, to, note }: Restoration & { readonly id: number },
  verse: Found,
): Promise<Outcome<'done' | 'unseen' | 'frozen' | 'blocked' | 'taken' | 'cooldownOfAnother'>> {
  const change = { action: 'restore', dates: [to.date], submission: id, note } as const;
  const days = await readConcernedDays(db, [from.date, to.date, verse.scheduledDate]);
  const seen = compareDates(days, [from, to], actor, change);
  if (seen === 'repeated') return { outcome: 'done', days };
  if (seen === 'unseen' || !isOn(verse.withdrawnFrom, from.date)) return { outcome: 'unseen', days };

  if (isFrozen(to.date, now)) return { outcome: 'frozen', days };
  const there = days.find(({ date }) => date === to.date);
  if (there?.label != null && !verse.byEditor) return { outcome: 'blocked', days };
  if (there?.submission) return { outcome: 'taken', days };
  if (await hasOtherCooldown(db, id)) return { outcome: 'cooldownOfAnother', days };

  await sql`
    update scheduled_submission
    set scheduled_date = ${to.date}::date, moved_from = nullif(coalesce(moved_from, withdrawn_from), ${to.date}::date),
      withdrawn_at = null, withdrawn_from = null, cooldown_ended = false
    where id = ${id}`.execute(db);
  await record(change);
  return { outcome: 'done', days: await readConcernedDays(db, [from.date, to.date]) };
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
