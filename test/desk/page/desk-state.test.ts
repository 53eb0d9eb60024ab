import { describe, expect, test } from '@jest/globals';
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
const move = { verse, from: { date: '2026-12-03', change: 0 } };

describe('the address of a search', () => {
  const query = { typed: 'fear not' };
  const list = { view: 'calendar', query } as const;

  test('opens its list', () => {
    expect(openDesk(list, 'month', today, 1)).toMatchObject({ query, isListShown: true, focus: { place: 'found' } });
    expect(after({ type: 'follow', address: list })).toMatchObject({ query, isListShown: true });
  });

  test('is that of the list, and a date of it has its own', () => {
    const found: DeskEvent = { type: 'search', query };
    expect(after(found).address).toEqual(list);
    expect(after(found, open('2026-12-03')).address).toEqual({ view: 'calendar', date: '2026-12-03' });
    expect(after(found, open('2026-12-03'), { type: 'leave date' }).address).toEqual(list);
    expect(after(found, { type: 'end search' }).address).toEqual({ view: 'calendar' });
  });

  test('ends the search where Back leads before it', () => {
    const back: DeskEvent = { type: 'follow', address: { view: 'calendar' } };
    const ended = after({ type: 'search', query }, back);
    expect([ended.query, ended.isListShown]).toEqual([undefined, false]);
  });
});

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

describe('a date', () => {
  test('that an address names is open at first', () => {
    expect(openDesk({ view: 'calendar', date: '2027-02-01' }, 'month', today, 1)).toMatchObject({
      selected: '2027-02-01',
      focused: '2027-02-01',
      isFromNow: false,
      focus: { place: 'day' },
    });
  });

  test('has an address and the focus once it is opened', () => {
    expect(after(open('2026-12-03'))).toMatchObject({
      selected: '2026-12-03',
      focused: '2026-12-03',
      address: { view: 'calendar', date: '2026-12-03' },
      focus: { place: 'day' },
    });
  });

  test('fills the place beside the calendar without an address, unless one is open', () => {
    const fill: DeskEvent = { type: 'fill', date: '2026-11-28' };
    expect(after(fill)).toMatchObject({ selected: '2026-11-28', address: { view: 'calendar' } });
    expect(after(fill).address.date).toBeUndefined();
    expect(after(open('2026-12-03'), fill).selected).toBe('2026-12-03');
  });

  test('is closed by another month, by Back and by its button, but not by another date of the calendar', () => {
    for (const event of [
      { type: 'choose month', date: '2027-03-01' },
      { type: 'follow', address: { view: 'calendar' } },
      { type: 'close date' },
    ] as const) {
      expect(after(open('2026-12-03'), event)).toMatchObject({ selected: undefined });
    }
    expect(after(open('2026-12-03'), { type: 'focus', date: '2027-03-01' }).selected).toBe('2026-12-03');
    expect(after(open('2026-12-03'), { type: 'choose month', date: '2027-03-01' }).focus).toEqual({ place: 'day' });
  });

  test('stays open while another view is shown', () => {
    const settings: DeskEvent = { type: 'follow', address: { view: 'settings' } };
    expect(after(open('2026-12-03'), settings)).toMatchObject({
      selected: '2026-12-03',
      address: { view: 'settings' },
    });
    const fill: DeskEvent = { type: 'fill', date: '2026-11-28' };
    const back: DeskEvent = { type: 'follow', address: { view: 'calendar' } };
    expect(after(fill, settings, back).selected).toBe('2026-11-28');
  });

  test('has the calendar behind it where no list led to it', () => {
    expect(after(open('2026-12-03'), { type: 'leave date' })).toMatchObject({
      selected: '2026-12-03',
      focus: { place: 'calendar' },
    });
  });
});

describe('what was found', () => {
  test('has the place of the date, which comes again after the search', () => {
    const found = after(open('2026-12-03'), search);
    expect(found).toMatchObject({ isListShown: true, selected: '2026-12-03', focus: { place: 'found' } });
    expect(step(found, { type: 'end search' })).toMatchObject({
      isListShown: false,
      query: undefined,
      selected: '2026-12-03',
      focus: { place: 'search' },
    });
  });

  test('is behind the date that it led to', () => {
    const dated = after(search, open('2026-12-03'));
    expect(dated).toMatchObject({ isListShown: false, query: { unread: true } });
    expect(step(dated, { type: 'leave date' })).toMatchObject({ isListShown: true, focus: { place: 'row' } });
    expect(step(dated, { type: 'close date' })).toMatchObject({ isListShown: true, selected: undefined });
  });

  test('leads back from another view to the calendar', () => {
    const settings: DeskEvent = { type: 'follow', address: { view: 'settings' } };
    expect(after(open('2026-12-03'), settings, search).address).toEqual({ view: 'calendar', query: { unread: true } });
    expect(after(settings, { type: 'find' })).toMatchObject({ address: { view: 'calendar' }, isFinding: true });
  });
});

describe('a move', () => {
  const started = after(open(move.from.date), { type: 'start move', move, isInGrid: true });

  test('chooses its target in the grid, or in the place of the date', () => {
    expect(started.focus).toEqual({ place: 'calendar' });
    expect(after({ type: 'start move', move, isInGrid: false }).focus).toEqual({ place: 'day' });
  });

  test('keeps the focus in the field in which its target is typed', () => {
    const typed = step(started, { type: 'type target', date: '2027-01-01' });
    expect(typed).toMatchObject({ selected: '2027-01-01', address: { date: '2027-01-01' } });
    expect(typed.focus).toBe(started.focus);
  });

  test('goes on in another month, and is given up where it began', () => {
    const elsewhere = step(started, { type: 'choose month', date: '2027-03-01' });
    expect(elsewhere).toMatchObject({ move, selected: move.from.date });
    expect(step(elsewhere, { type: 'give up move' })).toMatchObject({ move: undefined, selected: move.from.date });
    expect(after({ type: 'drag', move }, { type: 'drag', move: undefined }).move).toBeUndefined();
  });

  test('ends with its change, unless its target only was not as it had been', () => {
    const made = { done: undefined, date: '2026-12-09' };
    const event = { type: 'change made', isElsewhere: false } as const;
    expect(step(started, { ...event, made: { ...made, isOpen: true } })).toMatchObject({
      move,
      selected: '2026-12-09',
    });
    expect(step(started, { ...event, made: { ...made, isOpen: false } }).move).toBeUndefined();
  });
});

describe('after a change', () => {
  const made = { done: undefined, date: '2026-12-09', isOpen: false };
  const here: DeskEvent = { type: 'change made', made, isElsewhere: false };

  test('its date is open, and the message has the focus', () => {
    expect(after(here)).toMatchObject({ selected: '2026-12-09', focus: { place: 'notice' } });
    expect(after(open('2026-12-03'), { type: 'close message' }).focus).toEqual({ place: 'day' });
    expect(after({ type: 'close message' }).focus).toEqual({ place: 'calendar' });
  });

  test('whoever has gone on stays where they are', () => {
    const before = after(open('2026-12-03'));
    expect(step(before, { ...here, isElsewhere: true })).toEqual(before);
    expect(after({ type: 'follow', address: { view: 'record' } }, here)).toMatchObject({
      selected: undefined,
      address: { view: 'record' },
    });
  });

  test('a list stays, from which more is restored', () => {
    expect(after(search, here)).toMatchObject({ isListShown: true, selected: '2026-12-09' });
  });
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
