import { sql } from 'kysely';
import type { ChangeContext } from '../calendar/change.ts';
import { changeSubmission, type Found, findSubmission } from './change-submission.ts';
import { isFrozen, isOn, type Outcome, readConcernedDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import {
  type Handlers,
  invalidChangeMessages as messages,
  moveSubmissionResponses as responses,
} from './generated/operations.desk.ts';
import { compareDates } from './seen.ts';
import { type InvalidChange, type Members, validate } from './validate.ts';

type Move = components['schemas']['Move'];

/** `POST /desk/api/submissions/{id}/move`: a change of one submission. */
export function moveSubmission(dependencies: DeskDependencies): Handlers['moveSubmission'] {
  return changeSubmission(dependencies, responses, (members, id) => validateMove(id, members), move);
}

/**
 * @param id of the path; undefined if it is malformed
 * @returns the move, or the message of the first invalid member
 */
export function validateMove(id: number | undefined, members: Members): Move | InvalidChange {
  return validate('Move', members, {
    to: (to) => ((to as Move['to']).date === (members['from'] as Move['from']).date ? messages.otherDate() : undefined),
    swapWith: (other) => (other === id ? messages.swapWith() : undefined),
  });
}

/**
 * Moves a verse to a free date, or swaps two verses: `swapWith` is the verse that the operator saw
 * on the other date.
 */
async function move(
  { em, db, now, actor, record }: ChangeContext,
  { id, from, to, swapWith, note }: Move & { readonly id: number },
  verse: Found,
): Promise<Outcome<'done' | 'unseen' | 'frozen' | 'blocked' | 'taken'>> {
  const other = swapWith === undefined ? null : await findSubmission(em, swapWith);
  const ids = swapWith === undefined ? [id] : [id, swapWith];
  const dates = [from.date, to.date];
  const action = swapWith === undefined ? 'move' : 'swap';
  const change = { action, dates, submission: id, otherSubmission: swapWith, note } as const;
  const days = await readConcernedDays(db, [...dates, verse.scheduledDate, other?.scheduledDate]);
  const seen = compareDates(days, [from, to], actor, change);
  if (seen === 'repeated') return { outcome: 'done', days };
  const areThere =
    isOn(verse.scheduledDate, from.date) && (swapWith === undefined || isOn(other?.scheduledDate, to.date));
  if (seen === 'unseen' || !areThere) return { outcome: 'unseen', days };

  if (dates.some((date) => isFrozen(date, now))) return { outcome: 'frozen', days };
  const [here, there] = dates.map((date) => days.find((day) => day.date === date));
  const isKeptOff = (there?.label != null && !verse.byEditor) || (here?.label != null && other?.byEditor === false);
  if (isKeptOff) return { outcome: 'blocked', days };
  if (there?.submission && swapWith === undefined) return { outcome: 'taken', days };

  // One statement for both verses of a swap, since the constraint on the date is checked after it.
  // For a move, PostgreSQL pads the ids with null, which matches no row.
  await sql`
    update scheduled_submission
    set scheduled_date = next.date, moved_from = nullif(coalesce(moved_from, scheduled_date), next.date)
    from unnest(${ids}::bigint[], ${dates.toReversed()}::date[]) as next (id, date)
    where scheduled_submission.id = next.id`.execute(db);
  await record(change);
  return { outcome: 'done', days: await readConcernedDays(db, dates) };
}
