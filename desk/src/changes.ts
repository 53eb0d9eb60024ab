import { NetworkError } from '../../client/src/errors.ts';
import type { Client, DateOutcome, Day, DeskSubmission, Problem } from './desk-client.ts';

/** What a change needs to know of a verse. */
type ChangedVerse = Pick<DeskSubmission, 'id' | 'reference'>;

/** A date that is blocked, or is to be. */
export interface Block {
  readonly date: string;
  /** Absent if another program blocked the date with a text that the contract cannot express. */
  readonly label?: string | undefined;
}

/** The blocked ones of some dates. */
export function blocksOf(days: readonly Day[]): Block[] {
  return days.filter(isBlocked).map(({ date, label }) => ({ date, label }));
}

/** Whether a date is blocked, also below a verse of the editor's own. */
export function isBlocked({ state, label }: Day): boolean {
  return state === 'blocked' || label !== undefined;
}

/**
 * Whether a verse can go to a date without a swap: only one of the editor's own to a blocked date.
 */
export function isOpenTo({ byEditor }: Pick<DeskSubmission, 'byEditor'>, { state }: Day): boolean {
  return state === 'free' || (state === 'blocked' && byEditor === true);
}

/**
 * Whether a verse can move to a date. If a verse is there, they swap their dates.
 *
 * @param frozenUntil the last date that cannot be changed any more
 */
export function isTarget({ verse, from }: StartedMove, day: Day, frozenUntil: string): boolean {
  if (day.date === from || day.date <= frozenUntil) return false;
  return isOpenTo(verse, day) || (day.submission !== undefined && (!isBlocked(day) || verse.byEditor === true));
}

/** A change as an operator makes it. One of many dates may take several requests. */
export type PendingChange =
  | {
      readonly action: 'move';
      readonly verse: ChangedVerse;
      readonly from: string;
      readonly to: string;
      /** The verse on the other date, which goes to the first one. */
      readonly swapWith?: ChangedVerse | undefined;
      readonly note?: string | undefined;
    }
  | {
      readonly action: 'withdraw';
      readonly verse: ChangedVerse;
      readonly from: string;
      readonly endCooldown: boolean;
      readonly note?: string | undefined;
    }
  | {
      readonly action: 'restore';
      readonly verse: ChangedVerse;
      readonly to: string;
      /** Whether the withdrawal ended the cooldown, if that is known. */
      readonly endCooldown?: boolean;
      readonly note?: string | undefined;
    }
  | {
      /** Puts a verse of the editor's own on a date. */
      readonly action: 'set';
      readonly ownVerse: Pick<DeskSubmission, 'bookId' | 'chapter' | 'verse' | 'reference'>;
      readonly to: string;
      /** Whether the operator saw the date blocked. */
      readonly blocked: boolean;
    }
  | {
      readonly action: 'block' | 'unblock';
      readonly blocks: readonly Block[];
      /** Whether nobody knows what became of the first request, which is sent again. */
      readonly isRepeated?: boolean;
    }
  | { readonly action: 'pause' | 'resume'; readonly note?: string | undefined }
  | {
      /** Says that verses are read, or unread again. */
      readonly action: 'review';
      readonly verses: readonly ChangedVerse[];
      readonly reviewed: boolean;
      /** The date of the verse, or of the last one. */
      readonly date: string;
    };

/** A change of many dates. */
export type BlockChange = Extract<PendingChange, { readonly action: 'block' | 'unblock' }>;

/** A verse that is to move; the other date is not chosen yet. */
export interface StartedMove {
  readonly verse: DeskSubmission;
  readonly from: string;
}

/**
 * The change that takes another one back.
 *
 * @param days the dates of the change as they were after it
 * @returns undefined if there is none
 */
export function oppositeOf(change: PendingChange, days: readonly Day[]): PendingChange | undefined {
  switch (change.action) {
    case 'move':
      return { ...change, from: change.to, to: change.from, note: undefined };
    case 'withdraw': {
      const { verse, from, endCooldown } = change;
      return { action: 'restore', verse, to: from, endCooldown };
    }
    case 'restore': {
      const { verse, to, endCooldown = false } = change;
      return { action: 'withdraw', verse, from: to, endCooldown };
    }
    case 'set': {
      const verse = days.find(({ date }) => date === change.to)?.submission;
      return verse && { action: 'withdraw', verse, from: change.to, endCooldown: false };
    }
    case 'block':
      return { action: 'unblock', blocks: change.blocks };
    case 'unblock': {
      const blocks = change.blocks.filter(({ label }) => label !== undefined);
      return blocks.length > 0 ? { action: 'block', blocks } : undefined;
    }
    case 'pause':
      return { action: 'resume' };
    case 'resume':
      return { action: 'pause' };
    case 'review':
      return { ...change, reviewed: !change.reviewed };
  }
}

/**
 * Sends the request of a change.
 *
 * @returns the dates of the change as they are now, or why it was not made
 */
export async function send(
  client: Client,
  change: Exclude<PendingChange, BlockChange>,
): Promise<readonly Day[] | Problem> {
  try {
    const result = await request(client, change);
    if ('error' in result) return result;
    return 'days' in result ? result.days : [];
  } catch (error) {
    return error as Error;
  }
}

async function request(client: Client, change: Exclude<PendingChange, BlockChange>) {
  const note = 'note' in change && change.note !== undefined ? { note: change.note } : {};
  switch (change.action) {
    case 'move': {
      const { verse, from, to, swapWith } = change;
      const body = { from, to, ...(swapWith && { swapWith: swapWith.id }), ...note };
      return await twice(() => client.moveSubmission({ id: verse.id, body }));
    }
    case 'withdraw': {
      const { verse, from, endCooldown } = change;
      return await twice(() => client.withdrawSubmission({ id: verse.id, body: { from, endCooldown, ...note } }));
    }
    case 'restore': {
      const { verse, to } = change;
      return await twice(() => client.restoreSubmission({ id: verse.id, body: { to, ...note } }));
    }
    case 'set': {
      const { bookId, chapter, verse } = change.ownVerse;
      return await client.setVerse({ date: change.to, body: { bookId, chapter, verse, blocked: change.blocked } });
    }
    case 'pause':
    case 'resume':
      return await client.setPause({ paused: change.action === 'pause', ...note });
    case 'review':
      return await review(client, change);
  }
}

/** Many verses are read by one request, which leaves out those that have come since. */
async function review(client: Client, { verses, reviewed, date }: Extract<PendingChange, { action: 'review' }>) {
  if (reviewed && verses.length > 1) {
    const newest = Math.max(...verses.map(({ id }) => id));
    return await twice(() => client.reviewSubmissions({ to: date, newest }));
  }
  const days: Day[] = [];
  for (const { id } of verses) {
    const result = await client.reviewSubmission({ id, body: { reviewed } });
    if (result.status !== 200) return result;
    days.push(...result.days);
  }
  return { days };
}

/**
 * Sends one request of a change of many dates.
 *
 * @param blocks at most as many as the contract allows, of one label if they are to be blocked
 * @returns what became of each date, or why nothing was changed
 */
export async function sendBlocks(
  client: Client,
  action: BlockChange['action'],
  blocks: readonly Block[],
): Promise<readonly DateOutcome[] | Problem> {
  const dates = blocks.map(({ date }) => date);
  try {
    const result =
      action === 'block'
        ? await client.blockDates({ dates, label: blocks[0]?.label ?? '' })
        : await client.unblockDates({ dates });
    return 'error' in result ? result : result.outcomes;
  } catch (error) {
    return error as Error;
  }
}

/**
 * Sends a request again if there was no response. The client itself does not do so for POST; a
 * change of the desk is made only once.
 */
async function twice<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof NetworkError) return await request();
    throw error;
  }
}
