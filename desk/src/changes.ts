import { NetworkError } from '../../client/src/errors.ts';
import type { Client, DeskSubmission, Problem, Result } from './client.ts';

/** What a change needs to know of a verse. */
export type ChangedVerse = Pick<DeskSubmission, 'id' | 'reference'>;

/** A change as an operator makes it. One that concerns several dates takes a request for each. */
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
  | { readonly action: 'block'; readonly dates: readonly string[]; readonly label: string }
  | {
      readonly action: 'unblock';
      readonly dates: readonly string[];
      /** What the dates are blocked with, if the contract can express it. */
      readonly label: string | undefined;
    }
  | { readonly action: 'pause' | 'resume'; readonly note?: string | undefined };

/** A verse that is to move; the other date is not chosen yet. */
export interface StartedMove {
  readonly verse: DeskSubmission;
  readonly from: string;
}

/** The change that takes another one back; undefined if there is none. */
export function oppositeOf(change: PendingChange): PendingChange | undefined {
  switch (change.action) {
    case 'move':
      return { ...change, from: change.to, to: change.from, note: undefined };
    case 'withdraw':
      return undefined;
    case 'block':
      return { ...change, action: 'unblock' };
    case 'unblock':
      return change.label === undefined ? undefined : { ...change, action: 'block', label: change.label };
    case 'pause':
      return { action: 'resume' };
    case 'resume':
      return { action: 'pause' };
  }
}

/**
 * Sends the request of a change.
 *
 * @param date of a change of several dates, the one that the request is for
 * @returns why it was not made, if so
 */
export async function send(client: Client, change: PendingChange, date = ''): Promise<Problem | undefined> {
  try {
    const result = await request(client, change, date);
    return 'error' in result ? result : undefined;
  } catch (error) {
    return error as Error;
  }
}

async function request(client: Client, change: PendingChange, date: string): Promise<Result> {
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
    case 'block':
      return await client.blockDate({ date, body: { label: change.label } });
    case 'unblock':
      return await client.unblockDate({ date });
    case 'pause':
    case 'resume':
      return await client.setPause({ paused: change.action === 'pause', ...note });
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
