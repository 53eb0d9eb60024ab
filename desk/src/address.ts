import { isDate } from './dates.ts';
import type { Query } from './find.ts';

/** The parts of the desk, each of which has an address. */
export const views = ['calendar', 'record', 'settings'] as const;
export type View = (typeof views)[number];

/** What the page's address names. */
export interface Address {
  readonly view: View;
  /** The date of the calendar that is open. */
  readonly date?: string | undefined;
  /** The search whose list is open. */
  readonly query?: Query | undefined;
}

/** Reads the part of an address after its path; what names nothing leads to the calendar. */
export function readAddress(hash: string): Address {
  const name = hash.slice(1);
  if (isDate(name)) return { view: 'calendar', date: name };
  const query = readQuery(name);
  return query ? { view: 'calendar', query } : { view: views.find((view) => view === name) ?? 'calendar' };
}

function readQuery(name: string): Query | undefined {
  if (name === 'unread' || name === 'withdrawn') return { [name]: true };
  const search = new URLSearchParams(name);
  const [typed, player] = [search.get('find'), search.get('player')];
  return typed ? { typed } : player ? { player } : undefined;
}

/** The address of a view, of a date, or of a search, within the page. */
export function hashOf({ view, date, query }: Address): string {
  if (date !== undefined) return `#${date}`;
  const { typed, player, unread } = query ?? {};
  if (typed !== undefined) return `#${new URLSearchParams({ find: typed })}`;
  if (player !== undefined) return `#${new URLSearchParams({ player })}`;
  return `#${query ? (unread ? 'unread' : 'withdrawn') : view}`;
}
