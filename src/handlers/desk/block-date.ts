import type { Desk } from '../../desk/desk.ts';
import { type Handlers, blockDateResponses as responses } from '../../desk/generated/operations.desk.ts';
import { validateBlock } from '../../desk/validate.ts';
import type { PresentDays } from './present.ts';

/** `PUT /desk/api/blocked-dates/{date}`: the checks of the contract's `x-checks`, in that order. */
export function blockDate(desk: Desk, clock: () => Temporal.Instant, presentDays: PresentDays): Handlers['blockDate'] {
  return async ({ userId: actor, path: { date }, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const block = validateBlock(date, body.members);
    if ('error' in block) return responses.invalidChange(block);

    // 5. unfrozen to 7. changed, in one transaction
    const blocked = await desk.block({ actor, now: clock() }, block);
    const days = await presentDays(blocked);
    return blocked.outcome === 'done' ? responses.changedDays(days) : responses[blocked.outcome](days);
  };
}
