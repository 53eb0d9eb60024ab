import { dateText, instantText } from '../api/formats.ts';
import { withReason } from '../api/response.ts';
import {
  type Handlers,
  headerMaximums,
  submitVersePatterns as patterns,
  submitVerseResponses as responses,
} from '../generated/operations.ts';
import { type Cooldown, cooldownOf } from '../player/eligibility.ts';
import { isSameVerse, reference, type Unvalidated, type Verse, validateVerse } from '../verse/validate.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * `POST /api/submit-verse`: the checks of the contract's `x-checks`, in that order. The first check
 * that fails sets the response.
 */
export function submitVerse({ players, calendar, clock }: Dependencies): Handlers['submitVerse'] {
  return async ({ userId, header, readBody }) => {
    // 1. authenticated: the contract's `security`. A request without a user gets its response
    //    before it reaches this handler.

    // 2. readable
    const body = await readBody();
    if ('response' in body) return body.response;

    // 3. localDate
    const { localDate } = body.members;
    if (typeof localDate !== 'string' || !patterns.localDate.test(localDate)) return responses.invalidLocalDate;

    // 4. solvedToday; the same round trip also reads what check 5 needs
    const now = clock();
    const key = header['Idempotency-Key'];
    const player = await players.eligibility(userId, localDate, now, key);
    if (!player.solvedToday) return responses.notSolvedToday;

    // 5. cooldown
    if (player.onCooldown) return onCooldown(player, body.members, now);

    // 6. verse
    const verse = validateVerse(body.members);
    if ('error' in verse) return responses.invalidVerse(verse);

    // 7. scheduled
    const reservation = await calendar.reserve({ userId, verse, idempotencyKey: key, now });
    switch (reservation.outcome) {
      case 'reserved':
        return scheduledVerse(verse, reservation.date, reservation.windowText);
      case 'on cooldown':
        return onCooldown(cooldownOf(reservation.latest), verse, now);
      case 'calendar full':
        return withReason(responses.schedulingFailed, reservation.outcome);
    }
  };
}

/**
 * A request that repeats the latest submission, because its response was lost, gets that
 * submission's response again.
 */
function onCooldown({ cooldownEndsAt, repeated }: Cooldown, submitted: Unvalidated<Verse>, now: Temporal.Instant) {
  if (repeated?.windowText && isSameVerse(repeated, submitted)) {
    return scheduledVerse(repeated, dateText(repeated.date), repeated.windowText);
  }
  const seconds = Math.ceil(now.until(cooldownEndsAt).total('seconds'));
  return responses.cooldownActive(
    { cooldownEndsAt: instantText(cooldownEndsAt) },
    { 'Retry-After': Math.min(seconds, headerMaximums['Retry-After']) },
  );
}

function scheduledVerse(verse: Verse, scheduledDate: string, windowText: string) {
  return responses.scheduledVerse({ scheduledDate, reference: reference(verse), windowText });
}
