import { BlockedDate } from '../entities/blocked-date.ts';
import { blockDatePatterns } from '../generated/operations.desk.ts';
import type { Work } from './change.ts';
import { isFrozen } from './frozen.ts';
import { type DeskOutcome, withDays } from './outcome.ts';
import { occupancyOf } from './submissions.ts';

export interface Block {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly label: string;
}

/**
 * Keeps a date free of submissions, or gives a blocked date another label. The checks are those of
 * the contract's `x-checks`, in that order.
 */
export async function blockDate(
  { em, transaction, now, record }: Work,
  { date, label }: Block,
): Promise<DeskOutcome<'done' | 'frozen' | 'taken'>> {
  const { isReserved, label: current } = await occupancyOf(em, date);
  if (current === label) return await withDays(transaction, 'done', [date]);

  if (isFrozen(date, now)) return await withDays(transaction, 'frozen', [date]);
  if (isReserved) return await withDays(transaction, 'taken', [date]);

  const day = Temporal.PlainDate.from(date);
  if (current === null) await em.insert(BlockedDate, { date: day, label });
  else await em.nativeUpdate(BlockedDate, { date: day }, { label });
  await record({ action: 'block', dates: [date], note: label });
  return await withDays(transaction, 'done', [date]);
}

/**
 * Lets players have a date again. The checks are those of the contract's `x-checks`, in that order.
 */
export async function unblockDate(
  { em, transaction, now, record }: Work,
  date: string,
): Promise<DeskOutcome<'done' | 'frozen'>> {
  const { label } = await occupancyOf(em, date);
  if (label === null) return await withDays(transaction, 'done', [date]);

  if (isFrozen(date, now)) return await withDays(transaction, 'frozen', [date]);

  await em.nativeDelete(BlockedDate, { date: Temporal.PlainDate.from(date) });
  // Another program may have stored a label that the contract cannot express.
  const note = blockDatePatterns.label.test(label) ? label : undefined;
  await record({ action: 'unblock', dates: [date], note });
  return await withDays(transaction, 'done', [date]);
}
