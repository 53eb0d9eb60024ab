import { type PendingChange, seen } from './changes.ts';
import type { Day, LatestChange } from './desk-client.ts';

/** How the calendar is after a change, as far as that concerns it. */
export interface AfterChange {
  readonly days: readonly Day[];
  readonly pauseChange?: LatestChange | undefined;
}

/**
 * The change that takes another one back: its operator has seen what that made.
 *
 * @returns undefined if there is none
 */
export function oppositeOf(change: PendingChange, { days, pauseChange }: AfterChange): PendingChange | undefined {
  const dayOf = (date: string) => days.find((day) => day.date === date) as Day;
  switch (change.action) {
    case 'move': {
      const { from, to } = change;
      return { ...change, from: seen(dayOf(to.date)), to: seen(dayOf(from.date)), note: undefined };
    }
    case 'withdraw': {
      const { verse, endCooldown } = change;
      const from = seen(dayOf(change.from.date));
      return { action: 'restore', verse, from, to: from, endCooldown };
    }
    case 'restore': {
      const { verse, to, endCooldown = false } = change;
      return { action: 'withdraw', verse, from: seen(dayOf(to.date)), endCooldown };
    }
    case 'set': {
      const day = dayOf(change.to.date);
      return day.submission && { action: 'withdraw', verse: day.submission, from: seen(day), endCooldown: false };
    }
    case 'block':
    case 'unblock': {
      const action = change.action === 'block' ? 'unblock' : 'block';
      const known = change.blocks.filter(({ label }) => action === 'unblock' || label !== undefined);
      const blocks = known.map(({ date, label }) => ({ ...seen(dayOf(date)), label }));
      return blocks.length > 0 ? { action, blocks } : undefined;
    }
    case 'pause':
    case 'resume':
      return { action: change.action === 'pause' ? 'resume' : 'pause', change: pauseChange?.id ?? 0 };
    case 'review':
      return { ...change, reviewed: !change.reviewed };
  }
}
