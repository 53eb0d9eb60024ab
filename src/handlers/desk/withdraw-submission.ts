import type { Desk } from '../../desk/desk.ts';
import { type Handlers, withdrawSubmissionResponses as responses } from '../../desk/generated/operations.desk.ts';
import { validateWithdrawal } from '../../desk/validate.ts';
import type { PresentDays } from './present.ts';

/**
 * `POST /desk/api/submissions/{id}/withdraw`: the checks of the contract's `x-checks`, in that
 * order.
 */
export function withdrawSubmission(
  desk: Desk,
  clock: () => Temporal.Instant,
  presentDays: PresentDays,
): Handlers['withdrawSubmission'] {
  return async ({ userId: actor, path: { id }, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const withdrawal = validateWithdrawal(body.members);
    if ('error' in withdrawal) return responses.invalidChange(withdrawal);

    // 5. exists: no submission has a malformed id
    if (id === undefined) return responses.noSuchSubmission;

    // 5. exists to 8. changed, in one transaction
    const withdrawn = await desk.withdraw({ actor, now: clock() }, { ...withdrawal, id });
    if (withdrawn.outcome === 'no such submission') return responses.noSuchSubmission;
    const days = await presentDays(withdrawn);
    return withdrawn.outcome === 'done' ? responses.changedDays(days) : responses[withdrawn.outcome](days);
  };
}
