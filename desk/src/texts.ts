import { UnexpectedResponseError } from '../../client/src/errors.ts';
import { isBlocked } from './changes.ts';
import { addDays, dayOfMonth, daysBetween, longDate, timeText } from './dates.ts';
import type { Calendar, Day, Problem, RecordedChange } from './desk-client.ts';

export const viewNames = { calendar: 'Calendar', record: 'Record', settings: 'Settings' } as const;

/**
 * The first date without a verse that can still have one; undefined if that is not among the dates
 * that have been read.
 */
export function firstGap({ coveredUntil, frozenUntil, lastBookable }: Calendar, days: ReadonlyMap<string, Day>) {
  let date = addDays(frozenUntil, 1);
  if (coveredUntil !== undefined && coveredUntil >= date) date = addDays(coveredUntil, 1);
  while (days.has(date) && days.get(date)?.state !== 'free') date = addDays(date, 1);
  return date <= lastBookable && (days.has(date) || coveredUntil !== undefined) ? date : undefined;
}

/**
 * What the first line says besides the first gap: that today has no verse, or that every date has
 * one.
 */
export function coverageText({ coveredUntil, lastBookable }: Calendar, gap: string | undefined): string {
  if (coveredUntil === undefined) return 'Today has no verse.';
  return gap === undefined ? `Every date until ${longDate(lastBookable)} has a verse.` : '';
}

/** How many of the coming dates are taken. */
export function takenText({ reservedDates, blockedDates }: Calendar): string {
  const verses = `${count(reservedDates, 'day has', 'days have')} a verse`;
  return blockedDates === 0 ? `${verses}.` : `${verses}, ${count(blockedDates, 'is', 'are')} blocked.`;
}

/** E.g. "14 free, 10 verses, 7 blocked"; dates that have begun are not free. */
export function countsText(days: readonly Day[], { frozenUntil }: Pick<Bounds, 'frozenUntil'>): string {
  const of = (state: Day['state']) => days.filter((day) => day.state === state);
  const free = of('free').filter(({ date }) => date > frozenUntil);
  return `${free.length} free, ${count(of('reserved').length, 'verse', 'verses')}, ${of('blocked').length} blocked`;
}

/** What is on a date, in a few words. */
export function dayText({ state, submission, label }: Day): string {
  if (state === 'reserved') return submission?.reference ?? 'verse';
  return state === 'blocked' ? blockText('blocked', label) : 'free';
}

/**
 * That a date is blocked, with its label if the contract can express it: another program may have
 * stored any text.
 */
export function blockText(blocked: string, label: string | undefined): string {
  return label === undefined ? blocked : `${blocked}: ${label}`;
}

/** What to say of a date with a verse that the contract cannot express. */
export const unknownVerse = 'Another program has reserved this date. The desk cannot say for which verse.';

/** What the calendar says of all its dates. */
export type Bounds = Pick<Calendar, 'frozenUntil' | 'lastBookable' | 'repeatDays'>;

/**
 * What a free date is called: one that has begun is not free, and players do not get one that is
 * far away.
 */
export function freeText(date: string, { frozenUntil, lastBookable }: Bounds): string {
  if (date <= frozenUntil) return 'no verse';
  return date <= lastBookable ? 'free' : 'not bookable yet';
}

/** What the panel says of a date that has no verse and is not blocked. */
export function freeSentence(date: string, { frozenUntil, firstBookable, lastBookable }: Calendar): string {
  if (date <= frozenUntil) return 'No verse is on this date.';
  if (date < firstBookable) return 'Free, but too soon for players.';
  if (date > lastBookable) return `Free, but players get dates until ${longDate(lastBookable)}.`;
  return 'Free: the next player may get it.';
}

/** A date and what is on it, as a screen reader reads a cell. */
export function cellText(date: string, day: Day | undefined, bounds: Bounds): string {
  if (day === undefined) return longDate(date);
  const what = day.state === 'free' ? freeText(date, bounds) : dayText(day);
  return `${longDate(date)}: ${[what, ...(isUnread(day) ? ['not read'] : []), ...marksOf(day, bounds)].join(', ')}`;
}

/** Tells the states of dates apart without colours. */
export const signs = { free: '○', reserved: '●', blocked: '✕' };

export function signOf({ date, state, submission }: Day, bounds: Bounds): string {
  return submission && nearTo(date, submission.alsoOn, bounds) ? '●●' : signs[state];
}

/** Within how many days an equal verse is near: those of the rule for players, or 60 without it. */
export function nearDays({ repeatDays }: Bounds): number {
  return repeatDays || 60;
}

/** Those of some dates that are near another one, in words; empty if there are none. */
export function nearTo(date: string, dates: readonly string[], bounds: Bounds): string {
  const near = dates.filter((other) => Math.abs(daysBetween(date, other)) <= nearDays(bounds));
  return new Intl.ListFormat('en-US').format(near.map(dayOfMonth));
}

/** Whether a date has a verse that no editor has read. */
export function isUnread({ submission }: Day): boolean {
  return submission?.reviewed === false;
}

/** What there is to know of a verse on a date, besides the verse. */
export function marksOf({ date, submission, label }: Day, bounds: Bounds): string[] {
  if (submission === undefined) return [];
  const near = nearTo(date, submission.alsoOn, bounds);
  return [
    ...(submission.byEditor ? ['own'] : []),
    ...(label === undefined ? [] : [blockText('blocked', label)]),
    ...(submission.movedFrom === undefined ? [] : [`moved from ${dayOfMonth(submission.movedFrom)}`]),
    ...(near ? [`also on ${near}`] : []),
  ];
}

/** What a date that nobody can change is, as the end of a sentence about it. */
export const frozenText = 'is past, or has already begun';

/** The same as a sentence about the date that is open. */
export const frozenSentence = 'This date is past, or has already begun somewhere on Earth, so it can’t be changed.';

/** What a date has, as the end of a sentence about it. */
export function stateText(day: Day): string {
  const { state, submission, label } = day;
  if (isBlocked(day)) return blockText('is blocked already', label);
  return state === 'reserved' ? `has ${submission?.reference ?? 'a verse'}` : 'is free';
}

/** What the page tells an operator who may only look. */
export const viewerText = 'You can view the calendar but not change it.';

/** What the page tells somebody whose token has none of the desk's roles. */
export const noRoleText = 'Your account has no access to this calendar. Ask for the calendar-viewer role.';

/** Why a request failed. What it would have changed can be sent again. */
export function problemText(problem: Problem): string {
  if (problem instanceof Error && !(problem instanceof UnexpectedResponseError)) return 'We couldn’t reach the server.';
  const { status, requestId } = problem;
  if (problem instanceof Error || status === 500) return `Something went wrong. Request ${requestId}`;
  if (status === 401) return 'Your sign-in had ended, so this was not sent. Try again once you are signed in.';
  if (status === 403) return `${viewerText} Nothing was changed.`;
  return status === 409 ? `${problem.error}. Nothing was changed.` : `${problem.error}.`;
}

/** Since when the calendar could not be read; undefined if it could. */
export function unreadText(since: number | undefined): string | undefined {
  return since === undefined ? undefined : `The calendar hasn’t loaded since ${timeText(since)}.`;
}

/** Who made a change, or read a verse. */
export interface Operator {
  readonly actor: string;
  readonly actorName?: string | undefined;
}

/**
 * What the page calls an operator.
 *
 * @param self the id of the one who is signed in
 */
export function operatorName({ actor, actorName = actor }: Operator, self: string | undefined): string {
  return actor === self ? 'you' : actorName;
}

/** A part of a sentence: a text, or a date to which it leads. */
export type Part = string | { readonly date: string };

/** What a change did, after the name of who made it. Of two dates, one may be known only. */
export function recordParts(change: RecordedChange): Part[] {
  const { action, dates, dateCount = dates.length, reference = 'a verse', otherReference, note } = change;
  const [first, second] = dates.map((date) => ({ date })) as [{ date: string }, { date: string }];
  const label = note === undefined ? '' : `: ${note}`;
  switch (action) {
    case 'move':
      if (dates.length === 1) return [`moved ${reference} to or from `, first];
      return [`moved ${reference} from `, first, ' to ', second];
    case 'swap':
      if (dates.length === 1) return [`swapped ${reference} on `, first];
      return [`swapped ${reference} (now `, second, `) and ${otherReference ?? 'another verse'} (now `, first, ')'];
    case 'withdraw':
      return [`withdrew ${reference} from `, first];
    case 'restore':
      return [`restored ${reference} to `, first];
    case 'set':
      return [`set ${reference} on `, first];
    case 'block':
    case 'unblock':
      if (dateCount > 1) return [`${action}ed ${dateCount} dates${label}`];
      return [`${action}ed `, first, label];
    case 'pause':
      return ['paused the calendar'];
    case 'resume':
      return ['resumed the calendar'];
    case 'erase':
      return ['erased a player'];
  }
}

/** A number with its noun. */
export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
