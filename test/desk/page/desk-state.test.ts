import { describe, expect, test } from '@jest/globals';
import type { Address } from '../../../desk/src/address.ts';
import type { DeskSubmission } from '../../../desk/src/desk-client.ts';
import {
  type DeskEvent,
  type DeskState,
  openDesk,
  rangeOf,
  readOn,
  step,
  weeksShown,
} from '../../../desk/src/desk-state.ts';

const today = '2026-11-25'; // a Wednesday
const opened = openDesk({ view: 'calendar' }, 'month', today, 1);
const after = (...events: readonly DeskEvent[]): DeskState => events.reduce(step, opened);
const open = (date: string): DeskEvent => ({ type: 'open date', date });
const search: DeskEvent = { type: 'search', query: { unread: true } };
const verse = { id: 7, reference: 'John 3:16', reviewed: false } as DeskSubmission;
const list: Address = { view: 'calendar', query: { unread: true } };
const follow = (address: Address): DeskEvent => ({ type: 'follow', address });
const back = follow({ view: 'calendar' });
const settings = follow({ view: 'settings' });
const month: DeskEvent = { type: 'choose month', date: '2027-03-01' };
const fill: DeskEvent = { type: 'fill', date: '2026-11-28' };
const leave: DeskEvent = { type: 'leave date' };
const close: DeskEvent = { type: 'close date' };
const endSearch: DeskEvent = { type: 'end search' };
const closeMessage: DeskEvent = { type: 'close message' };
const move = { verse, from: { date: '2026-12-03', change: 0 } };

describe('the dates that are shown', () => {
  test.each<[string, readonly DeskEvent[], { from: string; to: string }]>([
    ['five weeks from this one on', [], { from: '2026-11-23', to: '2026-12-27' }],
    ['a month outside of them', [open('2027-03-05')], { from: '2027-03-01', to: '2027-03-31' }],
    [
      'the month that is chosen',
      [{ type: 'choose month', date: '2026-12-01' }],
      { from: '2026-12-01', to: '2026-12-31' },
    ],
    [
      'the weeks again after Today',
      [open('2027-03-05'), { type: 'go to today', today }],
      { from: '2026-11-23', to: '2026-12-27' },
    ],
    ['a list of sixty dates', [{ type: 'choose mode', mode: 'agenda' }], { from: today, to: '2027-01-23' }],
    [
      'a longer list',
      [{ type: 'choose mode', mode: 'agenda' }, { type: 'lengthen agenda' }],
      { from: today, to: '2027-03-24' },
    ],
    [
      'a list around a date outside of it',
      [
        { type: 'choose mode', mode: 'agenda' },
        { type: 'focus', date: '2027-05-09' },
      ],
      { from: '2027-05-01', to: '2027-06-29' },
    ],
  ])('are %s', (_, events, range) => {
    expect(rangeOf(after(...events))).toEqual(range);
  });

  test('begin with the week in which the desk was opened, also after midnight', () => {
    expect(weeksShown(after({ type: 'go to today', today: '2026-11-30' }))[0]?.[0]).toBe('2026-11-23');
  });
});

test.each<[string, Address, object]>([
  [
    'a date is open at first',
    { view: 'calendar', date: '2027-02-01' },
    { selected: '2027-02-01', focused: '2027-02-01', isFromNow: false, focus: { place: 'day' } },
  ],
  ['a list is shown', list, { query: list.query, isListShown: true, focus: { place: 'found' } }],
])('by an address, %s', (_title, address, want) => {
  expect(openDesk(address, 'month', today, 1)).toMatchObject(want);
});

const started: DeskEvent = { type: 'start move', move, isInGrid: true };
const made = { done: undefined, date: '2026-12-09', isOpen: false };
const changed: DeskEvent = { type: 'change made', made, isElsewhere: false };
const opened3 = { selected: '2026-12-03', address: { view: 'calendar', date: '2026-12-03' } };

test.each<[string, readonly DeskEvent[], object]>([
  // A list and its dates.
  ['an address leads to its list', [follow(list)], { query: list.query, isListShown: true }],
  ['a search has an address', [search], { address: list, isListShown: true, focus: { place: 'found' } }],
  ['a date of a list has its own', [search, open('2026-12-03')], { ...opened3, isListShown: false, query: list.query }],
  [
    'behind a date is the list that led to it',
    [search, open('2026-12-03'), leave],
    { address: list, isListShown: true, focus: { place: 'row' } },
  ],
  ['a list is there again once its date is closed', [search, open('2026-12-03'), close], { isListShown: true }],
  [
    'behind a date to which no list led is the calendar',
    [open('2026-12-03'), leave],
    { ...opened3, focus: { place: 'calendar' } },
  ],
  [
    'a list has the place of the date',
    [open('2026-12-03'), search],
    { isListShown: true, selected: '2026-12-03', focus: { place: 'found' } },
  ],
  [
    'the date comes again after the search',
    [open('2026-12-03'), search, endSearch],
    { ...opened3, isListShown: false, query: undefined, focus: { place: 'search' } },
  ],
  ['a search that ends has no address', [search, endSearch], { address: { view: 'calendar', date: undefined } }],
  ['a search ends where Back leads before it', [search, back], { query: undefined, isListShown: false }],
  ['a search leads back from another view', [open('2026-12-03'), settings, search], { address: list }],
  [
    'the search field leads back from another view',
    [settings, { type: 'find' }],
    { address: { view: 'calendar' }, isFinding: true },
  ],
  // A date.
  ['a date that is opened has the focus', [open('2026-12-03')], { ...opened3, focus: { place: 'day' } }],
  [
    'one that fills the place has no address',
    [fill],
    { selected: '2026-11-28', address: expect.not.objectContaining({ date: '2026-11-28' }) },
  ],
  ['none fills the place where one is open', [open('2026-12-03'), fill], opened3],
  ['a date is closed by another month', [open('2026-12-03'), month], { selected: undefined, focus: { place: 'day' } }],
  ['a date is closed by Back', [open('2026-12-03'), back], { selected: undefined }],
  ['a date is closed by its button', [open('2026-12-03'), close], { selected: undefined }],
  [
    'a date is not closed by another one of the calendar',
    [open('2026-12-03'), { type: 'focus', date: '2027-03-01' }],
    { selected: '2026-12-03' },
  ],
  [
    'a date is not closed by another view',
    [open('2026-12-03'), settings],
    { selected: '2026-12-03', address: { view: 'settings' } },
  ],
  ['a date that fills the place is not closed by another view', [fill, settings, back], { selected: '2026-11-28' }],
  // A move.
  ['a move chooses its target in the grid', [started], { move, focus: { place: 'calendar' } }],
  [
    'a move chooses its target in the place of the date',
    [{ ...started, isInGrid: false }],
    { focus: { place: 'day' } },
  ],
  [
    'a target that is typed leaves the focus in its field',
    [started, { type: 'type target', date: '2027-01-01' }],
    { selected: '2027-01-01', address: { date: '2027-01-01' }, focus: { place: 'calendar' } },
  ],
  ['a move goes on in another month', [open(move.from.date), started, month], { move, selected: move.from.date }],
  [
    'a move is given up where it began',
    [open(move.from.date), started, month, { type: 'give up move' }],
    { move: undefined, selected: move.from.date },
  ],
  [
    'a drag that ends leaves no move',
    [
      { type: 'drag', move },
      { type: 'drag', move: undefined },
    ],
    { move: undefined },
  ],
  ['a move ends with its change', [started, changed], { move: undefined }],
  [
    'a move goes on if only its target was not as it had been',
    [started, { ...changed, made: { ...made, isOpen: true } }],
    { move, selected: '2026-12-09' },
  ],
  // A change.
  [
    'after a change, its date is open, and the message has the focus',
    [changed],
    { selected: '2026-12-09', focus: { place: 'notice' } },
  ],
  ['a closed message leaves the focus to the date', [open('2026-12-03'), closeMessage], { focus: { place: 'day' } }],
  ['a closed message leaves the focus to the calendar', [closeMessage], { focus: { place: 'calendar' } }],
  [
    'whoever has gone to another view stays there',
    [follow({ view: 'record' }), changed],
    { selected: undefined, address: { view: 'record' } },
  ],
  ['a list stays, from which more is restored', [search, changed], { isListShown: true, selected: '2026-12-09' }],
])('%s', (_title, events, want) => {
  expect(after(...events)).toMatchObject(want);
});

test('after a change, whoever has gone on stays where they are', () => {
  const before = after(open('2026-12-03'));
  expect(step(before, { ...changed, isElsewhere: true })).toEqual(before);
});

describe('reading on', () => {
  const latestChange = { id: 0 };
  const editor = { role: 'calendar-editor', firstUnread: '2026-11-29' } as const;
  const days = new Map([
    ['2026-12-03', { date: '2026-12-03', state: 'reserved', latestChange, submission: verse } as const],
    ['2026-12-04', { date: '2026-12-04', state: 'free', latestChange } as const],
  ]);
  const change = { action: 'review', verses: [verse], reviewed: true, date: '2026-12-03' };

  test.each<[string, readonly DeskEvent[], ReturnType<typeof readOn>]>([
    ['marks the verse that is open', [open('2026-12-03')], { change } as ReturnType<typeof readOn>],
    ['opens the first unread verse from another date', [open('2026-12-04')], { date: '2026-11-29' }],
    ['opens the first one if nothing is open', [], { date: '2026-11-29' }],
    ['opens the first one from a list', [open('2026-12-03'), search], { date: '2026-11-29' }],
    ['marks nothing that has not been shown', [open('2027-05-05')], undefined],
    ['does nothing during a move', [open('2026-12-03'), { type: 'start move', move, isInGrid: true }], undefined],
    ['does nothing in another view', [{ type: 'follow', address: { view: 'settings' } }], undefined],
  ])('%s', (_, events, want) => {
    expect(readOn(after(...events), editor, days)).toEqual(want);
  });

  test('is for editors', () => {
    expect(readOn(after(open('2026-12-03')), { ...editor, role: 'calendar-viewer' }, days)).toBeUndefined();
  });

  test('says when there is nothing to read', () => {
    expect(readOn(opened, { role: 'calendar-editor' }, days)).toEqual({ date: undefined });
  });
});
