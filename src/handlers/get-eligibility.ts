import { instantText } from '../api/formats.ts';
import { type Handlers, getEligibilityResponses as responses } from '../generated/operations.ts';
import { validateOptionalVerse } from '../verse/validate.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * `GET /api/eligibility`: facts about the player and the calendar, and the date that a verse would
 * get. Only a submission decides, so they promise nothing.
 */
export function getEligibility({ players, calendar, clock }: Dependencies): Handlers['getEligibility'] {
  return async ({ userId, query, malformed }) => {
    // 3. exists
    const verse = validateOptionalVerse(query, malformed);
    if (verse !== undefined && 'error' in verse) return responses.invalidVerse(verse);

    // 4. read
    const [player, known, forecast] = await Promise.all([
      players.eligibility(userId, query.localDate, clock()),
      calendar.accepting(),
      verse && calendar.forecast(verse),
    ]);
    const { solvedToday, onCooldown } = player;
    const nextFreeDate = verse === undefined ? known.nextFreeDate : forecast;
    const accepting = nextFreeDate !== undefined;
    return responses.eligibility({
      maySubmit: solvedToday && accepting && !onCooldown,
      solvedToday,
      accepting,
      ...(onCooldown && { cooldownEndsAt: instantText(player.cooldownEndsAt) }),
      ...(accepting && { nextFreeDate: nextFreeDate.toString() }),
      ...(!accepting && known.acceptingFrom && { acceptingFrom: instantText(known.acceptingFrom) }),
    });
  };
}
