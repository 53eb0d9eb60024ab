import type { Desk } from '../../desk/desk.ts';
import { type Handlers, moveSubmissionResponses as responses } from '../../desk/generated/operations.desk.ts';
import { validateMove } from '../../desk/validate.ts';
import type { PresentDays } from './present.ts';

/**
 * `POST /desk/api/submissions/{id}/move`: the checks of the contract's `x-checks`, in that order.
 */
export function moveSubmission(
  desk: Desk,
  clock: () => Temporal.Instant,
  presentDays: PresentDays,
): Handlers['moveSubmission'] {
  return async ({ userId: actor, path: { id }, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const move = validateMove(id, body.members);
    if ('error' in move) return responses.invalidChange(move);

    // 5. exists: no submission has a malformed id
    if (id === undefined) return responses.noSuchSubmission;

    // 5. exists to 10. changed, in one transaction
    const moved = await desk.move({ actor, now: clock() }, { ...move, id });
    if (moved.outcome === 'no such submission') return responses.noSuchSubmission;
    const days = await presentDays(moved);
    return moved.outcome === 'done' ? responses.changedDays(days) : responses[moved.outcome](days);
  };
}
