import { useState } from 'preact/hooks';
import { blocksOf, type PendingChange, seen } from './changes.ts';
import { type Client, type Day, type FoundSubmission, isProblem, type Problem } from './desk-client.ts';
import type { MadeChange } from './message.ts';
import type { Message, Progress } from './notice.tsx';
import type { ChangeOutcome } from './perform.ts';
import { readDays } from './read-days.ts';
import type { SignIn } from './sign-in.ts';
import { problemText } from './texts.ts';
import { isElsewhere } from './use-focus.ts';

interface ChangesOptions {
  /**
   * Called with the dates of the change as they are now, and with whether the operator has gone on
   * elsewhere while it was being sent.
   */
  readonly onMade: (made: MadeChange, days: readonly Day[], isElsewhere: boolean) => void;
  readonly onFail: () => void;
}

export type Changes = ReturnType<typeof useChanges>;

/** Makes the operator's changes, one at a time. */
export function useChanges(
  client: Client,
  self: string,
  signIn: Pick<SignIn, 'whenSignedIn'>,
  { onMade, onFail }: ChangesOptions,
) {
  /** What there is to say of the latest change. */
  const [message, say] = useState<Message>();
  /** That of the latest one that can be taken back. */
  const [latest, setLatest] = useState<Message>();
  /** How far the one is that is being sent. */
  const [progress, setProgress] = useState<Progress>();

  /**
   * Makes a change, and says what became of it.
   *
   * @param before what was done of it before, and the dates that were left out
   */
  async function make(change: PendingChange, before?: ChangeOutcome): Promise<void> {
    const end = new AbortController();
    const onProgress = (value: number, max: number) => setProgress({ value, max, cancel: () => end.abort() });
    onProgress(0, 1);
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
    onMade({ done: outcome.done, date, isOpen }, outcome.days, isElsewhere(place));
  }

  /** Makes a change of dates, as the operator has seen them, or as they are now. */
  async function makeOf(
    dates: readonly string[],
    shown: readonly Day[],
    changeOf: (days: readonly Day[]) => PendingChange,
  ) {
    setProgress({ value: 0, max: 1, cancel() {} }); // no other change begins meanwhile
    const known = new Map(shown.map((day) => [day.date, day]));
    const read = await readDays(
      client,
      dates.filter((date) => !known.has(date)),
    );
    setProgress(undefined);
    if (isProblem(read)) return fail(read, () => makeOf(dates, shown, changeOf));
    for (const day of read) known.set(day.date, day);
    await make(changeOf(dates.flatMap((date) => known.get(date) ?? [])));
  }

  /** @param shown dates that the operator has seen; others of the change are read first */
  function block(dates: readonly string[], label: string, shown: readonly Day[]): void {
    void makeOf(dates, shown, (days) => ({ action: 'block', blocks: days.map((day) => ({ ...seen(day), label })) }));
  }

  /** Unblocks those of some dates that are blocked. */
  function unblock(dates: readonly string[], shown: readonly Day[]): void {
    void makeOf(dates, shown, (days) => ({ action: 'unblock', blocks: blocksOf(days) }));
  }

  /** Puts a withdrawn verse on a date. */
  function restore(verse: FoundSubmission, to: string, note: string | undefined, shown: readonly Day[]): void {
    const { withdrawnFrom = '', latestChange } = verse;
    const from = { date: withdrawnFrom, latestChange };
    void makeOf([to], shown, ([day]) => ({
      action: 'restore',
      verse,
      from: seen(from),
      to: seen(to === withdrawnFrom || day === undefined ? from : day),
      note,
    }));
  }

  /** Says why something failed that can be tried again. */
  function fail(problem: Problem, tryAgain: () => void): void {
    say({ texts: [problemText(problem)], details: [], tryAgain: signedIn(tryAgain) });
    onFail();
  }

  function signedIn(act: () => void): () => void {
    return () => signIn.whenSignedIn(act);
  }

  return { message, latest, progress, say, fail, make, block, unblock, restore };
}
