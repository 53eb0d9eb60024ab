import { type Client, localDate, NetworkError, UnexpectedResponseError } from '../../index.ts';
import { findStored, type Pending } from './pending-submission.ts';
import { type Facts, type Problem, type ScheduledResult, stateOf } from './state.ts';
import { writeStored } from './tab-storage.ts';

/** The requests of one player to one service, until the signal ends them. */
export interface Session {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Whether the device has a network. */
  readonly isOnline: () => boolean;
}

/**
 * Asks whether the player can submit, and for the player's submissions.
 *
 * @returns what is known then; a failure is a fact, too
 */
export async function load({ client, signal, isOnline }: Session): Promise<Facts> {
  const [eligibility, list] = await Promise.allSettled([
    client.getEligibility({ localDate: localDate() }, { signal }),
    client.listSubmissions({ signal }),
  ]);
  if (eligibility.status === 'rejected') return { problem: problemOf(eligibility.reason, isOnline) };
  if (eligibility.value.status === 401) return { signedIn: false, hasEnded: true };
  if (eligibility.value.status !== 200) return { problem: failed(eligibility.value) };
  const facts = { signedIn: true, eligibility: eligibility.value, problem: undefined };
  return list.status === 'fulfilled' && list.value.status === 200
    ? { ...facts, submissions: list.value.submissions, withdrawn: list.value.withdrawn, listFailed: false }
    : { ...facts, listFailed: true };
}

/**
 * Sends a submission. It stays pending while its outcome is unknown: a 500 does not say what the
 * database did. So it does until the player has signed in again.
 *
 * @param place where the submission is pending
 * @param onScheduled called with the result of a 201
 * @returns what is known then. After an error, it asks the service again whether the player can
 *   submit, and whether the verse was stored.
 */
export async function submit(
  session: Session,
  { request, idempotencyKey }: Pending,
  place: string,
  onScheduled: (result: ScheduledResult) => void,
): Promise<Facts> {
  try {
    const result = await session.client.submitVerse(request, { idempotencyKey, signal: session.signal });
    if (result.status === 201) {
      writeStored(place, undefined);
      onScheduled(result);
      const scheduled = { ...request, scheduledDate: result.scheduledDate };
      return { scheduled, choice: undefined, problem: undefined };
    }
    const facts = await load(session);
    const stored = findStored(request, facts.submissions);
    // After another error, it is a verse of another tab.
    if (result.status === 500 && stored !== undefined) {
      writeStored(place, undefined);
      return { ...facts, scheduled: stored, choice: undefined };
    }
    // A player whose submission was stored would be on cooldown, which comes before a full
    // calendar.
    const isFull = stateOf({ ...facts, signedIn: true }) === 'full';
    if (result.status === 500 && !isFull) return { ...facts, problem: failed(result) };
    if (facts.signedIn !== false) writeStored(place, undefined);
    return facts;
  } catch (error) {
    return { problem: problemOf(error, session.isOnline) };
  }
}

function failed({ requestId }: { readonly requestId: string | null }): Problem {
  return { kind: 'failed', requestId };
}

function problemOf(error: unknown, isOnline: () => boolean): Problem {
  if (error instanceof UnexpectedResponseError) return failed(error);
  if (!isOnline()) return { kind: 'offline' };
  const isUnanswered = error instanceof NetworkError || (error as Error).name === 'TimeoutError';
  return { kind: isUnanswered ? 'noResponse' : 'failed' };
}
