import { type Block, oppositeOf, type PendingChange } from './changes.ts';
import { longDate } from './dates.ts';
import { type Conflict, type Day, hasStatus, type RecordedChange } from './desk-client.ts';
import { type ChangeOutcome, dateOfVerse, isConflict, isUnknown, type RejectedDate } from './perform.ts';
import {
  blockText,
  cooldown,
  count,
  dayText,
  elsewhere,
  frozen,
  frozenText,
  operatorName,
  problemText,
  recordParts,
  stateText,
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

/** What of a change the page follows. */
export interface MadeChange extends Pick<ChangeMessage, 'date' | 'isOpen'> {
  /** What was done, if anything. */
  readonly done: PendingChange | undefined;
}

/**
 * Says what became of a change.
 *
 * @param self the id of the operator who made it, if that is known
 */
export function messageOf(
  change: PendingChange,
  { done, days, rejected, problem, rest, latest }: ChangeOutcome,
  self?: string,
): ChangeMessage {
  const nothing = { details: [], undo: undefined, tryAgain: undefined, isPassing: false, isOpen: false };
  if (isConflict(problem)) {
    const target = changedTarget(change, problem);
    if (target) {
      return { ...nothing, texts: [conflictText(target)], date: target.date, isOpen: change.action === 'move' };
    }
    const texts = [latest ? latestText(latest, self) : problemText(problem)];
    const date = 'verse' in change ? dateOfVerse(change.verse.id, problem.days) : undefined;
    return { ...nothing, texts, details: conflictDetails(change, problem), date };
  }
  // A colleague was faster, with the same change.
  if (done && latest && self !== undefined && latest.actor !== self) {
    return { ...nothing, texts: [latestText(latest, self)], date: dateOf(done) };
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
  const isHere = change.action === 'move' && dateOfVerse(change.verse.id, days) === change.from;
  if (error === elsewhere && !isHere) return undefined;
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

/** What a change has done. */
export function doneText(change: PendingChange, days: readonly Day[] = []): string {
  switch (change.action) {
    case 'move': {
      const { verse, from, to, swapWith } = change;
      return swapWith === undefined
        ? `${verse.reference} has moved from ${longDate(from)} to ${longDate(to)}.`
        : `${verse.reference} is on ${longDate(to)} now, and ${swapWith.reference} on ${longDate(from)}.`;
    }
    case 'withdraw': {
      const again = change.endCooldown ? ' The player may submit again at once.' : '';
      const day = days.find(({ date }) => date === change.from);
      const now = day?.state === 'blocked' ? blockText('is blocked again', day.label) : 'is free again';
      return `${change.verse.reference} is withdrawn. ${longDate(change.from)} ${now}.${again}`;
    }
    case 'restore':
      return `${change.verse.reference} is on ${longDate(change.to)} again.`;
    case 'set':
      return `${change.ownVerse.reference} is on ${longDate(change.to)} now.`;
    case 'block': {
      const labels = new Set(change.blocks.map(({ label }) => label));
      return `${blockText(`${datesText(change.blocks)} blocked`, labels.size === 1 ? [...labels][0] : undefined)}.`;
    }
    case 'unblock':
      return `${datesText(change.blocks)} no longer blocked.`;
    case 'pause':
      return 'The calendar is paused. Players cannot submit.';
    case 'resume':
      return 'The calendar is resumed. Players can submit again.';
    case 'review': {
      const { verses, reviewed } = change;
      const what = verses.length === 1 ? `${verses[0]?.reference} is` : `${verses.length} verses are`;
      return `${what} marked as ${reviewed ? 'read' : 'not read'}.`;
    }
  }
}

/** What is to say of a date, which the text leads to; or of a verse that is on none. */
export interface Detail {
  readonly text: string;
  readonly date?: string;
}

/** The most dates that are listed one by one. */
const mostListed = 10;

/** Why dates were not changed. */
export function rejectionDetails(action: PendingChange['action'], rejected: readonly RejectedDate[]): Detail[] {
  const listed = rejected.slice(0, mostListed).map(({ outcome, day }) => {
    const why = outcome === 'frozen' ? frozenText : stateText(day);
    return { text: `Not ${action}ed: ${longDate(day.date)} ${why}.`, date: day.date };
  });
  const rest = rejected.length - listed.length;
  return rest > 0 ? [...listed, { text: `And ${count(rest, 'more date', 'more dates')}.` }] : listed;
}

/** The dates of a conflict as they are now, and the verse if it is on none of them. */
export function conflictDetails(change: PendingChange, { error, days }: Conflict): Detail[] {
  const details = days.map((day) => ({ text: `${longDate(day.date)}: ${dayText(day)}`, date: day.date }));
  const isGone = error === elsewhere && 'verse' in change && dateOfVerse(change.verse.id, days) === undefined;
  return isGone ? [...details, { text: `${change.verse.reference} is withdrawn.` }] : details;
}

/** What was done instead of a change, and by whom. */
function latestText(latest: RecordedChange, self: string | undefined): string {
  const name = operatorName(latest, self);
  const parts = recordParts(latest).map((part) => (typeof part === 'string' ? part : longDate(part.date)));
  return `${name === 'you' ? 'You' : name} ${parts.join('')}. Nothing was changed.`;
}

/** What is on the date that a verse was to have, if another operator or a player was faster. */
export function conflictText({ date, state, submission, label }: Day): string {
  const now = {
    reserved: `has ${submission?.reference ?? 'a verse'} now`,
    blocked: blockText('is blocked now', label),
    free: 'is free now',
  };
  return `${longDate(date)} ${now[state]}. Nothing was changed.`;
}

function datesText(blocks: readonly Block[]): string {
  return blocks.length === 1 ? `${longDate(blocks[0]?.date ?? '')} is` : `${blocks.length} dates are`;
}
