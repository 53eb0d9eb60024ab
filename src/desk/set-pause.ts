import type { ChangeContext } from '../calendar/change.ts';
import { CalendarPause } from '../entities/calendar-pause.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, setPauseResponses as responses } from './generated/operations.desk.ts';
import { validate } from './validate.ts';

type Pause = components['schemas']['Pause'];

/** `PUT /desk/api/pause`: the checks of the contract's `x-checks`, in that order. */
export function setPause({ change, clock }: DeskDependencies): Handlers['setPause'] {
  return async ({ userId: actor, userName: actorName, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const asked = validate('Pause', body.members);
    if ('error' in asked) return responses.invalidChange(asked);

    // 5. changed
    await change({ actor, actorName, now: clock() }, pause, asked);
    return responses.pauseState(asked);
  };
}

/**
 * Pauses the calendar, or lets it go on. The calendar is paused while the table has its one row.
 */
async function pause({ em, now, record }: ChangeContext, { paused, note }: Pause): Promise<void> {
  if ((await em.count(CalendarPause)) > 0 === paused) return; // it is as it should be
  if (paused) await em.insert(CalendarPause, { since: now });
  else await em.nativeDelete(CalendarPause, {});
  await record({ action: paused ? 'pause' : 'resume', dates: [], note });
}
