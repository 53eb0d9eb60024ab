import { instantText, isExpressible } from '../api/formats.ts';
import type { ApiResponse } from '../api/response.ts';
import { isSubject } from '../auth/subject.ts';
import { isLabel } from '../calendar/label.ts';
import { type ReadChapter, readWords } from '../verse/chapters.ts';
import { reference, type Verse, validateVerse } from '../verse/validate.ts';
import type { CalendarDay, Outcome, OutcomeName, PlannedSubmission } from './days.ts';
import type { components } from './generated/openapi.desk.ts';

export type Day = components['schemas']['Day'];

/** Dates as the contract has them, with the words of their verses. */
export type PresentDays = (days: readonly CalendarDay[]) => Promise<Day[]>;

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
export function presentDay({ date, label, submission }: CalendarDay): Day {
  const presented = submission && presentPlanned(submission);
  return {
    date,
    state: submission !== null ? 'reserved' : label !== null ? 'blocked' : 'free',
    ...(presented && { submission: presented }),
    ...(label !== null && isLabel(label) && { label }),
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
  const { player, byEditor, reviewed, submittedAt, movedFrom } = submission;
  const id = Number(submission.id);
  const verse = validateVerse(submission);
  const isId = Number.isSafeInteger(id) && id >= 1;
  if ('error' in verse || !isId || !isSubject(player) || !isExpressible(submittedAt)) return undefined;
  return {
    id,
    player,
    ...(byEditor && { byEditor }),
    reviewed,
    reference: reference(verse),
    ...verse,
    submittedAt: instantText(submittedAt),
    ...(movedFrom !== null && { movedFrom }),
  };
}

/** The response to a change, with the dates that it concerns. */
export async function presentOutcome<
  Name extends OutcomeName,
  Responses extends Record<Exclude<Name, 'done'> | 'changedDays', (body: { days: Day[] }) => ApiResponse>,
>(responses: Responses, presentDays: PresentDays, { outcome, days }: Outcome<Name>) {
  const name = outcome === 'done' ? 'changedDays' : (outcome as Exclude<Name, 'done'>);
  return responses[name]({ days: await presentDays(days) }) as ReturnType<Responses[typeof name]>;
}

/** What became of one of many dates, and what is on it now. */
export interface DateOutcome {
  readonly outcome: 'unchanged' | 'frozen' | 'taken' | 'done';
  readonly day: CalendarDay;
}

/** What became of many dates, as the contract has it. */
export async function presentDateOutcomes(
  presentDays: PresentDays,
  outcomes: readonly DateOutcome[],
): Promise<components['schemas']['DateOutcomes']> {
  const days = await presentDays(outcomes.map(({ day }) => day));
  return {
    outcomes: days.map((day, index) => ({ date: day.date, outcome: (outcomes[index] as DateOutcome).outcome, day })),
  };
}
