import { etagOf } from '../api/formats.ts';
import { isLabel } from '../calendar/label.ts';
import type { EntityManager } from '../database/orm.ts';
import { BlockedDate } from '../entities/blocked-date.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { reference, type Verse, validateVerse } from '../verse/validate.ts';
import type { PuzzleDependencies } from './dependencies.ts';
import { type Handlers, getVerseOfDateResponses as responses } from './generated/operations.puzzle.ts';

/** `GET /puzzle/api/verses/{date}`: the verse of a date, with its text. */
export function getVerseOfDate({ em, readChapter }: PuzzleDependencies): Handlers['getVerseOfDate'] {
  return async ({ path: { date } }) => {
    // 4. exists
    const { verse: found, label } = await findVerse(em.fork(), date);
    const verse = validateVerse(found ?? {});
    if (found === null || 'error' in verse) {
      return responses.noVerse({ ...(label !== null && isLabel(label) && { blocked: label }) });
    }

    // 5. read
    const { translation, verses } = await readChapter(verse);
    const words = verses[verse.verse - 1] as string;
    const body = { date, ...verse, reference: reference(verse), words, translation, ...found.submittedBy };
    return responses.verseOfDate(body, { ETag: etagOf(JSON.stringify(body)) });
  };
}

/** What is on a date: a verse and who submitted it, or the label of a block, or nothing. */
interface VerseOnDate {
  /** Null without one. It may not exist, if another program has stored it. */
  readonly verse: (Verse & { readonly submittedBy: { readonly player?: string } }) | null;
  /** Null if the date is not blocked, or has a verse. */
  readonly label: string | null;
}

/** @param date YYYY-MM-DD */
async function findVerse(em: EntityManager, date: string): Promise<VerseOnDate> {
  const day = Temporal.PlainDate.from(date);
  const fields = ['bookId', 'chapter', 'verse', 'userId', 'byEditor'] as const;
  const submission = await em.findOne(ScheduledSubmission, { scheduledDate: day }, { fields });
  if (submission !== null) {
    const { bookId, chapter, verse, userId: player, byEditor } = submission;
    const submittedBy = byEditor ? {} : { player };
    return { verse: { bookId, chapter, verse, submittedBy }, label: null };
  }
  const block = await em.findOne(BlockedDate, { date: day });
  return { verse: null, label: block?.label ?? null };
}
