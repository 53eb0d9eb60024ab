import { NetworkError } from '../../client/src/errors.ts';
import type { PendingChange, ReviewChange } from './changes.ts';
import type { Client } from './desk-client.ts';

/**
 * Sends the request of a change, and the same once more if there was no response: the service
 * recognizes it.
 *
 * @returns its response, or why there is none
 */
export async function send(client: Client, change: PendingChange) {
  try {
    return await request(client, change);
  } catch (error) {
    if (!(error instanceof NetworkError)) return error as Error;
  }
  const result = await request(client, change).catch((error: Error) => error);
  return result instanceof Error ? result : { ...result, retried: true };
}

/** @param change a block of one label and at most as many dates as the contract allows */
async function request(client: Client, change: PendingChange) {
  const note = 'note' in change && change.note !== undefined ? { note: change.note } : {};
  switch (change.action) {
    case 'move': {
      const { verse, from, to, swapWith } = change;
      const body = { from, to, ...(swapWith && { swapWith: swapWith.id }), ...note };
      return await client.moveSubmission({ id: verse.id, body });
    }
    case 'withdraw': {
      const { verse, from, endCooldown } = change;
      return await client.withdrawSubmission({ id: verse.id, body: { from, endCooldown, ...note } });
    }
    case 'restore': {
      const { verse, from, to } = change;
      return await client.restoreSubmission({ id: verse.id, body: { from, to, ...note } });
    }
    case 'set': {
      const { ownVerse, to } = change;
      const { bookId, chapter, verse } = ownVerse;
      return await client.setVerse({ date: to.date, body: { bookId, chapter, verse, change: to.change } });
    }
    case 'block':
    case 'unblock': {
      const dates = change.blocks.map(({ date, change }) => ({ date, change }));
      if (change.action === 'unblock') return await client.unblockDates({ dates });
      return await client.blockDates({ dates, label: change.blocks[0]?.label ?? '' });
    }
    case 'pause':
    case 'resume':
      return await client.setPause({ paused: change.action === 'pause', change: change.change, ...note });
    case 'review':
      return await review(client, change);
  }
}

/** Many verses are read by one request, which leaves out those that have come since. */
async function review(client: Client, { verses, reviewed, date }: ReviewChange) {
  const [{ id, reviewedAt } = { id: 0 }, ...others] = verses;
  if (others.length > 0) {
    const newest = Math.max(...verses.map((verse) => verse.id));
    return await client.reviewSubmissions({ to: date, newest });
  }
  return await client.reviewSubmission({
    id,
    body: { reviewed, ...(!reviewed && reviewedAt !== undefined && { reviewedAt }) },
  });
}
