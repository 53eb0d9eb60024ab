import { type Block, type BlockChange, type PendingChange, send, sendBlocks } from './changes.ts';
import {
  type Client,
  type Conflict,
  type DateOutcome,
  type Day,
  hasStatus,
  isProblem,
  type Problem,
  type RecordedChange,
} from './desk-client.ts';
import { blockDatesLimits } from './generated/limits.ts';
import { elsewhere } from './texts.ts';

/** A date that was not changed. */
export type RejectedDate = Pick<DateOutcome, 'outcome' | 'day'>;

/** What became of a change. */
export interface ChangeOutcome {
  /** The part of the change that was made. */
  readonly done: PendingChange | undefined;
  /** The dates of a move, a withdrawal, … as they are now. */
  readonly days: readonly Day[];
  /** Of many dates, those that the service did not change. */
  readonly rejected: readonly RejectedDate[];
  /** What ended the change early. */
  readonly problem?: Problem;
  /** The part that was not made then. It can be sent again. */
  readonly rest?: PendingChange;
  /** Of the verse that was to change, the latest change in the record: it may be a colleague's. */
  readonly latest?: RecordedChange | undefined;
}

/** Before anything is done. */
export const noOutcome: ChangeOutcome = { done: undefined, days: [], rejected: [] };

/** How a change of many dates is going. */
interface Progress {
  /** Called with the number of dates that the service has responded to. */
  readonly onProgress: (count: number) => void;
  /** Ends the change before its next request. */
  readonly signal: AbortSignal;
}

/**
 * Sends a change. Of many dates, one that the service rejects does not keep the others from being
 * changed.
 */
export async function perform(client: Client, change: PendingChange, progress: Progress): Promise<ChangeOutcome> {
  if ('blocks' in change) return await performBlocks(client, change, progress);
  const result = await send(client, change);
  if (!isProblem(result))
    return { ...noOutcome, done: change, days: result, latest: await latestOf(client, change, result) };
  const isElsewhere = isConflict(result) && result.error === elsewhere;
  return {
    ...noOutcome,
    problem: result,
    rest: change,
    latest: isElsewhere ? await latestOf(client, change, result.days) : undefined,
  };
}

/**
 * The latest change of a change's verse; undefined if the record does not have it, or cannot be read.
 *
 * @param days the dates of the change as they are now: its verse may have come to one of them
 */
async function latestOf(
  client: Client,
  change: Exclude<PendingChange, BlockChange>,
  days: readonly Day[],
): Promise<RecordedChange | undefined> {
  const id = 'ownVerse' in change ? days[0]?.submission?.id : 'verse' in change ? change.verse.id : undefined;
  const date = dateOfVerse(id, days) ?? ('from' in change ? change.from : undefined);
  if (id === undefined || date === undefined) return undefined;
  const result = await client.listChanges({ date }).catch(() => undefined);
  if (result?.status !== 200) return undefined;
  return result.changes.find(({ submission, otherSubmission }) => submission === id || otherSubmission === id);
}

/** Which of some dates has a verse; undefined if none has it. */
export function dateOfVerse(id: number | undefined, days: readonly Day[]): string | undefined {
  return days.find(({ submission }) => submission && submission.id === id)?.date;
}

async function performBlocks(
  client: Client,
  { action, blocks, isRepeated }: BlockChange,
  { onProgress, signal }: Progress,
): Promise<ChangeOutcome> {
  const changed: Block[] = [];
  const rejected: RejectedDate[] = [];
  const outcome = () => ({
    ...noOutcome,
    done: changed.length > 0 ? { action, blocks: changed } : undefined,
    rejected,
  });
  const requests = requestsOf(action, blocks);
  let count = 0;
  for (const [index, sent] of requests.entries()) {
    const rest: BlockChange = { action, blocks: requests.slice(index).flat() };
    if (signal.aborted) return { ...outcome(), rest };
    const result = await sendBlocks(client, action, sent);
    if (isProblem(result)) return { ...outcome(), problem: result, rest: { ...rest, isRepeated: isUnknown(result) } };
    for (const each of result) {
      const block = sent.find(({ date }) => date === each.date) as Block;
      // The first request may have done it, whose response was lost.
      const isAgain = isRepeated && index === 0 && each.outcome === 'unchanged' && isAs(action, block, each.day);
      if (each.outcome === 'done' || isAgain) changed.push(block);
      else rejected.push(each);
    }
    count += sent.length;
    onProgress(count);
  }
  return outcome();
}

/** Whether a date is as a change would have it. */
function isAs(action: BlockChange['action'], { label }: Block, day: Day): boolean {
  return action === 'unblock' || day.label === label;
}

/**
 * The dates of each request: at most as many as it takes, and of one label if they are to be
 * blocked.
 */
function requestsOf(action: BlockChange['action'], blocks: readonly Block[]): Block[][] {
  const labels = new Set(action === 'block' ? blocks.map(({ label }) => label) : [undefined]);
  const most = blockDatesLimits.dates;
  return [...labels].flatMap((wanted) => {
    const group = blocks.filter(({ label }) => action === 'unblock' || label === wanted);
    return Array.from({ length: Math.ceil(group.length / most) }, (_, index) =>
      group.slice(index * most, (index + 1) * most),
    );
  });
}

/** What became of a change that was tried again, together with what was done before. */
export function join(before: ChangeOutcome, now: ChangeOutcome): ChangeOutcome {
  return { ...now, done: joinChanges(before.done, now.done), rejected: [...before.rejected, ...now.rejected] };
}

function joinChanges(before: PendingChange | undefined, now: PendingChange | undefined): PendingChange | undefined {
  if (before === undefined || now === undefined) return now ?? before;
  return 'blocks' in before && 'blocks' in now ? { ...now, blocks: [...before.blocks, ...now.blocks] } : now;
}

/** Whether the calendar was not as a change needed it. */
export function isConflict(problem: Problem | undefined): problem is Conflict {
  return hasStatus(problem, 409);
}

/** Whether a request can succeed when it is sent again: nobody knows what became of it. */
export function isUnknown(problem: Problem | undefined): boolean {
  return problem instanceof Error || hasStatus(problem, 500);
}
