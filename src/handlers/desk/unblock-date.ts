import type { Desk } from '../../desk/desk.ts';
import {
  type Handlers,
  invalidChangeMessages as messages,
  unblockDateResponses as responses,
} from '../../desk/generated/operations.desk.ts';
import type { PresentDays } from './present.ts';

/**
 * `DELETE /desk/api/blocked-dates/{date}`: the checks of the contract's `x-checks`, in that order.
 */
export function unblockDate(
  desk: Desk,
  clock: () => Temporal.Instant,
  presentDays: PresentDays,
): Handlers['unblockDate'] {
  return async ({ userId: actor, path: { date } }) => {
    // 3. valid
    if (date === undefined) return responses.invalidChange({ error: messages.date() });

    // 4. unfrozen, 5. changed: in one transaction
    const unblocked = await desk.unblock({ actor, now: clock() }, date);
    switch (unblocked.outcome) {
      case 'frozen':
        return responses.frozen(await presentDays(unblocked));
      case 'done':
        return responses.noContent;
    }
  };
}
