import type { Address } from './address.ts';
import type { PendingChange, StartedMove } from './changes.ts';
import { agendaAround, type DateRange, longer, monthOf, weeksFrom, weeksOf } from './dates.ts';
import type { Calendar, Day } from './desk-client.ts';
import type { Query } from './find.ts';
import type { MadeChange } from './message.ts';

/** How the calendar is shown: some weeks as a grid, or the dates as a list. */
export type Mode = 'month' | 'agenda';

/** A wish for the focus. A new object is a new wish, also for the same place. */
export interface FocusWish {
  readonly place: 'calendar' | 'day' | 'notice' | 'search' | 'found' | 'row';
  /** Whether the place is only scrolled into view, and the focus stays where it is. */
  readonly isOnlyShown?: boolean;
}

/** What an operator looks at. What the service says of the calendar is not part of it. */
export interface DeskState {
  /** The date on which the desk was opened; also after midnight, the weeks begin with its week. */
  readonly opened: string;
  /** The weekday on which weeks begin, 0 for Sunday. */
  readonly weekStart: number;
  readonly address: Address;
  readonly mode: Mode;
  /** The date that has the calendar's tab stop. */
  readonly focused: string;
  /** The date that is open. */
  readonly selected: string | undefined;
  /** Whether the grid shows the weeks from this one on, and not a month. */
  readonly isFromNow: boolean;
  readonly agenda: DateRange;
  readonly query: Query | undefined;
  /** Whether what was found is shown where the open date would be. */
  readonly isListShown: boolean;
  /** Whether a phone shows the search. */
  readonly isFinding: boolean;
  readonly move: StartedMove | undefined;
  readonly focus: FocusWish;
}

export type DeskEvent =
  /** The calendar has been read, and there is room for a date beside it. */
  | { readonly type: 'fill'; readonly date: string }
  /** A link, or the browser's Back, has led to another address. */
  | { readonly type: 'follow'; readonly address: Address }
  | { readonly type: 'go to today'; readonly today: string }
  /** The keyboard moves to another date of the calendar. */
  | { readonly type: 'focus'; readonly date: string }
  /** Another month is chosen, by one of its dates. */
  | { readonly type: 'choose month'; readonly date: string }
  | { readonly type: 'choose mode'; readonly mode: Mode }
  | { readonly type: 'lengthen agenda' }
  | { readonly type: 'open date'; readonly date: string }
  /** A date is typed to which a verse may move. */
  | { readonly type: 'type target'; readonly date: string }
  | { readonly type: 'close date' }
  /** From the date that is open to the list that led to it, or else to the calendar. */
  | { readonly type: 'leave date' }
  /** The search's field is wanted. */
  | { readonly type: 'find' }
  | { readonly type: 'search'; readonly query: Query }
  | { readonly type: 'end search' }
  /** `isInGrid`: whether the grid is free for the choice of a date, and no sheet is over it. */
  | { readonly type: 'start move'; readonly move: StartedMove; readonly isInGrid: boolean }
  /** A verse is dragged; undefined if it was not dropped on a date. */
  | { readonly type: 'drag'; readonly move: StartedMove | undefined }
  | { readonly type: 'give up move' }
  /** `isElsewhere`: whether the operator has gone on while the change was being sent. */
  | { readonly type: 'change made'; readonly made: MadeChange; readonly isElsewhere: boolean }
  /** There is a message to read. */
  | { readonly type: 'say' }
  /** A message that had the focus is closed. */
  | { readonly type: 'close message' };

/** How many weeks the grid shows at first. */
const firstWeeks = 5;

/**
 * The state of a desk that is opened.
 *
 * @param today in UTC
 */
export function openDesk(address: Address, mode: Mode, today: string, weekStart: number): DeskState {
  const { query } = address;
  const focused = address.date ?? today;
  return {
    opened: today,
    weekStart,
    address,
    mode,
    focused,
    selected: address.date,
    isFromNow: weeksFrom(today, weekStart, firstWeeks).flat().includes(focused),
    agenda: agendaAround(focused, today),
    query,
    isListShown: query !== undefined,
    isFinding: false,
    move: undefined,
    focus: { place: query ? 'found' : 'day' }, // which an address can name
  };
}

/** What an event makes of a state. */
export function step(state: DeskState, event: DeskEvent): DeskState {
  const { address, selected, query, move } = state;
  switch (event.type) {
    case 'fill':
      return selected === undefined ? { ...state, selected: event.date } : state;
    case 'follow': {
      const { view, date, query } = event.address;
      const next = { ...state, address: event.address };
      if (date !== undefined) return open(next, date);
      if (query !== undefined) return showList({ ...next, query }, 'found');
      if (view !== 'calendar') return next;
      if (address.query !== undefined) return endSearch(next);
      return address.date !== undefined ? close(next) : next;
    }
    case 'go to today':
      return focusOn({ ...inCalendar(state), isFromNow: true }, event.today);
    case 'focus':
      return focusOn(state, event.date);
    case 'choose month': {
      const next = { ...turnTo(move ? state : close(state), event.date), isFromNow: false };
      return { ...next, focus: state.mode === 'agenda' ? { place: 'calendar', isOnlyShown: true } : state.focus };
    }
    case 'choose mode':
      return { ...state, mode: event.mode };
    case 'lengthen agenda':
      return { ...state, agenda: longer(state.agenda) ?? state.agenda };
    case 'open date':
      return open(state, event.date);
    case 'type target':
      return { ...open(state, event.date), focus: state.focus };
    case 'close date':
      return close(state);
    case 'leave date':
      if (selected === undefined || query === undefined) return focusOn(state, selected ?? state.focused);
      return showList(state, 'row');
    case 'find':
      return { ...inCalendar(state), isFinding: true, focus: { place: 'search' } };
    case 'search':
      return showList({ ...state, query: event.query }, 'found');
    case 'end search':
      return endSearch(state);
    case 'start move':
      return { ...state, move: event.move, focus: { place: event.isInGrid ? 'calendar' : 'day' } };
    case 'drag':
      return { ...state, move: event.move };
    case 'give up move':
      return move === undefined ? state : open({ ...state, move: undefined }, move.from.date);
    case 'change made':
      return afterChange(state, event);
    case 'say':
      return { ...state, focus: { place: 'notice' } };
    case 'close message':
      return { ...state, focus: { place: selected === undefined ? 'calendar' : 'day' } };
  }
}

/** The weeks of the grid. Places outside of a month are undefined. */
export function weeksShown({ isFromNow, opened, focused, weekStart }: DeskState): readonly (string | undefined)[][] {
  return isFromNow ? weeksFrom(opened, weekStart, firstWeeks) : weeksOf(focused, weekStart);
}

/** The dates that the calendar shows, which are read. */
export function rangeOf(state: DeskState): DateRange {
  if (state.mode === 'agenda') return state.agenda;
  if (!state.isFromNow) return monthOf(state.focused);
  const dates = weeksShown(state).flat();
  return { from: dates[0] as string, to: dates.at(-1) as string };
}

/**
 * What the key that reads on does now: it marks the verse that is open, or opens a date.
 *
 * @param days those that have been read
 * @returns undefined if it does nothing; no date if every verse is read
 */
export function readOn(
  { address, selected, isListShown, move }: DeskState,
  { role, firstUnread }: Pick<Calendar, 'role' | 'firstUnread'>,
  days: ReadonlyMap<string, Day>,
): { readonly change: PendingChange } | { readonly date: string | undefined } | undefined {
  if (role !== 'calendar-editor' || move || address.view !== 'calendar') return undefined;
  const open = isListShown ? undefined : selected;
  const verse = open === undefined ? undefined : days.get(open)?.submission;
  if (open !== undefined && !days.has(open)) return undefined; // nobody has seen it yet
  if (open === undefined || verse?.reviewed !== false) return { date: firstUnread };
  return { change: { action: 'review', verses: [verse], reviewed: true, date: open } };
}

/** Gives a date the calendar's tab stop, and shows it. */
function turnTo(state: DeskState, date: string): DeskState {
  const { opened, weekStart, agenda } = state;
  return {
    ...state,
    focused: date,
    isFromNow: state.isFromNow && weeksFrom(opened, weekStart, firstWeeks).flat().includes(date),
    agenda: agenda.from <= date && date <= agenda.to ? agenda : agendaAround(date, opened),
  };
}

function focusOn(state: DeskState, date: string): DeskState {
  return { ...turnTo(state, date), focus: { place: 'calendar' } };
}

/** The calendar, with the address of the list or the date that is open. */
function inCalendar(state: DeskState): DeskState {
  return { ...state, address: calendarAddress(state) };
}

export function calendarAddress({ query, isListShown, selected }: DeskState): Address {
  return { view: 'calendar', ...(isListShown ? { query } : { date: selected }) };
}

function open(state: DeskState, date: string): DeskState {
  const next = inCalendar({ ...turnTo(state, date), selected: date, isListShown: false });
  return { ...next, focus: { place: 'day' } };
}

/** Closes the date that is open; behind it is the list that led to it. */
function close(state: DeskState): DeskState {
  const isListShown = state.query !== undefined;
  const next = inCalendar({ ...state, selected: undefined, isListShown });
  return { ...next, focus: { place: isListShown ? 'found' : 'calendar' } };
}

function showList(state: DeskState, place: 'found' | 'row'): DeskState {
  return { ...inCalendar({ ...state, isListShown: true }), focus: { place } };
}

function endSearch(state: DeskState): DeskState {
  const next = inCalendar({ ...state, query: undefined, isListShown: false });
  return { ...next, isFinding: false, focus: { place: 'search' } };
}

/** Shows the date of a change, unless the operator has gone elsewhere, and what became of it. */
function afterChange(
  state: DeskState,
  { made: { date, isOpen }, isElsewhere }: Extract<DeskEvent, { type: 'change made' }>,
): DeskState {
  const next = isOpen ? state : { ...state, move: undefined };
  if (isElsewhere) return next;
  // Since the change began, a link may have led to another view.
  const isShown = date !== undefined && state.address.view === 'calendar';
  const shown = isShown ? inCalendar({ ...open(next, date), isListShown: state.isListShown }) : next;
  return { ...shown, focus: { place: 'notice' } };
}
