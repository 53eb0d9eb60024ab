import type { Change } from '../calendar/change.ts';
import type { CalendarDay, LatestChange } from './days.ts';
import type { components } from './generated/openapi.desk.ts';

/** A date, and the number of its latest change as an operator saw it. */
type SeenDate = components['schemas']['SeenDate'];

/** What an operator asks for, as the record will have it. */
type AskedChange = Pick<Change, 'action' | 'submission' | 'otherSubmission' | 'note'>;

/**
 * What a date is for a change: `seen` if nobody has changed it since its operator saw it; `repeated`
 * if its latest change is this one, whose response may have been lost; otherwise `unseen`.
 */
type Comparison = 'seen' | 'repeated' | 'unseen';

/** Compares a date as it is now with what an operator saw of it, by the contract's rule of changes. */
export function compareDate(
  { latestChange }: Pick<CalendarDay, 'latestChange'>,
  seen: number,
  actor: string,
  asked: AskedChange,
): Comparison {
  if (numberOf(latestChange) === seen) return 'seen';
  return isSame(latestChange, actor, asked) ? 'repeated' : 'unseen';
}

/**
 * Compares all dates of a change of verses.
 *
 * @param days the dates as they are now, among others
 * @param seen the dates that the change names
 * @param dates those that the record will have: a repeated change is the latest of each
 */
export function compareDates(
  days: readonly CalendarDay[],
  seen: readonly SeenDate[],
  actor: string,
  asked: AskedChange & Pick<Change, 'dates'>,
): Comparison {
  const latestOf = new Map(days.map(({ date, latestChange }) => [date, latestChange]));
  if (seen.every(({ date, change }) => numberOf(latestOf.get(date)) === change)) return 'seen';
  const isRepeated = asked.dates.every((date) => {
    const latest = latestOf.get(date) ?? null;
    return isSame(latest, actor, asked) && asked.dates.every((each, index) => latest?.dates[index] === each);
  });
  return isRepeated ? 'repeated' : 'unseen';
}

function numberOf(change: LatestChange | null | undefined): number {
  return change?.id ?? 0;
}

function isSame(latest: LatestChange | null, actor: string, asked: AskedChange): boolean {
  const { action, submission, otherSubmission, note } = asked;
  return (
    latest?.actor === actor &&
    latest.action === action &&
    latest.submission === (submission ?? null) &&
    latest.otherSubmission === (otherSubmission ?? null) &&
    latest.note === (note ?? null)
  );
}
