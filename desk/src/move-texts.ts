import { isBlocked, type StartedMove } from './changes.ts';
import { longDate } from './dates.ts';
import type { Day, DeskSubmission } from './desk-client.ts';
import { type Bounds, blockText, nearTo, unknownVerse } from './texts.ts';

/** What a move of a verse to a date would do, or why it is not possible. */
export function moveText(
  day: Day,
  { reference, byEditor }: Pick<DeskSubmission, 'reference' | 'byEditor'>,
  from: string,
): string {
  const { date, state, submission: other, label } = day;
  if (date === from) return `${reference} is here now. Choose another date in the calendar.`;
  const blocked = blockText('This date is blocked', label);
  if (isBlocked(day) && !byEditor) return `${blocked}. Only a verse of your own can be on it.`;
  if (state === 'blocked') return `${blocked}. ${reference} moves here from ${longDate(from)}.`;
  if (state === 'free') return `${reference} moves here from ${longDate(from)}.`;
  if (other === undefined) return unknownVerse;
  return `${other.reference} is on this date. Swap: ${reference} moves here, and ${other.reference} moves to ${longDate(from)}.`;
}

/**
 * Where a verse that moves, or the one that it swaps with, would be near an equal one, as far as
 * the page has read the calendar; empty if nowhere.
 */
export function repeatText(
  { date: to, submission: other }: Day,
  { verse, from }: StartedMove,
  days: ReadonlyMap<string, Day>,
  bounds: Bounds,
): string {
  const textOf = ({ reference, alsoOn }: DeskSubmission, date: string) => {
    const read = [...days.values()].filter(({ submission }) => submission?.reference === reference);
    const dates = new Set(
      [...alsoOn, ...read.map((day) => day.date)].filter((each) => each !== from.date && each !== to),
    );
    const near = nearTo(date, [...dates].sort(), bounds);
    return near.length > 0 ? [`${reference} is also on ${near}.`] : [];
  };
  return [...textOf(verse, to), ...(other ? textOf(other, from.date) : [])].join(' ');
}
