import { describe, expect, test } from '@jest/globals';
import type { Address } from '../../../desk/src/address.ts';
import type { PendingChange } from '../../../desk/src/changes.ts';
import type { DeskSubmission } from '../../../desk/src/desk-client.ts';
import { type DeskEvent, type DeskState, openDesk, rangeOf, readOn, step } from '../../../desk/src/desk-state.ts';

const today = '2026-11-25'; // a Wednesday
const opened = openDesk({ view: 'calendar' }, 'month', today, 1);
const after = (...events: readonly DeskEvent[]): DeskState => events.reduce(step, opened);
const list: Address = { view: 'calendar', query: { unread: true } };
const verse = { id: 7, reference: 'John 3:16', reviewed: false } as DeskSubmission;
const move = { verse, from: { date: '2026-12-03', change: 0 } };
const made = { done: undefined, date: '2026-12-09', isOpen: false };

const open = (date: string): DeskEvent => ({ type: 'open date', date });
const opens3: DeskEvent = open('2026-12-03');
const focuses = (date: string): DeskEvent => ({ type: 'focus', date });
const leaves: DeskEvent = { type: 'leave date' };
const closes: DeskEvent = { type: 'close date' };
const fills: DeskEvent = { type: 'fill', date: '2026-11-28' };
const searches: DeskEvent = { type: 'search', query: { unread: true } };
const endsSearch: DeskEvent = { type: 'end search' };
const follows = (address: Address): DeskEvent => ({ type: 'follow', address });
const back = follows({ view: 'calendar' });
const settings = follows({ view: 'settings' });
const choosesMonth = (date: string): DeskEvent => ({ type: 'choose month', date });
const march = choosesMonth('2027-03-01');
const goesToToday = (date: string): DeskEvent => ({ type: 'go to today', today: date });
const agenda: DeskEvent = { type: 'choose mode', mode: 'agenda' };
const lengthens: DeskEvent = { type: 'lengthen agenda' };
const starts: DeskEvent = { type: 'start move', move, isInGrid: true };
const startsBeside: DeskEvent = { ...starts, isInGrid: false };
const types: DeskEvent = { type: 'type target', date: '2027-01-01' };
const givesUp: DeskEvent = { type: 'give up move' };
const drags: DeskEvent = { type: 'drag', move };
const drops: DeskEvent = { type: 'drag', move: undefined };
const changed: DeskEvent = { type: 'change made', made, isElsewhere: false };
const rejected: DeskEvent = { ...changed, made: { ...made, isOpen: true } };
const closesMessage: DeskEvent = { type: 'close message' };

test.each<[string, readonly DeskEvent[], string, string]>([
  ['five weeks from this one on', [], '2026-11-23', '2026-12-27'],
  ['a month outside of them', [open('2027-03-05')], '2027-03-01', '2027-03-31'],
  ['the month that is chosen', [choosesMonth('2026-12-01')], '2026-12-01', '2026-12-31'],
  ['the weeks again after Today', [open('2027-03-05'), goesToToday(today)], '2026-11-23', '2026-12-27'],
  ['those weeks after midnight, too', [goesToToday('2026-11-30')], '2026-11-23', '2026-12-27'],
  ['a list of sixty dates', [agenda], today, '2027-01-23'],
  ['a longer list', [agenda, lengthens], today, '2027-03-24'],
  ['a list around a date outside of it', [agenda, focuses('2027-05-09')], '2027-05-01', '2027-06-29'],
])('the dates that are shown are %s', (_title, events, from, to) => {
  expect(rangeOf(after(...events))).toEqual({ from, to });
});

/** What has the focus. */
const at = (place: string) => ({ focus: { place } });
const noDate = expect.not.objectContaining({ date: expect.anything() });
const is3 = { selected: '2026-12-03', address: { view: 'calendar', date: '2026-12-03' } };

test.each<[string, Address, object]>([
  ['a date is open', is3.address as Address, { selected: '2026-12-03', focused: '2026-12-03', ...at('day') }],
  ['a date in later months is open', { view: 'calendar', date: '2027-02-01' }, { isFromNow: false }],
  ['a list is shown', list, { query: list.query, isListShown: true, ...at('found') }],
])('by an address, %s at first', (_title, address, want) => {
  expect(openDesk(address, 'month', today, 1)).toMatchObject(want);
});

test.each<[string, readonly DeskEvent[], object]>([
  // A list and its dates.
  ['an address leads to its list', [follows(list)], { query: list.query, isListShown: true }],
  ['a search has an address', [searches], { address: list, isListShown: true, ...at('found') }],
  ['a date of a list has its own', [searches, opens3], { ...is3, isListShown: false, query: list.query }],
  ['behind a date is its list', [searches, opens3, leaves], { address: list, isListShown: true, ...at('row') }],
  ['a list is there again once its date is closed', [searches, opens3, closes], { isListShown: true }],
  ['behind a date without a list is the calendar', [opens3, leaves], { ...is3, ...at('calendar') }],
  [
    'a list has the place of the date',
    [opens3, searches],
    { isListShown: true, selected: is3.selected, ...at('found') },
  ],
  [
    'the date comes again after the search',
    [opens3, searches, endsSearch],
    { ...is3, query: undefined, ...at('search') },
  ],
  ['a search that ends has no address', [searches, endsSearch], { address: { view: 'calendar', date: undefined } }],
  ['a search ends where Back leads before it', [searches, back], { query: undefined, isListShown: false }],
  ['a search leads back from another view', [opens3, settings, searches], { address: list }],
  ['the search field does so, too', [settings, { type: 'find' }], { address: { view: 'calendar' }, isFinding: true }],
  // A date.
  ['a date that is opened has the focus', [opens3], { ...is3, ...at('day') }],
  ['one that fills the place has no address', [fills], { selected: '2026-11-28', address: noDate }],
  ['none fills the place where one is open', [opens3, fills], is3],
  ['a date is closed by another month', [opens3, march], { selected: undefined, ...at('day') }],
  ['a date is closed by Back', [opens3, back], { selected: undefined }],
  ['a date is not closed by another one of the calendar', [opens3, focuses('2027-03-01')], { selected: is3.selected }],
  [
    'a date is not closed by another view',
    [opens3, settings],
    { selected: is3.selected, address: { view: 'settings' } },
  ],
  ['a date that fills the place is not, either', [fills, settings, back], { selected: '2026-11-28' }],
  // A move.
  ['a move chooses its target in the grid', [starts], { move, ...at('calendar') }],
  ['a move chooses its target in the place of the date', [startsBeside], at('day')],
  [
    'a target that is typed leaves the focus in its field',
    [starts, types],
    { selected: '2027-01-01', ...at('calendar') },
  ],
  ['a move goes on in another month', [opens3, starts, march], { move, selected: is3.selected }],
  ['a move is given up where it began', [opens3, starts, march, givesUp], { move: undefined, selected: is3.selected }],
  ['a drag that ends leaves no move', [drags, drops], { move: undefined }],
  ['a move ends with its change', [starts, changed], { move: undefined }],
  ['a move whose target alone is taken goes on', [starts, rejected], { move, selected: '2026-12-09' }],
  // A change.
  ['after a change, its date is open', [changed], { selected: '2026-12-09', ...at('notice') }],
  ['a closed message leaves the focus to the date', [opens3, closesMessage], at('day')],
  ['a closed message leaves the focus to the calendar', [closesMessage], at('calendar')],
  [
    'whoever went to another view stays there',
    [settings, changed],
    { selected: undefined, address: { view: 'settings' } },
  ],
  ['a list stays, from which more is restored', [searches, changed], { isListShown: true, selected: '2026-12-09' }],
  ['whoever has gone on stays there', [opens3, { ...changed, isElsewhere: true }], after(opens3)],
])('%s', (_title, events, want) => {
  expect(after(...events)).toMatchObject(want);
});

describe('reading on', () => {
  const latestChange = { id: 0 };
  const editor = { role: 'calendar-editor', firstUnread: '2026-11-29' } as const;
  const days = new Map([
    ['2026-12-03', { date: '2026-12-03', state: 'reserved', latestChange, submission: verse } as const],
    ['2026-12-04', { date: '2026-12-04', state: 'free', latestChange } as const],
  ]);
  const change: PendingChange = { action: 'review', verses: [verse], reviewed: true, date: '2026-12-03' };
  const first = { date: '2026-11-29' };

  test.each<[string, readonly DeskEvent[], ReturnType<typeof readOn>]>([
    ['marks the verse that is open', [opens3], { change } as ReturnType<typeof readOn>],
    ['opens the first unread verse from another date', [open('2026-12-04')], first],
    ['opens the first one if nothing is open', [], first],
    ['opens the first one from a list', [opens3, searches], first],
    ['marks nothing that has not been shown', [open('2027-05-05')], undefined],
    ['does nothing during a move', [opens3, starts], undefined],
    ['does nothing in another view', [settings], undefined],
  ])('%s', (_, events, want) => {
    expect(readOn(after(...events), editor, days)).toEqual(want);
  });

  test('is for editors, and says when there is nothing to read', () => {
    expect(readOn(after(opens3), { ...editor, role: 'calendar-viewer' }, days)).toBeUndefined();
    expect(readOn(opened, { role: 'calendar-editor' }, days)).toEqual({ date: undefined });
  });
});
