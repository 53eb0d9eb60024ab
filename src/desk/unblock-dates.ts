import { sql } from 'kysely';
import type { ChangeContext } from '../calendar/change.ts';
import { isLabel } from '../calendar/label.ts';
import { isFrozen } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, unblockDatesResponses as responses } from './generated/operations.desk.ts';
import { type DateOutcome, presentDateOutcomes } from './present.ts';
import { changeDates, compareDate } from './seen.ts';
import { findRepeated, validate } from './validate.ts';

/**
 * `POST /desk/api/blocked-dates/unblock`: the checks of the contract's `x-checks`, in that order.
 */
export function unblockDates({ change, clock, presentDays }: DeskDependencies): Handlers['unblockDates'] {
  return async ({ userId: actor, userName: actorName, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const asked = validate('UnblockDates', body.members, { dates: findRepeated });
    if ('error' in asked) return responses.invalidChange(asked);

    // 5. changed, in one transaction
    const outcomes = await change({ actor, actorName, now: clock() }, unblock, asked);
    return responses.dateOutcomes(await presentDateOutcomes(presentDays, outcomes));
  };
}

/** Unblocks those of some dates that are blocked. */
async function unblock(
  { db, now, actor, record }: ChangeContext,
  { dates }: components['schemas']['UnblockDates'],
): Promise<DateOutcome[]> {
  return await changeDates(
    db,
    dates,
    (day, seen): DateOutcome['outcome'] | 'change' => {
      // The request does not have the label, which is the note of the record.
      const note = day.latestChange?.note ?? undefined;
      const compared = compareDate(day, seen, actor, { action: 'unblock', note });
      if (compared !== 'seen') return compared === 'repeated' ? 'done' : 'unseen';
      if (day.label === null) return 'unchanged';
      return isFrozen(day.date, now) ? 'frozen' : 'change';
    },
    async (changed) => {
      const unblocked = changed.map(({ date }) => date);
      await sql`delete from blocked_date where date = any (${unblocked}::date[])`.execute(db);
      const labels = new Set(changed.map(({ label }) => label));
      const [label = null] = labels;
      // Another program may have stored a label that the contract cannot express.
      const isOne = labels.size === 1 && label !== null && isLabel(label);
      await record({ action: 'unblock', dates: unblocked, note: isOne ? label : undefined });
    },
  );
}
