import type { Desk } from '../../desk/desk.ts';
import { type Handlers, setVerseResponses as responses } from '../../desk/generated/operations.desk.ts';
import { validateOwnVerse } from '../../desk/validate.ts';
import type { PresentDays } from './present.ts';

/** `PUT /desk/api/verses/{date}`: the checks of the contract's `x-checks`, in that order. */
export function setVerse(desk: Desk, clock: () => Temporal.Instant, presentDays: PresentDays): Handlers['setVerse'] {
  return async ({ userId: actor, path: { date }, readBody }) => {
    // 3. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 4. valid
    const verse = validateOwnVerse(date, body.members);
    if ('error' in verse) return responses.invalidChange(verse);

    // 5. unfrozen to 7. changed, in one transaction
    const set = await desk.setVerse({ actor, now: clock() }, verse);
    const days = await presentDays(set);
    return set.outcome === 'done' ? responses.changedDays(days) : responses[set.outcome](days);
  };
}
