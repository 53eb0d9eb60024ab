import type { Desk } from '../../desk/desk.ts';
import { type Handlers, restoreSubmissionResponses as responses } from '../../desk/generated/operations.desk.ts';
import { validateRestoration } from '../../desk/validate.ts';
import type { PresentDays } from './present.ts';

/**
 * `POST /desk/api/submissions/{id}/restore`: the checks of the contract's `x-checks`, in that
 * order.
 */
export function restoreSubmission(
  desk: Desk,
  clock: () => Temporal.Instant,
  presentDays: PresentDays,
): Handlers['restoreSubmission'] {
  return async ({ userId: actor, path: { id }, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const restoration = validateRestoration(body.members);
    if ('error' in restoration) return responses.invalidChange(restoration);

    // 5. exists: no submission has a malformed id
    if (id === undefined) return responses.noSuchSubmission;

    // 5. exists to 11. changed, in one transaction
    const restored = await desk.restore({ actor, now: clock() }, { ...restoration, id });
    if (restored.outcome === 'no such submission') return responses.noSuchSubmission;
    const days = await presentDays(restored);
    return restored.outcome === 'done' ? responses.changedDays(days) : responses[restored.outcome](days);
  };
}
