import { instantText } from '../api/formats.ts';
import { type Handlers, getEligibilityResponses as responses } from '../generated/operations.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * `GET /api/eligibility`: facts about the player and the calendar. Only a submission decides, so
 * they promise nothing.
 */
export function getEligibility({ players, calendar, clock }: Dependencies): Handlers['getEligibility'] {
  return async ({ userId, query: { localDate } }) => {
    const [player, { accepting, nextFreeDate, acceptingFrom }] = await Promise.all([
      players.eligibility(userId, localDate, clock()),
      calendar.accepting(),
    ]);
    const { solvedToday, onCooldown } = player;
    return responses.eligibility({
      maySubmit: solvedToday && accepting && !onCooldown,
      solvedToday,
      accepting,
      ...(onCooldown && { cooldownEndsAt: instantText(player.cooldownEndsAt) }),
      ...(nextFreeDate && { nextFreeDate: nextFreeDate.toString() }),
      ...(acceptingFrom && { acceptingFrom: instantText(acceptingFrom) }),
    });
  };
}
