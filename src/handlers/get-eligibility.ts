import { type Handlers, getEligibilityResponses as responses } from '../generated/operations.ts';
import type { Dependencies } from './dependencies.ts';
import { toText } from './instant.ts';

/** `GET /api/eligibility`: facts about the player and the calendar. Only a submission decides, so they promise nothing. */
export function getEligibility({ players, calendar, clock }: Dependencies): Handlers['getEligibility'] {
  return async ({ userId, query: { localDate } }) => {
    const now = clock();
    const [player, accepting] = await Promise.all([
      players.eligibility(userId, localDate, now),
      calendar.isAccepting(now),
    ]);
    const { solvedToday, onCooldown } = player;
    return responses.eligibility({
      maySubmit: solvedToday && accepting && !onCooldown,
      solvedToday,
      accepting,
      ...(onCooldown && { cooldownEndsAt: toText(player.cooldownEndsAt) }),
    });
  };
}
