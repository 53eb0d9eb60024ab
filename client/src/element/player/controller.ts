import { createIdempotencyKey } from '../../idempotency-key.ts';
import { type ClientOptions, createClient, localDate } from '../../index.ts';
import type { Verse } from '../words/language.ts';
import { load, submit } from './api.ts';
import { choiceIn, findStored, type Pending, placeOf, readChoice, readPending } from './pending-submission.ts';
import { endOf, type Facts, listed, type ScheduledResult, stateOf } from './state.ts';
import { writeStored } from './tab-storage.ts';

/** Milliseconds until a request, with its retry, counts as unanswered. */
export const timeLimit = 20_000;
/** Milliseconds to wait at least until the service is asked again. */
const leastWait = 5_000;

interface Start {
  readonly baseUrl: string;
  /** Absent where nobody is signed in. */
  readonly token: ClientOptions['token'] | undefined;
  /** Whether the device has a network. */
  readonly isOnline: () => boolean;
  /** The verse that the page has chosen already. */
  readonly preset?: Verse | undefined;
}

export type Controller = ReturnType<typeof startController>;

/**
 * Learns what one player can do, and submits verses, until the signal ends it.
 *
 * @param show called with all that is known whenever that changes
 * @param onScheduled called with the result of a submission
 * @param onOtherPlayer called when the token is that of another player, about whom this
 *   controller knows nothing
 */
export function startController(
  { baseUrl, token, isOnline, preset }: Start,
  signal: AbortSignal,
  show: (facts: Facts) => void,
  onScheduled: (result: ScheduledResult) => void,
  onOtherPlayer: () => void,
) {
  const hasToken = Boolean(token);
  let facts: Facts = { signedIn: hasToken, choice: preset, isPreset: preset !== undefined };
  /** Counts what asks the service: of two, what the later one learns counts. */
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The instant at which the state ends, and the least time to wait for it. */
  let end: string | undefined;
  let wait = leastWait;
  /** Whether the token function rejected when the service was to be asked last. */
  let hasRejected = false;
  /** Where this player's pending submission is stored. */
  let place = '';
  const use = (value: string) => {
    const next = placeOf(baseUrl, value);
    if (place && place !== next) {
      onOtherPlayer();
      throw new Error('Another player has signed in'); // nothing is sent in the name of the wrong one
    }
    if (!place && !facts.isPreset) facts = { ...facts, choice: readChoice(next) };
    place = next;
    return value;
  };
  const client = createClient({
    baseUrl,
    token: typeof token === 'function' ? async () => use(await token()) : use(token ?? ''),
    timeout: timeLimit,
  });
  const session = { client, signal, isOnline };

  /** Shows what follows from what was known and what is known now. */
  function learn(more: Facts): void {
    if (signal.aborted) return;
    if ('choice' in more && !more.isPreset) writeStored(choiceIn(place), more.choice);
    facts = { ...facts, ...more, pending: readPending(place) };
    show(facts);
    refreshAtEnd();
  }

  /**
   * Refreshes when the state ends by itself; a moment later, since not all players of a site can
   * ask at the same time. Where the device's clock is ahead, the state has not ended then, and each
   * time the wait is twice as long.
   */
  function refreshAtEnd(): void {
    clearTimeout(timer);
    const next = endOf(facts);
    if (next !== end) [end, wait] = [next, leastWait];
    if (end === undefined) return;
    const remaining = Math.max(Date.parse(end) - Date.now(), wait) + Math.random() * leastWait;
    timer = setTimeout(
      () => {
        wait = Math.min(2 * wait, 3_600_000);
        void refresh();
      },
      Math.min(remaining, 2 ** 31 - 1),
    );
  }

  /** Asks the service again, unless a submission is being sent. */
  async function refresh(): Promise<void> {
    if (!hasToken || facts.sending || signal.aborted) return;
    const mine = ++turn;
    const loaded = await load(session);
    if (mine !== turn) return;
    const rejectedBefore = hasRejected;
    // It is all that fails without a request and without a network at fault.
    hasRejected = loaded.problem?.kind === 'failed' && loaded.problem.requestId === undefined;
    if (hasRejected && rejectedBefore) return learn({ signedIn: false, problem: undefined });
    // A page that was left open until the cooldown is over does not go on to show its success.
    const isOver = loaded.eligibility !== undefined && loaded.eligibility.cooldownEndsAt === undefined;
    learn({ ...loaded, scheduled: isOver ? undefined : listed(facts.scheduled, loaded.submissions) });
    if (loaded.problem === undefined) await settle();
  }

  /** Finds out what became of the pending submission. */
  async function settle(): Promise<void> {
    const { pending, submissions, signedIn: isSignedIn } = facts;
    if (pending === undefined || !isSignedIn) return;
    const stored = findStored(pending.request, submissions);
    if (stored === undefined) return await send(pending);
    writeStored(place, undefined);
    learn({ scheduled: stored, choice: undefined, problem: undefined });
  }

  async function send(pending: Pending): Promise<void> {
    if (facts.sending) return;
    turn++;
    writeStored(place, pending);
    learn({ sending: true, problem: undefined });
    const outcome = await submit(session, pending, place, (result) => signal.aborted || onScheduled(result));
    learn({ ...outcome, sending: false });
    if (outcome.scheduled !== undefined) await refreshAfterSuccess();
  }

  /** The list has the new verse, and the cooldown has begun. */
  async function refreshAfterSuccess(): Promise<void> {
    const mine = ++turn;
    const loaded = await load(session);
    if (mine === turn) learn(loaded);
  }

  /** Gives up the pending submission, and asks the service again. */
  async function leave(): Promise<void> {
    writeStored(place, undefined);
    learn({ problem: undefined, eligibility: undefined });
    await refresh();
  }

  learn({});
  void refresh();
  signal.addEventListener('abort', () => clearTimeout(timer));

  return {
    refresh,
    leave,
    /**
     * Chooses a verse, or none. What the player chooses is kept over a reload or a sign-in elsewhere.
     *
     * @param isPreset whether the page chooses, and not the player
     */
    choose: (choice: Verse | undefined, isPreset: boolean) => learn({ choice, isPreset }),
    /**
     * Asks for the next free day, for a verse or without one.
     *
     * @returns undefined if no day is free, or the service does not say so
     */
    async nextFreeDate(verse: Verse | undefined, signal: AbortSignal): Promise<string | undefined> {
      const result = await client.getEligibility({ ...verse, localDate: localDate() }, { signal });
      return result.status === 200 ? result.nextFreeDate : undefined;
    },
    async submit(verse: Verse): Promise<void> {
      if (stateOf(facts) !== 'open') return;
      facts = { ...facts, choice: verse, isPreset: false }; // the page may have set another one during the press
      await send({
        idempotencyKey: createIdempotencyKey(),
        request: { localDate: localDate(), ...verse },
        sentAt: Date.now(),
      });
    },
    /** Sends the pending submission again, or asks the service again. */
    tryAgain: async () => await (facts.pending === undefined ? leave() : send(facts.pending)),
  };
}
