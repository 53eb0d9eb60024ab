import type { BlockChange, PendingChange } from './changes.ts';
import {
  type Client,
  type Conflict,
  type DateOutcome,
  type Day,
  hasStatus,
  isProblem,
  type Problem,
} from './desk-client.ts';
import { blockDatesLimits } from './generated/limits.ts';
import type { AfterChange } from './opposite.ts';
import { send } from './send.ts';

export type RejectedDate = Pick<DateOutcome, 'outcome' | 'day'>;

export interface ChangeOutcome extends AfterChange {
  /** The part of the change that was made. */
  readonly done: PendingChange | undefined;
  /** Of many dates, those that the service did not change. */
  readonly rejected: readonly RejectedDate[];
  /** What ended the change early. */
  readonly problem?: Problem;
  /** The part that was not made then. It can be sent again. */
  readonly rest?: PendingChange;
  /** Whether a request without a response may have made the change before. */
  readonly isRepeated?: boolean;
}

/** Before anything is done. */
export const noOutcome: ChangeOutcome = { done: undefined, days: [], rejected: [] };

interface Progress {
  /** Called with how much of the change the service has responded to. */
  readonly onProgress: (value: number, max: number) => void;
  /** Ends the change before its next request. */
  readonly signal: AbortSignal;
}

/**
 * Sends a change. Of many dates, one that the service rejects does not keep the others from being
 * changed.
 */
export async function perform(
  client: Client,
  change: PendingChange,
  { onProgress, signal }: Progress,
): Promise<ChangeOutcome> {
  const parts = partsOf(change);
  const sizeOf = (some: readonly PendingChange[]) =>
    some.reduce((sum, part) => sum + ('blocks' in part ? part.blocks.length : 1), 0);
  let outcome = noOutcome;
  for (const [index, part] of parts.entries()) {
    onProgress(sizeOf(parts.slice(0, index)), sizeOf(parts));
    const rest = parts.slice(index).reduce(joinChanges);
    if (signal.aborted) return { ...outcome, rest };
    const response = await send(client, part);
    const isRepeated = 'retried' in response;
    const days = 'days' in response ? response.days : [];
    if (isProblem(response)) {
      const ended = { ...outcome, days: [...days, ...outcome.days], isRepeated };
      if (parts.length === 1 || !isConflict(response)) return { ...ended, problem: response, rest };
      outcome = {
        ...ended,
        rejected: [...outcome.rejected, ...days.map((day) => ({ outcome: 'unseen', day }) as const)],
      };
    } else outcome = join(outcome, { ...noOutcome, ...madeBy(part, response), isRepeated });
  }
  return outcome;
}

/** What a request has changed. */
function madeBy(part: PendingChange, response: Exclude<Awaited<ReturnType<typeof send>>, Problem>) {
  if (!('outcomes' in response && 'blocks' in part)) return { days: [], ...response, done: part };
  const { outcomes } = response;
  const changed = new Set(outcomes.filter(({ outcome }) => outcome === 'done').map(({ date }) => date));
  return {
    done: changed.size > 0 ? { ...part, blocks: part.blocks.filter(({ date }) => changed.has(date)) } : undefined,
    days: outcomes.map(({ day }) => day),
    rejected: outcomes.filter(({ date }) => !changed.has(date)),
  };
}

/** What each request of a change has: a verse that is to be unread, or dates. */
function partsOf(change: PendingChange): readonly PendingChange[] {
  if ('blocks' in change) return blocksByRequest(change).map((blocks) => ({ ...change, blocks }));
  if (change.action !== 'review' || change.reviewed) return [change];
  return change.verses.map((verse) => ({ ...change, verses: [verse] }));
}

/**
 * The dates of each request: at most as many as it takes, and of one label if they are to be
 * blocked.
 */
function blocksByRequest({ action, blocks }: BlockChange): BlockChange['blocks'][] {
  const most = blockDatesLimits.dates;
  const groups = Map.groupBy(blocks, ({ label }) => (action === 'block' ? label : undefined));
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / most) }, (_, index) => group.slice(index * most, (index + 1) * most)),
  );
}

/** What became of a change that was tried again, or of its next part, together with what was done before. */
export function join(before: ChangeOutcome, now: ChangeOutcome): ChangeOutcome {
  return {
    ...now,
    done: before.done && now.done ? joinChanges(before.done, now.done) : (now.done ?? before.done),
    days: [...now.days, ...before.days], // a date as it is now comes first
    rejected: [...before.rejected, ...now.rejected],
    isRepeated: before.isRepeated || now.isRepeated || isUnknown(before.problem),
  };
}

function joinChanges(before: PendingChange, now: PendingChange): PendingChange {
  if ('blocks' in before && 'blocks' in now) return { ...now, blocks: [...before.blocks, ...now.blocks] };
  return 'verses' in before && 'verses' in now ? { ...now, verses: [...before.verses, ...now.verses] } : now;
}

/** Which of some dates has a verse; undefined if none has it. */
export function dateOfVerse(id: number | undefined, days: readonly Day[]): string | undefined {
  return days.find(({ submission }) => submission && submission.id === id)?.date;
}

/** Whether the calendar was not as a change needed it. */
export function isConflict(problem: Problem | undefined): problem is Conflict {
  return hasStatus(problem, 409);
}

/** Whether a request can succeed when it is sent again: nobody knows what became of it. */
export function isUnknown(problem: Problem | undefined): boolean {
  return problem instanceof Error || hasStatus(problem, 500);
}
