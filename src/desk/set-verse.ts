import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { isSameVerse, type Verse } from '../verse/validate.ts';
import type { ChangeContext } from './change.ts';
import { isFrozen } from './frozen.ts';
import { type DeskOutcome, withDays } from './outcome.ts';

/** A verse of the editor's own. */
export interface OwnVerse extends Verse {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly note?: string | undefined;
}

/**
 * Puts a verse of the editor's own on a date, which may be blocked. The database gives it the id of
 * nobody. The checks are those of the contract's `x-checks`, in that order.
 */
export async function setVerse(
  { em, db, now, record }: ChangeContext,
  { date, note, ...verse }: OwnVerse,
): Promise<DeskOutcome<'done' | 'frozen' | 'taken'>> {
  const scheduledDate = Temporal.PlainDate.from(date);
  // The desk's role may read no other columns than it needs.
  const fields = ['bookId', 'chapter', 'verse', 'byEditor'] as const;
  const there = await em.findOne(ScheduledSubmission, { scheduledDate }, { fields });
  if (there?.byEditor && isSameVerse(verse, there)) return await withDays(db, 'done', [date]);

  if (isFrozen(date, now)) return await withDays(db, 'frozen', [date]);
  if (there !== null) return await withDays(db, 'taken', [date]);

  const submission = await em.insert(ScheduledSubmission, { ...verse, scheduledDate, byEditor: true });
  await record({ action: 'set', dates: [date], submission, note });
  return await withDays(db, 'done', [date]);
}
