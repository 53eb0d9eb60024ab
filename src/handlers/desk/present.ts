import { instantText, isExpressible } from '../../api/formats.ts';
import type { DateOutcome } from '../../desk/blocked-dates.ts';
import type { CalendarDay, PlannedSubmission } from '../../desk/days.ts';
import type { components } from '../../desk/generated/openapi.desk.ts';
import { blockDatePatterns } from '../../desk/generated/operations.desk.ts';
import type { RecordedChange } from '../../desk/record.ts';
import type { FoundSubmission } from '../../desk/search.ts';
import { bearerAuthSubject } from '../../generated/operations.ts';
import { createReadWords, type ReadChapter } from '../../verse/chapters.ts';
import { reference, type Verse, validateVerse } from '../../verse/validate.ts';

export type Day = components['schemas']['Day'];

/** Dates as the contract has them, with the words of their verses. */
export type PresentDays = (given: { readonly days: readonly CalendarDay[] }) => Promise<{ days: Day[] }>;

/** @returns a function that reads each chapter once, and one after the other */
export function createPresentDays(readChapter: ReadChapter): PresentDays {
  return async (given) => {
    const readWords = createReadWords(readChapter);
    const days = await Array.fromAsync(presentDays(given).days, async (day) => {
      const { submission } = day;
      if (submission === undefined) return day;
      return { ...day, submission: { ...submission, words: await readWords(submission as Verse) } };
    });
    return { days };
  };
}

/** Dates as the contract has them, without the words of their verses. */
export function presentDays({ days }: { readonly days: readonly CalendarDay[] }): { days: Day[] } {
  return { days: days.map(presentDay) };
}

/** A verse comes before a block, which may be below one of the editor's own: the puzzle shows it. */
function presentDay({ date, label, submission }: CalendarDay): Day {
  const presented = submission && presentSubmission(submission);
  return {
    date,
    state: submission !== null ? 'reserved' : label !== null ? 'blocked' : 'free',
    ...(presented && { submission: presented }),
    ...(label !== null && blockDatePatterns.label.test(label) && { label }),
  };
}

/**
 * Undefined for a row of another program that the contract cannot express. Its date is reserved all
 * the same.
 */
function presentSubmission({ alsoOn, alsoOnMore, ...submission }: PlannedSubmission): Day['submission'] {
  const presented = presentStored(submission);
  return presented && { ...presented, alsoOn: [...alsoOn], ...(alsoOnMore > 0 && { alsoOnMore }) };
}

/** A submission that a search has found, and where it is. Undefined as for a date. */
export function presentFound({ date, withdrawnAt, withdrawnFrom, ...submission }: FoundSubmission) {
  const presented = presentStored(submission);
  if (presented === undefined) return undefined;
  return {
    ...presented,
    ...(date !== null && { date }),
    ...(withdrawnAt !== null && { withdrawnAt: instantText(withdrawnAt) }),
    ...(withdrawnFrom !== null && { withdrawnFrom }),
  };
}

function presentStored(submission: Omit<PlannedSubmission, 'alsoOn' | 'alsoOnMore'>) {
  const { player, byEditor, submittedAt, movedFrom } = submission;
  const id = Number(submission.id);
  const verse = validateVerse(submission);
  const isId = Number.isSafeInteger(id) && id >= 1;
  if ('error' in verse || !isId || !isPlayer(player) || !isExpressible(submittedAt)) return undefined;
  return {
    id,
    player,
    ...(byEditor && { byEditor }),
    reference: reference(verse),
    ...verse,
    submittedAt: instantText(submittedAt),
    ...(movedFrom !== null && { movedFrom }),
  };
}

/** What became of many dates, as the contract has it. */
export async function presentOutcomes(
  presentDays: PresentDays,
  given: readonly DateOutcome[],
): Promise<components['schemas']['DateOutcomes']> {
  const { days } = await presentDays({ days: given.map(({ day }) => day) });
  return { outcomes: given.map(({ outcome, day: { date } }, index) => ({ date, outcome, day: days[index] as Day })) };
}

/** A change as the contract has it. */
export function presentChange(change: RecordedChange): components['schemas']['Change'] {
  const { id, at, actor, action, dates, dateCount, submission, note } = change;
  const verse = validateVerse(change);
  return {
    id: Number(id),
    ...(isExpressible(at) && { at: instantText(at) }),
    actor,
    action,
    dates: [...dates],
    ...(dateCount > dates.length && { dateCount }),
    ...(submission !== null && { submission: Number(submission) }),
    ...(!('error' in verse) && { reference: reference(verse) }),
    ...(note !== null && { note }),
  };
}

function isPlayer(text: string): boolean {
  const { length } = [...text];
  return length >= bearerAuthSubject.minLength && length <= bearerAuthSubject.maxLength;
}
