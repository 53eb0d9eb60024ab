import { sql } from 'kysely';
import type { EntityManager } from '../database/orm.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import type { Verse } from '../verse/validate.ts';

/** What is on a date: a verse and who submitted it, or the label of a block, or nothing. */
interface VerseOnDate {
  /** Null without one. It may not exist, if another program has stored it. */
  readonly verse: (Verse & { readonly player: string }) | null;
  /** Null if the date is not blocked, or has a verse. */
  readonly label: string | null;
}

/** @param date YYYY-MM-DD */
export async function findVerse(em: EntityManager, date: string): Promise<VerseOnDate> {
  const day = Temporal.PlainDate.from(date);
  const fields = ['bookId', 'chapter', 'verse', 'userId'] as const;
  const submission = await em.findOne(ScheduledSubmission, { scheduledDate: day }, { fields });
  if (submission !== null) {
    const { bookId, chapter, verse, userId: player } = submission;
    return { verse: { bookId, chapter, verse, player }, label: null };
  }
  // Not by the entity, which would also read the date, and needs its DateStyle.
  const { rows } = await sql<{ label: string }>`select label from blocked_date where date = ${date}`.execute(
    em.getKysely(),
  );
  return { verse: null, label: rows[0]?.label ?? null };
}
