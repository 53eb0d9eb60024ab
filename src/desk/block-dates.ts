import { sql } from 'kysely';
import type { ChangeContext } from '../calendar/change.ts';
import { isFrozen } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, blockDatesResponses as responses } from './generated/operations.desk.ts';
import { type DateOutcome, presentDateOutcomes } from './present.ts';
import { changeDates, compareDate } from './seen.ts';
import { findRepeated, validate } from './validate.ts';

/** `POST /desk/api/blocked-dates`: the checks of the contract's `x-checks`, in that order. */
export function blockDates({ change, clock, presentDays }: DeskDependencies): Handlers['blockDates'] {
  return async ({ userId: actor, userName: actorName, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const asked = validate('BlockDates', body.members, { dates: findRepeated });
    if ('error' in asked) return responses.invalidChange(asked);

    // 5. changed, in one transaction
    const outcomes = await change({ actor, actorName, now: clock() }, block, asked);
    return responses.dateOutcomes(await presentDateOutcomes(presentDays, outcomes));
  };
}

/**
 * Keeps those of some dates free of submissions that can be blocked. One that is blocked already
 * keeps its label.
 */
async function block(
  { db, now, actor, record }: ChangeContext,
  { dates, label }: components['schemas']['BlockDates'],
): Promise<DateOutcome[]> {
  const change = { action: 'block', note: label } as const;
  return await changeDates(
    db,
    dates,
    (day, seen): DateOutcome['outcome'] | 'change' => {
      const compared = compareDate(day, seen, actor, change);
      if (compared !== 'seen') return compared === 'repeated' ? 'done' : 'unseen';
      if (day.label !== null) return 'unchanged';
      if (isFrozen(day.date, now)) return 'frozen';
      return day.submission?.byEditor === false ? 'taken' : 'change';
    },
    async (changed) => {
      await sql`
        insert into blocked_date (date, label)
        select date, ${label} from unnest(${changed.map(({ date }) => date)}::date[]) as date`.execute(db);
      await record({ ...change, dates: changed.map(({ date }) => date) });
    },
  );
}
