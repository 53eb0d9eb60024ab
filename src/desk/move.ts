import { sql } from 'kysely';
import { execute } from '../database/execute.ts';
import type { ChangeContext } from './change.ts';
import { isFrozen } from './frozen.ts';
import { type DeskOutcome, withDays } from './outcome.ts';
import { occupancyOf, placesOf } from './submissions.ts';

/** Dates are YYYY-MM-DD. */
export interface Move {
  readonly id: number;
  /** The date on which the operator saw the verse. */
  readonly from: string;
  readonly to: string;
  /** The verse that the operator saw on `to`, which gets `from`. */
  readonly swapWith?: number | undefined;
  readonly note?: string | undefined;
}

type MoveOutcome =
  | DeskOutcome<'done' | 'elsewhere' | 'frozen' | 'blocked' | 'taken'>
  | { readonly outcome: 'no such submission' };

/**
 * Moves a verse to a free date, or swaps two verses. The first check that fails sets the outcome,
 * in the order of the contract's `x-checks`.
 */
export async function moveSubmission(
  { em, db, now, record }: ChangeContext,
  { id, from, to, swapWith, note }: Move,
): Promise<MoveOutcome> {
  const ids = swapWith === undefined ? [id] : [id, swapWith];
  const found = await placesOf(em, ids);
  const [verse, other] = ids.map((each) => found.get(each));
  if (verse === undefined) return { outcome: 'no such submission' };

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
  const update = sql`
    update scheduled_submission
    set scheduled_date = next.date, moved_from = nullif(coalesce(moved_from, scheduled_date), next.date)
    from unnest(${ids}::bigint[], ${[to, from]}::date[]) as next (id, date)
    where scheduled_submission.id = next.id`;
  await execute(db, update);
  await record({ action: swapWith === undefined ? 'move' : 'swap', dates: [from, to], submission: id, note });
  return await withDays(db, 'done', days);
}
