import { useContext, useState } from 'preact/hooks';
import { blocksOf, type PendingChange } from './changes.ts';
import { type Client, isProblem, type Problem } from './desk-client.ts';
import type { MadeChange } from './message.ts';
import type { Message, Progress } from './notice.tsx';
import { Self } from './operator-name.ts';
import type { ChangeOutcome } from './perform.ts';
import { readRange } from './read-days.ts';
import type { SignIn } from './sign-in.ts';
import { problemText } from './texts.ts';
import { isElsewhere } from './use-focus.ts';

export interface Changes {
  /** What there is to say of the latest one. */
  readonly message: Message | undefined;
  /** That of the latest change that can be taken back. */
  readonly latest: Message | undefined;
  /** How far the one is that is being sent. */
  readonly progress: Progress | undefined;
  say(message: Message | undefined): void;
  /** Says why something failed that can be tried again. */
  fail(problem: Problem, tryAgain: () => void): void;
  /**
   * Makes a change, and says what became of it.
   *
   * @param before what was done of it before, and the dates that were left out
   */
  make(change: PendingChange, before?: ChangeOutcome): Promise<void>;
  block(dates: readonly string[], label: string): void;
  /** Unblocks the blocked dates of a range of at most a year. */
  unblock(from: string, to: string): Promise<void>;
}

interface ChangesOptions {
  /** Called with whether the operator has gone on elsewhere while the change was being sent. */
  readonly onMade: (made: MadeChange, isElsewhere: boolean) => void;
  readonly onFail: () => void;
}

/** Makes the operator's changes, one at a time. */
export function useChanges(
  client: Client,
  signIn: Pick<SignIn, 'whenSignedIn'>,
  { onMade, onFail }: ChangesOptions,
): Changes {
  const self = useContext(Self);
  const [message, say] = useState<Message>();
  const [latest, setLatest] = useState<Message>();
  const [progress, setProgress] = useState<Progress>();

  async function make(change: PendingChange, before?: ChangeOutcome): Promise<void> {
    const max = 'blocks' in change ? change.blocks.length : 1;
    const end = new AbortController();
    const onProgress = (value: number) => setProgress({ value, max, cancel: () => end.abort() });
    onProgress(0);
    const place = document.activeElement;
    const maker = await import('./make.ts').catch((error: Error) => error);
    if (maker instanceof Error) {
      setProgress(undefined);
      return fail(maker, () => make(change, before));
    }
    const { join, messageOf, noOutcome, perform } = maker;
    const made = await perform(client, change, { onProgress, signal: end.signal });
    const outcome = join(before ?? noOutcome, made);
    setProgress(undefined);

    const { undo, tryAgain, date, isOpen, ...said } = messageOf(change, outcome, self);
    const message: Message = {
      ...said,
      undo: undo && (() => make(undo)),
      tryAgain: tryAgain && signedIn(() => make(tryAgain, outcome)),
    };
    say(message);
    if (undo) setLatest(message);
    onMade({ done: outcome.done, date, isOpen }, isElsewhere(place));
  }

  function block(dates: readonly string[], label: string): void {
    void make({ action: 'block', blocks: dates.map((date) => ({ date, label })) });
  }

  async function unblock(from: string, to: string): Promise<void> {
    const read = await readRange(client, from, to);
    if (isProblem(read)) fail(read, () => unblock(from, to));
    else await make({ action: 'unblock', blocks: blocksOf(read) });
  }

  function fail(problem: Problem, tryAgain: () => void): void {
    say({ texts: [problemText(problem)], details: [], tryAgain: signedIn(tryAgain) });
    onFail();
  }

  function signedIn(act: () => void): () => void {
    return () => signIn.whenSignedIn(act);
  }

  return { message, latest, progress, say, fail, make, block, unblock };
}
