import { operations } from '../../generated/operations.ts';
import type { SubmitVerseRequest } from '../../index.ts';
import { exists, isSame, type Verse } from '../words/language.ts';
import { claimsOf } from './claims.ts';
import type { Submission } from './submission.ts';
import { readStored } from './tab-storage.ts';

/** A submission that was sent, or is about to be, and whose outcome is unknown. */
export interface Pending {
  readonly idempotencyKey: string;
  readonly request: SubmitVerseRequest;
  /** When it was first sent, in milliseconds since 1970. */
  readonly sentAt: number;
}

/**
 * The service recognizes the key during the cooldown; a retry under way needs a minute at most.
 * After that, it would submit the verse twice.
 */
const lifetime = operations.submitVerse.cooldown - 60_000;

/**
 * Returns where a player's pending submission is stored. It survives a reload, and no other player
 * of the same tab sends it.
 */
export function placeOf(baseUrl: string, token: string): string {
  return `submit-verse ${baseUrl} ${claimsOf(token)['sub']}`;
}

/** Returns the pending submission, unless the service would no longer recognize it. */
export function readPending(place: string): Pending | undefined {
  const pending = readStored<Pending>(place);
  return pending && Date.now() - pending.sentAt < lifetime ? pending : undefined;
}

/** Returns where the verse is stored that the player has chosen in this tab. */
export function choiceIn(place: string): string {
  return `${place} choice`;
}

export function readChoice(place: string): Verse | undefined {
  const choice = readStored<Verse>(choiceIn(place));
  return choice && exists(choice) ? choice : undefined;
}

/** A verse among those that the service has stored during the lifetime of a pending submission. */
export function findStored(wanted: Verse, submissions: readonly Submission[] = []): Submission | undefined {
  return submissions.find((stored) => isSame(stored, wanted) && isRecent(stored));
}

/** Whether a submission is so recent that it is of the present cooldown if there is one. */
export function isRecent({ submittedAt }: Pick<Submission, 'submittedAt'>): boolean {
  return Date.now() - Date.parse(submittedAt) < lifetime;
}
