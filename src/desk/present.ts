import { instantText, isExpressible } from '../api/formats.ts';
import type { ApiResponse } from '../api/response.ts';
import { isSubject } from '../auth/subject.ts';
import { isLabel } from '../calendar/label.ts';
import { type ReadChapter, readWords } from '../verse/chapters.ts';
import { reference, type Verse, validateVerse } from '../verse/validate.ts';
import type { CalendarDay, LatestChange, Outcome, OutcomeName, PlannedSubmission } from './days.ts';
import type { PresentDays } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';

export type Day = components['schemas']['Day'];

/** @returns a function that reads one chapter after the other */
export function createPresentDays(readChapter: ReadChapter): PresentDays {
  return async (days) =>
    await Array.fromAsync(days.map(presentDay), async (day) => {
      const { submission } = day;
      if (submission === undefined) return day;
      return { ...day, submission: { ...submission, words: await readWords(readChapter, submission as Verse) } };
    });
}

/**
 * A date as the contract has it, without the words of its verse. A verse comes before a block,
 * which may be below one of the editor's own: the puzzle shows it.
 */
export function presentDay({ date, label, submission, latestChange }: CalendarDay): Day {
  const presented = submission && presentPlanned(submission);
  return {
    date,
    state: submission !== null ? 'reserved' : label !== null ? 'blocked' : 'free',
    latestChange: presentLatestChange(latestChange),
    ...(presented && { submission: presented }),
    ...(label !== null && isLabel(label) && { label }),
  };
}

/** The latest change of a date or of the pause, as the contract has it. */
export function presentLatestChange(change: LatestChange | null): components['schemas']['LatestChange'] {
  if (change === null) return { id: 0 };
  const { id, at, actor, actorName, action } = change;
  return {
    id,
    ...(isExpressible(at) && { at: instantText(at) }),
    actor,
    ...(actorName !== null && { actorName }),
    action,
  };
}

/**
 * Undefined for a row of another program that the contract cannot express. Its date is reserved all
 * the same.
 */
function presentPlanned({ alsoOn, alsoOnMore, ...submission }: PlannedSubmission): Day['submission'] {
  const presented = presentSubmission(submission);
  return presented && { ...presented, alsoOn: [...alsoOn], ...(alsoOnMore > 0 && { alsoOnMore }) };
}

/** A submission as the contract has it, wherever it is. Undefined as for a date. */
export function presentSubmission(submission: Omit<PlannedSubmission, 'alsoOn' | 'alsoOnMore'>) {
  const { player, byEditor, reviewed, reviewedBy, reviewedByName, reviewedAt, submittedAt, movedFrom } = submission;
  const id = Number(submission.id);
  const verse = validateVerse(submission);
  const isId = Number.isSafeInteger(id) && id >= 1;
  const isReaderKnown =
    reviewedBy !== null && isSubject(reviewedBy) && reviewedAt !== null && isExpressible(reviewedAt);
  if ('error' in verse || !isId || !isSubject(player) || !isExpressible(submittedAt)) return undefined;
  return {
    id,
    player,
    ...(byEditor && { byEditor }),
    reviewed,
    ...(isReaderKnown && { reviewedBy, reviewedAt: instantText(reviewedAt) }),
    ...(isReaderKnown && reviewedByName !== null && { reviewedByName }),
    reference: reference(verse),
    ...verse,
    submittedAt: instantText(submittedAt),
    ...(movedFrom !== null && { movedFrom }),
  };
}

export type OutcomeResponses<Name extends OutcomeName> = Readonly<
  Record<Exclude<Name, 'done'> | 'changedDays', (body: { days: Day[] }) => ApiResponse>
>;

/** The response to a change, with the dates that it concerns. */
export async function presentOutcome<Name extends OutcomeName, Responses extends OutcomeResponses<Name>>(
  responses: Responses,
  presentDays: PresentDays,
  { outcome, days }: Outcome<Name>,
) {
  const name = outcome === 'done' ? 'changedDays' : (outcome as Exclude<Name, 'done'>);
  return responses[name]({ days: await presentDays(days) }) as ReturnType<Responses[typeof name]>;
}
