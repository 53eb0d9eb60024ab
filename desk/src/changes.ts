import type { ChangeRequest, Submission } from './api.ts';

/** What a change needs to know of a verse. */
export type Verse = Pick<Submission, 'id' | 'reference'>;

/** A change as an operator makes it. One that concerns several dates takes a request for each. */
export type Change =
  | {
      readonly action: 'move';
      readonly verse: Verse;
      readonly from: string;
      readonly to: string;
      /** The verse on the other date, which goes to the first one. */
      readonly swapWith?: Verse | undefined;
      readonly note?: string | undefined;
    }
  | {
      readonly action: 'withdraw';
      readonly verse: Verse;
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
  readonly verse: Submission;
  readonly from: string;
}

/** The change that takes another one back; undefined if there is none. */
export function oppositeOf(change: Change): Change | undefined {
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

/** The requests that a change takes: one for each date to block, otherwise one. */
export function requestsOf(change: Change): ChangeRequest[] {
  switch (change.action) {
    case 'move': {
      const { verse, from, to, swapWith, note } = change;
      return [{ method: 'POST', path: `${pathOf(verse)}/move`, body: { from, to, swapWith: swapWith?.id, note } }];
    }
    case 'withdraw': {
      const { verse, from, endCooldown, note } = change;
      return [{ method: 'POST', path: `${pathOf(verse)}/withdraw`, body: { from, endCooldown, note } }];
    }
    case 'block':
      return change.dates.map((date) => ({ method: 'PUT', path: blockedDate(date), body: { label: change.label } }));
    case 'unblock':
      return change.dates.map((date) => ({ method: 'DELETE', path: blockedDate(date) }));
    case 'pause':
    case 'resume': {
      const body = { paused: change.action === 'pause', note: change.note };
      return [{ method: 'PUT', path: '/desk/api/pause', body }];
    }
  }
}

function pathOf({ id }: Verse): string {
  return `/desk/api/submissions/${id}`;
}

function blockedDate(date: string): string {
  return `/desk/api/blocked-dates/${date}`;
}
