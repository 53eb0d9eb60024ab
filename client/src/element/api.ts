import { type Client, localDate } from '../index.js';
import { type Pending, writePending } from './pending-submission.js';
import { type Facts, stateOf } from './state.js';

/** The requests of one player to one service, until the signal ends them. */
export interface Session {
  readonly client: Client;
  readonly signal: AbortSignal;
}

/**
 * Asks whether the player can submit, and for the player's submissions.
 *
 * @returns what is known then; a failure is a fact, too
 */
export async function load({ client, signal }: Session): Promise<Facts> {
  try {
    const [eligibility, list] = await Promise.all([
      client.getEligibility({ localDate: localDate() }, { signal }),
      client.listSubmissions({ signal }),
    ]);
    if (eligibility.status === 401) return { signedIn: false };
    if (eligibility.status !== 200 || list.status !== 200) return { problem: 'failed' };
    return { eligibility, submissions: list.submissions, problem: undefined };
  } catch {
    return { problem: 'noResponse' };
  }
}

/**
 * Sends a submission. It stays pending while its outcome is unknown: a 500 does not say what the database did.
 *
 * @param place where the submission is pending
 * @returns what is known then. After an error, it asks the service again whether the player can submit.
 */
export async function submit(session: Session, { request, idempotencyKey }: Pending, place: string): Promise<Facts> {
  try {
    const result = await session.client.submitVerse(request, { idempotencyKey, signal: session.signal });
    const facts = result.status === 201 ? { scheduled: result } : await load(session);
    // A player whose submission was stored would be on cooldown, which comes before a full calendar.
    const isFull = stateOf({ ...facts, signedIn: true }) === 'full';
    if (result.status === 500 && !isFull) return { ...facts, problem: 'failed' };
    writePending(place, undefined);
    return facts;
  } catch {
    return { problem: 'noResponse' };
  }
}
