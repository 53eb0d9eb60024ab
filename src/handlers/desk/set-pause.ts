import type { Desk } from '../../desk/desk.ts';
import { type Handlers, setPauseResponses as responses } from '../../desk/generated/operations.desk.ts';
import { validatePause } from '../../desk/validate.ts';

/** `PUT /desk/api/pause`: the checks of the contract's `x-checks`, in that order. */
export function setPause(desk: Desk, clock: () => Temporal.Instant): Handlers['setPause'] {
  return async ({ userId: actor, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const pause = validatePause(body.members);
    if ('error' in pause) return responses.invalidChange(pause);

    // 5. changed
    await desk.setPause({ actor, now: clock() }, pause);
    return responses.pauseState(pause);
  };
}
