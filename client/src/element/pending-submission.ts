import type { SubmitVerseRequest } from '../index.js';

/** A submission that was sent, or is about to be, and whose outcome is unknown. */
export interface Pending {
  readonly idempotencyKey: string;
  readonly request: SubmitVerseRequest;
}

/** Returns where a player's pending submission is stored. It survives a reload, and no other player of the same tab sends it. */
export function placeOf(baseUrl: string, token: string): string {
  return `submit-verse ${baseUrl} ${subjectOf(token)}`;
}

/** The player's id in a token, which only the service can verify. The service rejects a token that is not a JWT. */
function subjectOf(token: string): unknown {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))).sub;
  } catch {
    return undefined;
  }
}

export function readPending(place: string): Pending | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '');
  } catch {
    return undefined; // nothing is stored, or the browser forbids it
  }
}

export function writePending(place: string, pending: Pending | undefined): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(pending) ?? '');
  } catch {
    // Without storage, the service still rejects a second submission: the player is on cooldown.
  }
}
