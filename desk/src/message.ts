import { oppositeOf, type PendingChange } from './changes.ts';
import type { Day } from './desk-client.ts';
import { type ChangeOutcome, hasStatus, isConflict, isUnknown } from './perform.ts';
import { conflictDetails, type Detail, doneText, problemText, rejectionDetails } from './texts.ts';

/** What to say of a change, and what can be done next. */
interface ChangeMessage {
  readonly texts: readonly string[];
  readonly details: readonly Detail[];
  /** The change that takes back what was done. */
  readonly undo: PendingChange | undefined;
  /** What can be sent again. */
  readonly tryAgain: PendingChange | undefined;
  /** The date to look at. */
  readonly date: string | undefined;
}

/** Says what became of a change. */
export function messageOf(
  change: PendingChange,
  { done, days, rejected, problem, rest }: ChangeOutcome,
): ChangeMessage {
  if (isConflict(problem)) {
    const texts = [problemText(problem)];
    const date = dateNow(change, problem.days);
    return { texts, details: conflictDetails(change, problem), undo: undefined, tryAgain: undefined, date };
  }
  const tryAgain = isUnknown(problem) || hasStatus(problem, 401) ? rest : undefined;
  return {
    texts: [
      ...(done ? [doneText(done, days)] : []),
      ...(problem === undefined ? [] : [problemText(problem)]),
      ...(rest && problem === undefined ? ['The rest was canceled.'] : []),
      ...(done === undefined && problem === undefined ? ['Nothing was changed.'] : []),
      ...(isUnknown(problem) ? ['Trying again is safe.'] : []),
    ],
    details: rejectionDetails(change.action, rejected),
    undo: done && oppositeOf(done, days),
    tryAgain,
    date: done && dateOf(done),
  };
}

/** The date on which to look at a change that was made. */
function dateOf(change: PendingChange): string | undefined {
  switch (change.action) {
    case 'move':
    case 'restore':
    case 'set':
      return change.to;
    case 'withdraw':
      return change.from;
    case 'block':
    case 'unblock':
      return change.blocks[0]?.date;
    case 'review':
      return change.verses.length === 1 ? change.date : undefined;
    default:
      return undefined;
  }
}

/** Where the verse of a change that was rejected is now. */
function dateNow(change: PendingChange, days: readonly Day[]): string | undefined {
  return 'verse' in change ? days.find(({ submission }) => submission?.id === change.verse.id)?.date : undefined;
}
