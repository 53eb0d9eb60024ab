import { sql } from 'kysely';
import type { ChangeContext } from '../calendar/change.ts';
import { isFrozen, readDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, blockDatesResponses as responses } from './generated/operations.desk.ts';
import { type DateOutcome, presentDateOutcomes } from './present.ts';
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
 *
 * @returns the outcomes, by date ascending
 */
async function block(
  { db, now, record }: ChangeContext,
  { dates, label }: components['schemas']['BlockDates'],
): Promise<DateOutcome[]> {
  const outcomes = (await readDays(db, dates)).map((day): DateOutcome => {
    if (day.label !== null) return { outcome: 'unchanged', day };
    if (isFrozen(day.date, now)) return { outcome: 'frozen', day };
    if (day.submission?.byEditor === false) return { outcome: 'taken', day };
    return { outcome: 'done', day: { ...day, label } };
  });

  const done = outcomes.filter(({ outcome }) => outcome === 'done').map(({ day }) => day.date);
  if (done.length === 0) return outcomes;
  await sql`
    insert into blocked_date (date, label) select date, ${label} from unnest(${done}::date[]) as date`.execute(db);
  await record({ action: 'block', dates: done, note: label });
  return outcomes;
}
