import { createIdempotencyKey } from '../idempotency-key.js';
import { type ClientOptions, createClient, localDate } from '../index.js';
import { load, submit } from './api.js';
import type { Language, Verse } from './language.js';
import { placeOf, readPending, writePending } from './pending-submission.js';
import { type Facts, stateOf } from './state.js';
import { createView } from './view.js';

interface Service {
  readonly baseUrl: string;
  readonly token: ClientOptions['token'] | undefined;
}

/**
 * Shows the form and the verses of one player, until the signal ends it.
 *
 * @param verse the first choice
 * @param dispatch called when the player has chosen or submitted a verse
 */
export function startController(
  root: ShadowRoot,
  { baseUrl, token }: Service,
  language: Language,
  verse: Verse,
  signal: AbortSignal,
  dispatch: (type: 'verse-change' | 'verse-submitted', detail: object) => void,
): void {
  let facts: Facts = { signedIn: Boolean(token) };
  /** Where this player's pending submission is stored. */
  let place = '';
  const use = (value: string) => {
    place = placeOf(baseUrl, value);
    return value;
  };
  const client = createClient({
    baseUrl,
    token: typeof token === 'function' ? async () => use(await token()) : use(token ?? ''),
  });
  const session = { client, signal };
  const view = createView(root, language, verse, () => dispatch('verse-change', view.chosen()), onSubmit);

  /** Shows the state that follows from what was known and what is known now. */
  function learn(more: Facts): void {
    if (signal.aborted) return;
    facts = { ...facts, ...more, pending: readPending(place) };
    view.render(stateOf(facts), facts);
  }

  async function onSubmit(): Promise<void> {
    const stored = facts.pending;
    if (stored === undefined && facts.problem !== undefined) {
      learn({ problem: undefined, eligibility: undefined });
    } else {
      const request = { localDate: localDate(), ...view.chosen() };
      const pending = stored ?? { idempotencyKey: createIdempotencyKey(), request };
      writePending(place, pending);
      learn({ sending: true });
      const outcome = await submit(session, pending, place);
      learn({ ...outcome, sending: false });
      if (outcome.scheduled === undefined) return;
      dispatch('verse-submitted', outcome.scheduled);
    }
    learn(await load(session));
  }

  async function refresh(): Promise<void> {
    if (facts.signedIn && !facts.sending) learn(await load(session));
  }

  learn({});
  void refresh();
  // The player may come back from the puzzle, or after the cooldown.
  document.addEventListener('visibilitychange', () => document.hidden || void refresh(), { signal });
}
