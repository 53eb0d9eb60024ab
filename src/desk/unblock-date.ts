import type { ChangeContext } from '../calendar/change.ts';
import { BlockedDate } from '../entities/blocked-date.ts';
import { isFrozen, type Outcome, withDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import {
  type Handlers,
  invalidChangeMessages as messages,
  unblockDateResponses as responses,
} from './generated/operations.desk.ts';
import { occupancyOf } from './submissions.ts';
import { noteOf } from './unblock-dates.ts';

/**
 * `DELETE /desk/api/blocked-dates/{date}`: the checks of the contract's `x-checks`, in that order.
 */
export function unblockDate({ change, clock, presentDays }: DeskDependencies): Handlers['unblockDate'] {
  return async ({ userId: actor, userName: actorName, path: { date } }) => {
    // 3. valid
    if (date === undefined) return responses.invalidChange({ error: messages.date() });

    // 4. unfrozen, 5. changed: in one transaction
    const { outcome, days } = await change({ actor, actorName, now: clock() }, unblock, date);
    return outcome === 'done' ? responses.noContent : responses.frozen({ days: await presentDays(days) });
  };
}

/** Unblocks a date. */
async function unblock({ em, db, now, record }: ChangeContext, date: string): Promise<Outcome<'done' | 'frozen'>> {
  const { label } = await occupancyOf(em, date);
  if (label === null) return await withDays(db, 'done', [date]);

  if (isFrozen(date, now)) return await withDays(db, 'frozen', [date]);

  await em.nativeDelete(BlockedDate, { date: Temporal.PlainDate.from(date) });
  await record({ action: 'unblock', dates: [date], note: noteOf(new Set([label])) });
  return await withDays(db, 'done', [date]);
}
