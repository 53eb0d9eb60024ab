import { type Block, isBlocked, type PendingChange } from './changes.ts';
import { longDate, whenText } from './dates.ts';
import { type Conflict, type Day, hasStatus, type LatestChange } from './desk-client.ts';
import { oppositeOf } from './opposite.ts';
import { type ChangeOutcome, dateOfVerse, isConflict, isUnknown, type RejectedDate } from './perform.ts';
import {
  blockText,
  count,
  frozenText,
  type Operator,
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
export function messageOf(change: PendingChange, outcome: ChangeOutcome, self?: string): ChangeMessage {
  const { done, days, rejected, problem, rest, isRepeated } = outcome;
  const nothing = isRepeated ? 'Your change may have been made before that.' : 'Nothing was changed.';
  if (isConflict(problem)) {
    return {
      texts: [...conflictTexts(change, problem, days, self), nothing],
      details: [],
      undo: undefined,
      tryAgain: undefined,
      isPassing: false,
      ...afterConflict(change, problem, days),
    };
  }
  return {
    texts: [
      ...(done ? [doneText(done, days)] : []),
      ...(problem === undefined ? [] : [problemText(problem)]),
      ...(rest && problem === undefined ? ['The rest was canceled.'] : []),
      ...(done === undefined && problem === undefined ? [nothing] : []),
      ...(isUnknown(problem) ? ['Trying again is safe.'] : []),
    ],
    details: rejectionDetails(change.action, rejected, self),
    undo: done && oppositeOf(done, outcome),
    tryAgain: isUnknown(problem) || hasStatus(problem, 401) ? rest : undefined,
    date: done && dateOf(done),
    isPassing: done !== undefined && problem === undefined && rest === undefined && rejected.length === 0,
    isOpen: false,
  };
}

/** Why a change was not made: who has changed what since, or what else keeps it off. */
function conflictTexts(
  change: PendingChange,
  problem: Conflict,
  days: readonly Day[],
  self: string | undefined,
): readonly string[] {
  if ('pauseChange' in problem) {
    const { pauseChange, paused, error } = problem;
    const deed = deedText(pauseChange, [], self) ?? `${error}.`;
    return [deed, `Players ${paused ? 'cannot submit' : 'can submit'}.`];
  }
  if (change.action === 'review') return change.verses.map((verse) => readText(verse, change.date, days, self));
  switch (problem.error) {
    case 'Another verse is on this date':
      return days
        .filter(({ date }) => 'to' in change && date === change.to.date)
        .map((day) => `${longDate(day.date)} ${nowText(day)}.`);
    case 'The date is blocked':
      return days
        .filter(isBlocked)
        .map(
          ({ date, label }) => `${longDate(date)} ${blockText('is blocked', label)}. No player’s verse can be there.`,
        );
    case 'A date is no longer as you saw it':
      return unseenTexts(change, days, self);
    default:
      return [`${problem.error}.`];
  }
}

/** Who has changed the dates of a change since its operator saw them, and where its verses are now. */
function unseenTexts(change: PendingChange, days: readonly Day[], self: string | undefined): readonly string[] {
  const dates = [...('from' in change ? [change.from] : []), ...('to' in change ? [change.to] : [])];
  const seen = new Map(dates.map(({ date, change }) => [date, change]));
  const changed = new Set(
    days.filter(({ date, latestChange }) => (seen.get(date) ?? latestChange.id) !== latestChange.id),
  );
  const texts: (string | undefined)[] = [];
  for (const [{ id, reference }, place] of placesOf(change)) {
    const before = days.find(({ date }) => date === place);
    const now = days.find(({ submission }) => submission?.id === id);
    if (now?.date === place) continue;
    if (now === undefined) texts.push(`${reference} is withdrawn.`);
    else if (before && now.latestChange.action === 'move' && before.latestChange.id === now.latestChange.id) {
      texts.push(deedText(now.latestChange, [before.date, now.date], self, { reference }));
      for (const told of [before, now]) changed.delete(told);
    } else changed.add(now);
  }
  return [...changed].map((day) => changedText(day, self)).concat(texts.filter((text) => text !== undefined));
}

/** Where to look after a conflict, and whether a move goes on: the verse and its date are as they were seen. */
function afterConflict(
  change: PendingChange,
  { error }: Conflict,
  days: readonly Day[],
): Pick<ChangeMessage, 'date' | 'isOpen'> {
  const [[verse, place] = []] = placesOf(change);
  const now = dateOfVerse(verse?.id, days);
  if (now !== place) return { date: now, isOpen: false };
  const from = days.find(({ date }) => date === place);
  return {
    date: 'to' in change ? change.to.date : now,
    isOpen:
      change.action === 'move' &&
      error !== 'A date that has begun cannot be changed' &&
      from?.latestChange.id === change.from.change,
  };
}

/** The verses of a change, and where its operator saw them: on no date if one was withdrawn. */
function placesOf(
  change: PendingChange,
): (readonly [{ readonly id: number; readonly reference: string }, string | undefined])[] {
  switch (change.action) {
    case 'move': {
      const { verse, from, swapWith, to } = change;
      return [[verse, from.date], ...(swapWith ? [[swapWith, to.date] as const] : [])];
    }
    case 'withdraw':
      return [[change.verse, change.from.date]];
    case 'restore':
      return [[change.verse, undefined]];
    case 'review':
      return change.verses.map((verse) => [verse, change.date]);
    default:
      return [];
  }
}

/** The date on which to look at a change that was made. */
function dateOf(change: PendingChange): string | undefined {
  if ('to' in change) return change.to.date;
  if ('from' in change) return change.from.date;
  if ('blocks' in change) return change.blocks[0]?.date;
  return 'verses' in change && change.verses.length === 1 ? change.date : undefined;
}

/**
 * What a change has done.
 *
 * @param days its dates after it
 */
function doneText(change: PendingChange, days: readonly Day[]): string {
  switch (change.action) {
    case 'move': {
      const { verse, from, to, swapWith } = change;
      return swapWith === undefined
        ? `${verse.reference} has moved from ${longDate(from.date)} to ${longDate(to.date)}.`
        : `${verse.reference} is on ${longDate(to.date)} now, and ${swapWith.reference} on ${longDate(from.date)}.`;
    }
    case 'withdraw': {
      const again = change.endCooldown ? ' The player may submit again at once.' : '';
      const left = days.find(({ date }) => date === change.from.date);
      return `${change.verse.reference} is withdrawn. ${longDate(change.from.date)} ${left && nowText(left, 'again')}.${again}`;
    }
    case 'restore': {
      const { verse, from, to } = change;
      return `${verse.reference} is on ${longDate(to.date)} ${to.date === from.date ? 'again' : 'now'}.`;
    }
    case 'set':
      return `${change.ownVerse.reference} is on ${longDate(change.to.date)} now.`;
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
      const { verses, reviewed, date } = change;
      const [verse, ...others] = verses;
      const as = `marked as ${reviewed ? 'read' : 'not read'}.`;
      // The service marks those that are there now: one may have moved away.
      if (others.length > 0 && reviewed) return `The verses you have seen up to ${longDate(date)} are ${as}`;
      if (others.length > 0) return `${verses.length} verses are ${as}`;
      return `${verse?.reference} is ${as}${whereText(verse?.id, date, days)}`;
    }
  }
}

/** What is to say of a date, which the text leads to. */
export interface Detail {
  readonly text: string;
  readonly date?: string;
}

/** The most dates that are listed one by one. */
const mostListed = 10;

/** Why dates were not changed. */
function rejectionDetails(
  action: PendingChange['action'],
  rejected: readonly RejectedDate[],
  self: string | undefined,
): Detail[] {
  const whyOf = ({ outcome, day }: RejectedDate) => {
    if (action === 'review') return readText(day.submission, day.date, [day], self);
    if (outcome === 'unseen') return `Left as it is: ${changedText(day, self)}`;
    return `Not ${action}ed: ${longDate(day.date)} ${outcome === 'frozen' ? frozenText : stateText(day)}.`;
  };
  const listed = rejected.slice(0, mostListed).map((each) => ({ text: whyOf(each), date: each.day.date }));
  const rest = rejected.length - listed.length;
  return rest > 0 ? [...listed, { text: `And ${count(rest, 'more date', 'more dates')}.` }] : listed;
}

/**
 * What a change did, by whom and when, e.g. "Ruth blocked Friday, December 25 at 9:30 AM.";
 * undefined if nobody knows.
 *
 * @param dates those of the change that are known
 */
function deedText(
  { id, action, actor, actorName, at }: LatestChange,
  dates: readonly string[],
  self: string | undefined,
  verse: { readonly reference?: string } = {},
): string | undefined {
  if (action === undefined || actor === undefined) return undefined;
  const parts = recordParts({ id, action, actor, dates, ...verse });
  const what = parts.map((part) => (typeof part === 'string' ? part : longDate(part.date))).join('');
  return `${whoText({ actor, actorName }, self)} ${what}${at ? ` ${whenText(at)}` : ''}.`;
}

/** Who has changed a date, when, and what is on it now. */
function changedText(day: Day, self: string | undefined): string {
  const deed = deedText(day.latestChange, [day.date], self);
  return deed ? `${deed} It ${nowText(day)}.` : `${longDate(day.date)} ${nowText(day)}.`;
}

/**
 * Who has read a verse, when, and where it is unless that is where it was seen.
 *
 * @param days where it is now; none if it is withdrawn
 */
function readText(
  verse: { readonly id: number; readonly reference: string } | undefined,
  date: string,
  days: readonly Day[],
  self: string | undefined,
): string {
  const { reviewedBy: actor, reviewedByName: actorName, reviewedAt } = days[0]?.submission ?? {};
  const who = actor ? whoText({ actor, actorName }, self) : 'A colleague';
  const when = reviewedAt ? ` ${whenText(reviewedAt)}` : '';
  return `${who} read ${verse?.reference ?? 'a verse'}${when}.${whereText(verse?.id, date, days)}`;
}

/** Where a verse is, unless that is where it was seen. */
function whereText(id: number | undefined, date: string, days: readonly Day[]): string {
  const now = dateOfVerse(id, days);
  if (now === date) return '';
  return ` It is ${now === undefined ? 'withdrawn' : `on ${longDate(now)} now`}.`;
}

function whoText(operator: Operator, self: string | undefined): string {
  const name = operatorName(operator, self);
  return name === 'you' ? 'You' : name;
}

/** What is on a date, after it has changed. */
function nowText({ state, submission, label }: Day, now = 'now'): string {
  if (state === 'free') return `is free ${now}`;
  if (state === 'blocked') return blockText(`is blocked ${now}`, label);
  const has = `has ${submission?.reference ?? 'a verse'} now`;
  return label === undefined ? has : `${has}, and ${blockText('is blocked', label)}`;
}

function datesText(blocks: readonly Block[]): string {
  return blocks.length === 1 ? `${longDate(blocks[0]?.date ?? '')} is` : `${blocks.length} dates are`;
}
