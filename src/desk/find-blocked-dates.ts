import { type QueryExecutorProvider, sql } from 'kysely';
import { isLabel } from '../calendar/label.ts';
import { utcDate } from '../calendar/window.ts';
import { readLatestChanges } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import {
  foundBlockedDatesLimits,
  type Handlers,
  findBlockedDatesResponses as responses,
} from './generated/operations.desk.ts';
import { presentLatestChange } from './present.ts';

/** `GET /desk/api/blocked-dates`: the blocked dates from today on. */
export function findBlockedDates({ read, clock }: DeskDependencies): Handlers['findBlockedDates'] {
  return async ({ query: { label: text = '' } }) => {
    // 4. read
    const today = utcDate(clock()).toString();
    const { dates, more } = await read((em) => readBlockedDates(em.getKysely(), today, text));
    const found = dates.map(({ date }) => date);
    const latestChangeOf = await read((em) => readLatestChanges(em.getKysely(), found));
    const presented = dates.map(({ date, label }) => ({
      date,
      // Another program may have stored a label that the contract cannot express.
      ...(isLabel(label) && { label }),
      latestChange: presentLatestChange(latestChangeOf(date)),
    }));
    return responses.foundBlockedDates({ dates: presented, more });
  };
}

/** Blocked dates, ascending, and whether there are more. */
interface FoundBlockedDates {
  /** The dates are YYYY-MM-DD. */
  readonly dates: readonly { readonly date: string; readonly label: string }[];
  readonly more: boolean;
}

/**
 * Finds the blocked dates from a date on whose label contains a text, in upper or lower case, at
 * most as many as the contract allows.
 *
 * @param from YYYY-MM-DD
 */
async function readBlockedDates(db: QueryExecutorProvider, from: string, text: string): Promise<FoundBlockedDates> {
  // The collation is Unicode's: a database with the locale C knows upper and lower case of ASCII
  // alone.
  const { rows } = await sql<{ date: string; label: string }>`
    select to_char(date, 'YYYY-MM-DD') as date, label
    from blocked_date
    where date >= ${from}
      and strpos(upper(label collate "und-x-icu"), upper(${text}::text collate "und-x-icu")) > 0
    order by blocked_date.date
    limit ${foundBlockedDatesLimits.dates} + 1`.execute(db);
  const dates = rows.slice(0, foundBlockedDatesLimits.dates);
  return { dates, more: rows.length > dates.length };
}
