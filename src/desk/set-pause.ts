import type { ChangeContext } from '../calendar/change.ts';
import { CalendarPause } from '../entities/calendar-pause.ts';
import { type LatestChange, readPauseChange } from './days.ts';
import type { DeskDependencies } from './dependencies.ts';
import type { components } from './generated/openapi.desk.ts';
import { type Handlers, setPauseResponses as responses } from './generated/operations.desk.ts';
import { presentLatestChange } from './present.ts';
import { compareDate } from './seen.ts';
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

    // 5. seen, 6. changed: in one transaction
    const { outcome, paused, latestChange } = await change({ actor, actorName, now: clock() }, (context) =>
      pause(context, asked),
    );
    const state = { paused, pauseChange: presentLatestChange(latestChange) };
    return outcome === 'done' ? responses.pauseState(state) : responses.unseenPause(state);
  };
}

/** How the calendar is after a request to pause it, or to let it go on. */
interface PauseOutcome {
  readonly outcome: 'done' | 'unseen';
  readonly paused: boolean;
  readonly latestChange: LatestChange | null;
}

/**
 * Pauses the calendar, or lets it go on. The calendar is paused while the table has its one row.
 */
async function pause(
  { em, db, now, actor, record }: ChangeContext,
  { paused, change: seen, note }: Pause,
): Promise<PauseOutcome> {
  const change = { action: paused ? 'pause' : 'resume', dates: [], note } as const;
  const isPaused = (await em.count(CalendarPause)) > 0;
  const latestChange = await readPauseChange(db);
  const compared = compareDate({ latestChange }, seen, actor, change);
  if (compared !== 'seen' || isPaused === paused) {
    return { outcome: compared === 'unseen' ? 'unseen' : 'done', paused: isPaused, latestChange };
  }
  if (paused) await em.insert(CalendarPause, { since: now });
  else await em.nativeDelete(CalendarPause, {});
  await record(change);
  return { outcome: 'done', paused, latestChange: await readPauseChange(db) };
}
