import { oppositeOf, type PendingChange } from './changes.ts';
import type { Conflict, Day } from './desk-client.ts';
import { type ChangeOutcome, hasStatus, isConflict, isUnknown } from './perform.ts';
import {
  conflictDetails,
  conflictText,
  cooldown,
  type Detail,
  doneText,
  frozen,
  problemText,
  rejectionDetails,
} from './texts.ts';

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
  /** Whether everything was done: nobody has to read it. */
  readonly isPassing: boolean;
  /** Whether a move goes on: its target is not as it was, but the verse is. */
  readonly isOpen: boolean;
}

/** Says what became of a change. */
export function messageOf(
  change: PendingChange,
  { done, days, rejected, problem, rest }: ChangeOutcome,
): ChangeMessage {
  if (isConflict(problem)) {
    const target = changedTarget(change, problem);
    const nothing = { undo: undefined, tryAgain: undefined, isPassing: false };
    if (target) {
      const isOpen = change.action === 'move';
      return { ...nothing, texts: [conflictText(target, isOpen)], details: [], date: target.date, isOpen };
    }
    const texts = [problemText(problem)];
    const date = dateNow(change, problem.days);
    return { ...nothing, texts, details: conflictDetails(change, problem), date, isOpen: false };
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
    isPassing: done !== undefined && problem === undefined && rest === undefined && rejected.length === 0,
    isOpen: false,
  };
}

/** Where a verse was to be, if only that is not as the operator saw it. */
function changedTarget(change: PendingChange, { error, days }: Conflict): Day | undefined {
  if (!('to' in change) || error === frozen || error === cooldown) return undefined;
  const isAt = (date: string) =>
    days.some((day) => day.date === date && 'verse' in change && day.submission?.id === change.verse.id);
  if (change.action === 'move' && !isAt(change.from)) return undefined;
  return days.find(({ date }) => date === change.to);
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
