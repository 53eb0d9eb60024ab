import { sql } from 'kysely';
import { execute } from '../database/execute.ts';
import { BlockedDate } from '../entities/blocked-date.ts';
import type { ChangeContext } from './change.ts';
import { type CalendarDay, readDays } from './days.ts';
import { isFrozen } from './frozen.ts';
import { blockDatePatterns } from './generated/operations.desk.ts';
import { type DeskOutcome, withDays } from './outcome.ts';
import { occupancyOf } from './submissions.ts';

export interface Block {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly label: string;
}

export interface BlockOfMany {
  /** YYYY-MM-DD, in any order. */
  readonly dates: readonly string[];
  readonly label: string;
}

/** What became of one of many dates, and what is on it now. */
export interface DateOutcome {
  readonly outcome: 'unchanged' | 'frozen' | 'taken' | 'done';
  readonly day: CalendarDay;
}

/**
 * Keeps a date free of submissions, or gives a blocked date another label. The checks are those of
 * the contract's `x-checks`, in that order.
 */
export async function blockDate(
  { em, db, now, record }: ChangeContext,
  { date, label }: Block,
): Promise<DeskOutcome<'done' | 'frozen' | 'taken'>> {
  const { isPlayers, label: current } = await occupancyOf(em, date);
  if (current === label) return await withDays(db, 'done', [date]);

  if (isFrozen(date, now)) return await withDays(db, 'frozen', [date]);
  if (isPlayers) return await withDays(db, 'taken', [date]);

  const day = Temporal.PlainDate.from(date);
  if (current === null) await em.insert(BlockedDate, { date: day, label });
  else await em.nativeUpdate(BlockedDate, { date: day }, { label });
  await record({ action: 'block', dates: [date], note: label });
  return await withDays(db, 'done', [date]);
}

/**
 * Lets players have a date again. The checks are those of the contract's `x-checks`, in that order.
 */
export async function unblockDate(
  { em, db, now, record }: ChangeContext,
  date: string,
): Promise<DeskOutcome<'done' | 'frozen'>> {
  const { label } = await occupancyOf(em, date);
  if (label === null) return await withDays(db, 'done', [date]);

  if (isFrozen(date, now)) return await withDays(db, 'frozen', [date]);

  await em.nativeDelete(BlockedDate, { date: Temporal.PlainDate.from(date) });
  await record({ action: 'unblock', dates: [date], note: noteOf(new Set([label])) });
  return await withDays(db, 'done', [date]);
}

/**
 * Keeps those of some dates free of submissions that can be blocked. One that is blocked already
 * keeps its label.
 *
 * @returns the outcomes, by date ascending
 */
export async function blockDates(
  { db, now, record }: ChangeContext,
  { dates, label }: BlockOfMany,
): Promise<DateOutcome[]> {
  const outcomes = (await readDays(db, dates)).map((day): DateOutcome => {
    if (day.label !== null) return { outcome: 'unchanged', day };
    if (isFrozen(day.date, now)) return { outcome: 'frozen', day };
    if (day.submission?.byEditor === false) return { outcome: 'taken', day };
    return { outcome: 'done', day: { ...day, label } };
  });

  const done = datesDone(outcomes);
  if (done.length === 0) return outcomes;
  const insert = sql`
    insert into blocked_date (date, label) select date, ${label} from unnest(${done}::date[]) as date`;
  await execute(db, insert);
  await record({ action: 'block', dates: done, note: label });
  return outcomes;
}

/**
 * Lets players have those of some dates again that are blocked.
 *
 * @param dates YYYY-MM-DD, in any order
 * @returns the outcomes, by date ascending
 */
export async function unblockDates(
  { db, now, record }: ChangeContext,
  dates: readonly string[],
): Promise<DateOutcome[]> {
  const labels = new Set<string>();
  const outcomes = (await readDays(db, dates)).map((day): DateOutcome => {
    if (day.label === null) return { outcome: 'unchanged', day };
    if (isFrozen(day.date, now)) return { outcome: 'frozen', day };
    labels.add(day.label);
    return { outcome: 'done', day: { ...day, label: null } };
  });

  const done = datesDone(outcomes);
  if (done.length === 0) return outcomes;
  await execute(db, sql`delete from blocked_date where date = any (${done}::date[])`);
  await record({ action: 'unblock', dates: done, note: noteOf(labels) });
  return outcomes;
}

function datesDone(outcomes: readonly DateOutcome[]): string[] {
  return outcomes.filter(({ outcome }) => outcome === 'done').map(({ day }) => day.date);
}

/**
 * The one label of the dates that were blocked, unless another program stored one that the contract
 * cannot express.
 */
function noteOf(labels: ReadonlySet<string>): string | undefined {
  const [label = ''] = labels;
  return labels.size === 1 && blockDatePatterns.label.test(label) ? label : undefined;
}
