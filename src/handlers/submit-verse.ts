import type { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import {
  type Handlers,
  headerMaximums,
  submitVersePatterns as patterns,
  submitVerseResponses as responses,
} from '../generated/operations.ts';
import { reference, type Verse, validateVerse } from '../verse/validate.ts';
import type { Dependencies } from './dependencies.ts';
import { toText } from './instant.ts';

/** `POST /api/submit-verse`: the checks of the contract's `x-checks`, in that order. The first check that fails sets the response. */
export function submitVerse({ players, calendar, clock }: Dependencies): Handlers['submitVerse'] {
  return async ({ userId, header, readBody }) => {
    // 1. authenticated: the contract's `security`. A request without a user gets its response before it reaches this handler.

    // 2. readable
    const body = await readBody();
    if ('rejected' in body)
      return body.rejected === 'too large' ? responses.requestBodyTooLarge : responses.invalidJsonBody;

    // 3. localDate
    const { localDate } = body.members;
    if (typeof localDate !== 'string' || !patterns.localDate.test(localDate)) return responses.invalidLocalDate;

    // 4. solvedToday; the same round trip also reads what check 5 needs
    const now = clock();
    const key = header['Idempotency-Key'];
    const player = await players.eligibility(userId, localDate, now, key);
    if (!player.solvedToday) return responses.notSolvedToday;

    // 5. cooldown
    if (player.onCooldown) return originalResponse(player.repeated, key) ?? cooldownActive(player.cooldownEndsAt, now);

    // 6. verse
    const verse = validateVerse(body.members);
    if ('error' in verse) return responses.invalidVerse(verse);

    // 7. scheduled
    const reservation = await calendar.reserve({ userId, verse, idempotencyKey: key, now });
    switch (reservation.outcome) {
      case 'reserved':
        return scheduledVerse(verse, reservation.date, reservation.windowText);
      case 'on cooldown':
        return originalResponse(reservation.submission, key) ?? cooldownActive(reservation.cooldownEndsAt, now);
      case 'calendar full':
        return responses.schedulingFailed;
    }
  };
}

function scheduledVerse(verse: Verse, date: Temporal.PlainDate, windowText: string) {
  return responses.scheduledVerse({ scheduledDate: date.toString(), reference: reference(verse), windowText });
}

/** The response that the submission got, for a retry with the same key whose first response was lost. */
function originalResponse(submission: ScheduledSubmission | undefined, key: string | undefined) {
  if (key === undefined || key !== submission?.idempotencyKey || !submission.windowText) return undefined;
  return scheduledVerse(submission, submission.scheduledDate, submission.windowText);
}

function cooldownActive(endsAt: Temporal.Instant, now: Temporal.Instant) {
  const seconds = Math.ceil(now.until(endsAt).total('seconds'));
  return responses.cooldownActive(
    { cooldownEndsAt: toText(endsAt) },
    { 'Retry-After': Math.min(seconds, headerMaximums['Retry-After']) },
  );
}
