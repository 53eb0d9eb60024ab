import type { Desk } from '../../desk/desk.ts';
import { type Handlers, blockDatesResponses as responses } from '../../desk/generated/operations.desk.ts';
import { validateBlockOfMany } from '../../desk/validate.ts';
import { type PresentDays, presentOutcomes } from './present.ts';

/** `POST /desk/api/blocked-dates`: the checks of the contract's `x-checks`, in that order. */
export function blockDates(
  desk: Desk,
  clock: () => Temporal.Instant,
  presentDays: PresentDays,
): Handlers['blockDates'] {
  return async ({ userId: actor, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const block = validateBlockOfMany(body.members);
    if ('error' in block) return responses.invalidChange(block);

    // 5. changed, in one transaction
    const outcomes = await desk.blockMany({ actor, now: clock() }, block);
    return responses.dateOutcomes(await presentOutcomes(presentDays, outcomes));
  };
}
