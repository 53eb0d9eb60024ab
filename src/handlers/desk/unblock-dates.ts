import type { Desk } from '../../desk/desk.ts';
import { type Handlers, unblockDatesResponses as responses } from '../../desk/generated/operations.desk.ts';
import { validateUnblockOfMany } from '../../desk/validate.ts';
import { type PresentDays, presentOutcomes } from './present.ts';

/** `POST /desk/api/blocked-dates/unblock`: the checks of the contract's `x-checks`, in that order. */
export function unblockDates(
  desk: Desk,
  clock: () => Temporal.Instant,
  presentDays: PresentDays,
): Handlers['unblockDates'] {
  return async ({ userId: actor, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const unblock = validateUnblockOfMany(body.members);
    if ('error' in unblock) return responses.invalidChange(unblock);

    // 5. changed, in one transaction
    const outcomes = await desk.unblockMany({ actor, now: clock() }, unblock.dates);
    return responses.dateOutcomes(await presentOutcomes(presentDays, outcomes));
  };
}
