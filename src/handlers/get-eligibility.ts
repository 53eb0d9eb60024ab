import { instantText } from '../api/formats.ts';
import { type Handlers, getEligibilityResponses as responses } from '../generated/operations.ts';
import { validateOptionalVerse } from '../verse/validate.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * `GET /api/eligibility`: facts about the player and the calendar, and the date that a verse would
 * get. Only a submission decides, so they promise nothing.
 */
export function getEligibility({ players, calendar, forecast, clock }: Dependencies): Handlers['getEligibility'] {
  return async ({ userId, query, malformed }) => {
    // 3. exists
    const verse = validateOptionalVerse(query, malformed);
    if (verse !== undefined && 'error' in verse) return responses.invalidVerse(verse);

    // 4. read
    const [player, { accepting, nextFreeDate, acceptingFrom }] = await Promise.all([
      players.eligibility(userId, query.localDate, clock()),
      verse === undefined ? calendar.accepting() : forecast(userId, verse),
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
