import { isDate } from './dates.ts';

/** The parts of the desk, each of which has an address. */
export const views = ['calendar', 'record', 'settings'] as const;
export type View = (typeof views)[number];

/** What the page's address names. */
export interface Address {
  readonly view: View;
  /** The date of the calendar that is open. */
  readonly date?: string | undefined;
}

/** Reads the part of an address after its path; what names nothing leads to the calendar. */
export function readAddress(hash: string): Address {
  const name = hash.slice(1);
  if (isDate(name)) return { view: 'calendar', date: name };
  return { view: views.find((view) => view === name) ?? 'calendar' };
}

/** The address of a view, or of a date, within the page. */
export function hashOf({ view, date }: Address): string {
  return `#${date ?? view}`;
}
