import type { Day } from './desk-client.ts';
import { type Bounds, dayText, freeText } from './texts.ts';

/**
 * A row of the agenda: a date, or dates one after the other that are all free, or blocked alike.
 */
export interface AgendaRow {
  readonly from: string;
  readonly to: string;
  /** The first one of the dates. */
  readonly day: Day;
  /** What is on each of them. */
  readonly text: string;
  readonly count: number;
}

/**
 * The rows of some dates, by month.
 *
 * @param days ascending
 * @param selected begins a row, so that this stays the same row when an earlier date changes
 */
export function agendaOf(days: readonly Day[], bounds: Bounds, selected?: string): AgendaRow[][] {
  const months: AgendaRow[][] = [];
  for (const day of days) {
    const text = day.state === 'free' ? freeText(day.date, bounds) : dayText(day);
    const rows = months.at(-1);
    const last = rows?.at(-1);
    if (rows === undefined || last?.from.slice(0, 7) !== day.date.slice(0, 7)) {
      months.push([{ from: day.date, to: day.date, day, text, count: 1 }]);
    } else if (
      day.state !== 'reserved' &&
      day.state === last.day.state &&
      text === last.text &&
      day.date !== selected
    ) {
      rows.splice(-1, 1, { ...last, to: day.date, count: last.count + 1 });
    } else rows.push({ from: day.date, to: day.date, day, text, count: 1 });
  }
  return months;
}
