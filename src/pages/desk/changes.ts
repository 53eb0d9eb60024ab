import { type Api, type ChangeRequest, type Day, Rejection, type Submission } from './api.ts';
import { addDays } from './dates.ts';

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
  | { readonly action: 'block' | 'unblock'; readonly dates: readonly string[]; readonly label: string }
  | { readonly action: 'pause' | 'resume'; readonly note?: string | undefined };

/** A date that could not be changed. */
export interface Refusal {
  readonly date: string;
  /** The date as it is now, if the service said so. */
  readonly day?: Day | undefined;
  /** The service's words. */
  readonly error: string;
}

/** What became of a change. */
export interface Outcome {
  /** The part of the change that was made. */
  readonly done: Change | undefined;
  /** Of several dates, those that the service refused. */
  readonly refused: readonly Refusal[];
  /** What ended the change early: a `Rejection`, or no response. */
  readonly problem?: unknown;
  /** The part that was not made then. It can be sent again. */
  readonly rest?: Change;
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
      return { ...change, action: 'block' };
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

/**
 * Sends a change. Of several dates, one that the service refuses does not keep the others from being changed.
 *
 * @param onProgress called with the number of requests that have a response
 */
export async function perform(api: Api, change: Change, onProgress: (count: number) => void): Promise<Outcome> {
  if (!('dates' in change)) {
    try {
      for (const request of requestsOf(change)) await api.change(request);
      return { done: change, refused: [] };
    } catch (problem) {
      return { done: undefined, refused: [], problem, rest: change };
    }
  }
  const { dates } = change;
  const changed: string[] = [];
  const refused: Refusal[] = [];
  const done = () => (changed.length > 0 ? { ...change, dates: changed } : undefined);
  for (const [index, request] of requestsOf(change).entries()) {
    const date = dates[index] as string;
    try {
      await api.change(request);
      changed.push(date);
    } catch (problem) {
      if (!isConflict(problem))
        return { done: done(), refused, problem, rest: { ...change, dates: dates.slice(index) } };
      const day = problem.days.find((each) => each.date === date);
      refused.push({ date, day, error: problem.message });
    }
    onProgress(index + 1);
  }
  return { done: done(), refused };
}

/** Whether the calendar was not as a change needed it. */
export function isConflict(problem: unknown): problem is Rejection {
  return problem instanceof Rejection && problem.status === 409;
}

/** The longest range that can be read at once, in days. */
const longestRange = 800;

/**
 * Tells dates that are free from those with a verse, and those that are blocked already, whose labels stay as they are.
 *
 * @param dates ascending
 */
export async function findFree(
  api: Api,
  dates: readonly string[],
): Promise<{ free: readonly string[]; refused: readonly Refusal[] }> {
  const found: Day[] = [];
  for (let rest = dates; rest[0] !== undefined; ) {
    const end = addDays(rest[0], longestRange - 1);
    const within = rest.filter((date) => date <= end);
    const { days } = await api.getCalendar(rest[0], within.at(-1) as string);
    found.push(...days.filter(({ date }) => within.includes(date)));
    rest = rest.slice(within.length);
  }
  return {
    free: found.filter(({ state }) => state === 'free').map(({ date }) => date),
    refused: found.filter(({ state }) => state !== 'free').map((day) => ({ date: day.date, day, error: '' })),
  };
}

function pathOf({ id }: Verse): string {
  return `/desk/api/submissions/${id}`;
}

function blockedDate(date: string): string {
  return `/desk/api/blocked-dates/${date}`;
}
