import { sql } from 'kysely';
import type { ChangeContext } from '../calendar/change.ts';
import { isLabel } from '../calendar/label.ts';
import { isFrozen, readDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, unblockDatesResponses as responses } from './generated/operations.desk.ts';
import { type DateOutcome, presentDateOutcomes } from './present.ts';
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

/**
 * Unblocks those of some dates that are blocked.
 *
 * @returns the outcomes, by date ascending
 */
async function unblock(
  { db, now, record }: ChangeContext,
  { dates }: components['schemas']['UnblockDates'],
): Promise<DateOutcome[]> {
  const labels = new Set<string>();
  const outcomes = (await readDays(db, dates)).map((day): DateOutcome => {
    if (day.label === null) return { outcome: 'unchanged', day };
    if (isFrozen(day.date, now)) return { outcome: 'frozen', day };
    labels.add(day.label);
    return { outcome: 'done', day: { ...day, label: null } };
  });

  const done = outcomes.filter(({ outcome }) => outcome === 'done').map(({ day }) => day.date);
  if (done.length === 0) return outcomes;
  await sql`delete from blocked_date where date = any (${done}::date[])`.execute(db);
  await record({ action: 'unblock', dates: done, note: noteOf(labels) });
  return outcomes;
}

/**
 * The one label of the dates that were blocked, unless another program stored one that the contract
 * cannot express.
 */
export function noteOf(labels: ReadonlySet<string>): string | undefined {
  const [label = ''] = labels;
  return labels.size === 1 && isLabel(label) ? label : undefined;
}
