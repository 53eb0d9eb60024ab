import type { ChangeContext } from '../calendar/change.ts';
import { BlockedDate } from '../entities/blocked-date.ts';
import { isFrozen, type Outcome, withDays } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import {
  type Handlers,
  invalidChangeMessages as messages,
  blockDateResponses as responses,
} from './generated/operations.desk.ts';
import { presentOutcome } from './present.ts';
import { occupancyOf } from './submissions.ts';
import { validate } from './validate.ts';

/** `PUT /desk/api/blocked-dates/{date}`: the checks of the contract's `x-checks`, in that order. */
export function blockDate({ change, clock, presentDays }: DeskDependencies): Handlers['blockDate'] {
  return async ({ userId: actor, userName: actorName, path: { date }, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    if (date === undefined) return responses.invalidChange({ error: messages.date() });
    const asked = validate('Block', body.members);
    if ('error' in asked) return responses.invalidChange(asked);

    // 5. unfrozen to 7. changed, in one transaction
    const blocked = await change({ actor, actorName, now: clock() }, block, { ...asked, date });
    return await presentOutcome(responses, presentDays, blocked);
  };
}

/** Keeps a date free of submissions, or gives a blocked date another label. */
async function block(
  { em, db, now, record }: ChangeContext,
  { date, label }: { readonly date: string; readonly label: string },
): Promise<Outcome<'done' | 'frozen' | 'taken'>> {
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
