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
  const rows: AgendaRow[] = [];
  for (const day of days) {
    const { date, state } = day;
    const text = state === 'free' ? freeText(date, bounds) : dayText(day);
    const last = rows.at(-1);
    const isMore =
      state !== 'reserved' && state === last?.day.state && text === last.text && monthOf(date) === monthOf(last.from);
    if (isMore && date !== selected) rows.splice(-1, 1, { ...last, to: date, count: last.count + 1 });
    else rows.push({ from: date, to: date, day, text, count: 1 });
  }
  return [...Map.groupBy(rows, ({ from }) => monthOf(from)).values()];
}

function monthOf(date: string): string {
  return date.slice(0, 7);
}
