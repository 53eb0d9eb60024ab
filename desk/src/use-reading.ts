import { addDays, longDate } from './dates.ts';
import type { Calendar, Client, Day, Problem } from './desk-client.ts';
import { type DeskEvent, type DeskState, readOn } from './desk-state.ts';
import type { MadeChange } from './message.ts';
import { findNextFree, findNextUnread } from './read-days.ts';
import type { Changes } from './use-changes.ts';
import { isElsewhere } from './use-focus.ts';

export type Reading = ReturnType<typeof useReading>;

/**
 * What leads from one date to the next that an operator wants to see, wherever in the year that is.
 *
 * @param days those that have been read; the service is asked for others
 */
export function useReading(
  client: Client,
  state: DeskState,
  calendar: Calendar | undefined,
  days: ReadonlyMap<string, Day>,
  { say, fail, make, progress }: Changes,
  dispatch: (event: DeskEvent) => void,
) {
  const { move, selected, isListShown } = state;

  function tell(text: string): void {
    say({ texts: [text], details: [] });
    dispatch({ type: 'say' });
  }

  /** @param found a date, none, or why the calendar could not be read */
  function openFound(found: string | undefined | Problem, none: () => void, tryAgain: () => void): void {
    if (found === undefined) none();
    else if (typeof found === 'string') dispatch({ type: 'open date', date: found });
    else fail(found, tryAgain);
  }

  /** Opens the next unread verse after a date, or else the first one. */
  async function openUnread(after: string, none: () => void): Promise<void> {
    const { activeElement } = document;
    const yesterday = addDays(calendar?.today ?? after, -1);
    const next = (await findNextUnread(client, after, days)) ?? (await findNextUnread(client, yesterday));
    if (!isElsewhere(activeElement)) openFound(next, none, () => openUnread(after, none));
  }

  /** Marks the verse that is open as read, which leads to the next; or opens the first unread one. */
  function readFurther(): void {
    const next = calendar && !progress ? readOn(state, calendar, days) : undefined;
    if (next === undefined) return;
    if ('change' in next) void make(next.change);
    else openFound(next.date, () => tell(allRead), readFurther);
  }

  /** Opens the next date after the open one with a verse that no editor has read, or the first. */
  async function openNextUnread(): Promise<void> {
    if (move || calendar === undefined) return;
    const from = addDays(calendar.today, -1);
    await openUnread(isListShown || selected === undefined ? from : selected, () => tell(allRead));
  }

  /** Opens the earliest free date after that of the verse that moves. */
  async function openNextFree(): Promise<void> {
    if (move === undefined || calendar === undefined) return;
    const found = await findNextFree(client, calendar, move.from.date);
    openFound(found, () => tell(`No date after ${longDate(move.from.date)} is free.`), openNextFree);
  }

  /** Shows what a change has made; after a verse is marked as read, the next one. */
  function afterChange(made: MadeChange, isElsewhere: boolean): void {
    const { done, date } = made;
    if (!isElsewhere && !isListShown && done?.action === 'review' && done.reviewed && date !== undefined) {
      void openUnread(date, () => dispatch({ type: 'say' }));
    } else dispatch({ type: 'change made', made, isElsewhere });
  }

  return { readFurther, openNextUnread, openNextFree, afterChange };
}

const allRead = 'You have read every verse.';
