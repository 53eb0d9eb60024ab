import { sql } from 'kysely';
import type { ChangeContext } from '../calendar/change.ts';
import { isFrozen, type Outcome, withDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import {
  type Handlers,
  invalidChangeMessages as messages,
  moveSubmissionResponses as responses,
} from './generated/operations.desk.ts';
import { changeSubmission } from './present.ts';
import { occupancyOf, placesOf } from './submissions.ts';
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
    to: (to) => (to === members['from'] ? messages.otherDate() : undefined),
    swapWith: (other) => (other === id ? messages.swapWith() : undefined),
  });
}

/**
 * Moves a verse to a free date, or swaps two verses: `swapWith` is the verse that the operator saw
 * on the other date.
 */
async function move(
  { em, db, now, record }: ChangeContext,
  { id, from, to, swapWith, note }: Move & { readonly id: number },
): Promise<Outcome<'done' | 'elsewhere' | 'frozen' | 'blocked' | 'taken'> | 'no such submission'> {
  const ids = swapWith === undefined ? [id] : [id, swapWith];
  const found = await placesOf(em, ids);
  const [verse, other] = ids.map((each) => found.get(each));
  if (verse === undefined) return 'no such submission';

  const days = [from, to, verse.date, other?.date];
  const areOn = (ofVerse: string, ofOther: string) =>
    verse.date === ofVerse && (swapWith === undefined || other?.date === ofOther);
  if (areOn(to, from)) return await withDays(db, 'done', days);

  if (!areOn(from, to)) return await withDays(db, 'elsewhere', days);
  if (isFrozen(from, now) || isFrozen(to, now)) return await withDays(db, 'frozen', days);
  const [here, there] = [await occupancyOf(em, from), await occupancyOf(em, to)];
  const isKeptOff = (there.label !== null && !verse.byEditor) || (here.label !== null && other?.byEditor === false);
  if (isKeptOff) return await withDays(db, 'blocked', days);
  if (there.isReserved && swapWith === undefined) return await withDays(db, 'taken', days);

  // One statement for both verses of a swap, since the constraint on the date is checked after it.
  // For a move, PostgreSQL pads the ids with null, which matches no row.
  await sql`
    update scheduled_submission
    set scheduled_date = next.date, moved_from = nullif(coalesce(moved_from, scheduled_date), next.date)
    from unnest(${ids}::bigint[], ${[to, from]}::date[]) as next (id, date)
    where scheduled_submission.id = next.id`.execute(db);
  const action = swapWith === undefined ? 'move' : 'swap';
  await record({ action, dates: [from, to], submission: id, otherSubmission: swapWith, note });
  return await withDays(db, 'done', days);
}
