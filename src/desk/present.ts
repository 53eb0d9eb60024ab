import { instantText, isExpressible } from '../api/formats.ts';
import type { ApiResponse } from '../api/response.ts';
import { isSubject } from '../auth/subject.ts';
import type { ChangeContext } from '../calendar/change.ts';
import { isLabel } from '../calendar/label.ts';
import { type ReadChapter, readWords } from '../verse/chapters.ts';
import { reference, type Verse, validateVerse } from '../verse/validate.ts';
import type { CalendarDay, LatestChange, Outcome, OutcomeName, PlannedSubmission } from './days.ts';
import type { DeskDependencies, PresentDays } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import type { InvalidChange, Members } from './validate.ts';

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

type OutcomeResponses<Name extends OutcomeName> = Readonly<
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

interface SubmissionRequest<Unread> {
  readonly userId: string;
  readonly userName?: string | undefined;
  /** Undefined if it is malformed. */
  readonly path: { readonly id: number | undefined };
  readonly readBody: () => Promise<{ readonly members: Members } | { readonly response: Unread }>;
}

/**
 * Returns the handler of an operation that changes one submission. Its checks are those of the
 * contract's `x-checks`, in that order; tokens and roles were checked before.
 *
 * 3. `readable`: the body is read.
 * 4. `valid`: `validate` returns what is asked, or the message of the first invalid member.
 * 5. `exists`: no submission has a malformed id.
 *
 * The others, and the rest of `exists`, are those of `work`, in one transaction.
 */
export function changeSubmission<
  Asked extends object,
  Name extends OutcomeName,
  Responses extends OutcomeResponses<Name> & {
    readonly invalidChange: (body: InvalidChange) => ApiResponse;
    readonly noSuchSubmission: ApiResponse;
  },
>(
  { change, clock, presentDays }: DeskDependencies,
  responses: Responses,
  validate: (members: Members, id: number | undefined) => Asked | InvalidChange,
  work: (
    context: ChangeContext,
    asked: Asked & { readonly id: number },
  ) => Promise<Outcome<Name> | 'no such submission'>,
) {
  return async <Unread>({ userId: actor, userName: actorName, path: { id }, readBody }: SubmissionRequest<Unread>) => {
    const body = await readBody();
    if ('response' in body) return body.response;

    const asked = validate(body.members, id);
    if ('error' in asked) return responses.invalidChange(asked) as ReturnType<Responses['invalidChange']>;

    if (id === undefined) return responses.noSuchSubmission as Responses['noSuchSubmission'];
    const changed = await change({ actor, actorName, now: clock() }, work, { ...asked, id });
    if (changed === 'no such submission') return responses.noSuchSubmission as Responses['noSuchSubmission'];
    return await presentOutcome(responses, presentDays, changed);
  };
}

/** What became of one of many dates, and what is on it now. */
export interface DateOutcome {
  readonly outcome: components['schemas']['DateOutcome']['outcome'];
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
