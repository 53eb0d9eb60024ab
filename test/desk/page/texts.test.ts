import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { agendaOf } from '../../../desk/src/agenda-rows.ts';
import { addDays, longDate } from '../../../desk/src/dates.ts';
import type { Calendar, Day, RecordedChange } from '../../../desk/src/desk-client.ts';
import { moveText, repeatText } from '../../../desk/src/move-texts.ts';
import {
  cellText,
  coverageText,
  dayText,
  firstGap,
  freeSentence,
  recordParts,
  takenText,
} from '../../../desk/src/texts.ts';
import { realTime, stopClock } from '../../support/timers.ts';

// Dates of this year are written without it.
beforeAll(() => stopClock('2026-11-22T12:00:00Z'));
afterAll(realTime);

const submission = {
  id: 7,
  player: 'ann',
  reviewed: true,
  reference: 'John 3:16',
  bookId: 'JHN',
  chapter: 3,
  verse: 16,
  submittedAt: '2026-11-21T09:30:00.000Z',
  alsoOn: [],
};
const latestChange = { id: 0 };
const reserved: Day = { date: '2026-12-24', state: 'reserved', latestChange, submission };
const blocked: Day = { date: '2026-12-25', state: 'blocked', latestChange, label: 'Christmas Day' };
const nameless: Day = { date: '2026-12-24', state: 'reserved', latestChange };
const unlabelled: Day = { date: '2026-12-25', state: 'blocked', latestChange };
const free: Day = { date: '2026-12-26', state: 'free', latestChange };
const calendar: Calendar = {
  today: '2026-11-22',
  frozenUntil: '2026-11-22',
  firstBookable: '2026-11-29',
  lastBookable: '2027-11-22',
  repeatDays: 0,
  freeDates: 347,
  reservedDates: 124,
  blockedDates: 10,
  coveredUntil: '2026-12-09',
  unread: 0,
  paused: false,
  pauseChange: latestChange,
  role: 'calendar-editor',
  days: [],
};

describe('the first gap', () => {
  const { coveredUntil: _none, ...uncovered } = calendar;
  const daysOf = (...states: Day['state'][]) =>
    new Map(
      states.map((state, index): [string, Day] => {
        const date = addDays('2026-11-23', index);
        return [date, { date, state, latestChange }];
      }),
    );

  test('is the day after those that have verses', () => {
    expect(firstGap(calendar, new Map())).toBe('2026-12-10');
    expect(firstGap({ ...calendar, coveredUntil: '2027-11-22' }, new Map())).toBeUndefined();
  });

  test('is one that can still be filled, if today has no verse, or only today has one', () => {
    const days = daysOf('reserved', 'blocked', 'free');
    expect(firstGap(uncovered, days)).toBe('2026-11-25');
    expect(firstGap({ ...calendar, coveredUntil: '2026-11-21' }, days)).toBe('2026-11-25');
    expect(firstGap(uncovered, daysOf('reserved'))).toBeUndefined(); // nobody has read the rest
  });

  test('is missing where every date has a verse, and more is wrong where today has none', () => {
    expect(coverageText(calendar, '2026-12-10')).toBe('');
    expect(coverageText(calendar, undefined)).toBe('Every date until Monday, November 22, 2027 has a verse.');
    expect(coverageText(uncovered, '2026-11-25')).toBe('Today has no verse.');
  });

  test('is beside the numbers of dates that are taken', () => {
    expect(takenText(calendar)).toBe('124 days have a verse, 10 are blocked.');
    expect(takenText({ ...calendar, reservedDates: 1, blockedDates: 1 })).toBe('1 day has a verse, 1 is blocked.');
    expect(takenText({ ...calendar, blockedDates: 0 })).toBe('124 days have a verse.');
  });
});

test.each<[string, Day]>([
  ['John 3:16', reserved],
  ['blocked: Christmas Day', blocked],
  ['free', free],
  ['verse', nameless], // which the contract cannot express
  ['blocked', unlabelled],
])('a day is %s in a few words', (text, day) => {
  expect(dayText(day)).toBe(text);
});

test.each([
  ['2026-11-22', 'No verse is on this date.'],
  ['2026-11-28', 'Free, but too soon for players.'],
  ['2026-11-29', 'Free: the next player may get it.'],
  ['2027-11-22', 'Free: the next player may get it.'],
  ['2027-11-23', 'Free, but players get dates until Monday, November 22, 2027.'],
])('of %s without a verse, its panel says: %s', (date, want) => {
  expect(freeSentence(date, calendar)).toBe(want);
});

const onlyOwn = 'Only a verse of your own can be on it.';
test.each<[Day, string]>([
  [free, 'Psalm 23:1 moves here from Sunday, December 20.'],
  [reserved, 'John 3:16 is on this date. Swap: Psalm 23:1 moves here, and John 3:16 moves to Sunday, December 20.'],
  [{ ...free, date: '2026-12-20' }, 'Psalm 23:1 is here now. Choose another date in the calendar.'],
  [{ ...reserved, label: 'Feast' }, `This date is blocked: Feast. ${onlyOwn}`],
  [blocked, `This date is blocked: Christmas Day. ${onlyOwn}`],
  [unlabelled, `This date is blocked. ${onlyOwn}`],
  [nameless, 'Another program has reserved this date. The desk cannot say for which verse.'],
])('a move to a date says what it would do, or why it is not possible (%#)', (day, text) => {
  expect(moveText(day, { reference: 'Psalm 23:1' }, '2026-12-20')).toBe(text);
});

test('a move that brings a verse near an equal one says so, of both verses of a swap', () => {
  const psalm = { ...submission, reference: 'Psalm 23:1', alsoOn: ['2027-05-01'] };
  const days = new Map([['2027-02-01', { date: '2027-02-01', state: 'reserved', latestChange, submission }]] as [
    string,
    Day,
  ][]);
  const warn = (to: Day) => repeatText(to, { verse: psalm, from: { date: '2026-12-20', change: 0 } }, days, calendar);
  expect(warn(free)).toBe('');
  expect(warn({ ...free, date: '2027-04-20' })).toBe('Psalm 23:1 is also on May 1, 2027.');
  expect(warn({ ...reserved, date: '2027-04-20' })).toBe(
    'Psalm 23:1 is also on May 1, 2027. John 3:16 is also on February 1, 2027.',
  );
});

test('a cell says its date, what is there, and what there is to know of the verse', () => {
  expect(cellText('2026-12-26', undefined, calendar)).toBe('Saturday, December 26');
  expect(cellText('2026-12-26', free, calendar)).toBe('Saturday, December 26: free');
  expect(cellText('2026-11-22', { ...free, date: '2026-11-22' }, calendar)).toBe('Sunday, November 22: no verse');
  expect(cellText('2027-11-23', free, calendar)).toBe('Tuesday, November 23, 2027: not bookable yet');
  const other = {
    ...submission,
    byEditor: true as const,
    movedFrom: '2026-12-20',
    alsoOn: ['2027-01-03', '2027-02-22', '2027-02-23'],
  };
  expect(cellText('2026-12-24', { ...reserved, label: 'Feast', submission: other }, calendar)).toBe(
    'Thursday, December 24: John 3:16, own, blocked: Feast, moved from December 20, also on January 3, 2027 and February 22, 2027',
  );
});

const two = ['2026-12-24', '2026-12-26'];
const year = { dates: ['2026-12-25', '2027-12-25'], dateCount: 366 };
const [onThursday, onSaturday] = ['Thursday, December 24', 'Saturday, December 26'];
test.each<[RecordedChange['action'], Partial<RecordedChange>, string]>([
  ['move', { dates: two, reference: 'John 3:16' }, `moved John 3:16 from ${onThursday} to ${onSaturday}`],
  [
    'swap',
    { dates: two, reference: 'John 3:16' },
    `swapped John 3:16 (now ${onSaturday}) and another verse (now ${onThursday})`,
  ],
  [
    'swap',
    { dates: two, reference: 'John 3:16', otherReference: 'Psalm 23:1' },
    `swapped John 3:16 (now ${onSaturday}) and Psalm 23:1 (now ${onThursday})`,
  ],
  ['withdraw', { dates: ['2026-12-24'] }, `withdrew a verse from ${onThursday}`],
  ['restore', { dates: ['2026-12-24'] }, `restored a verse to ${onThursday}`],
  ['set', { dates: ['2026-12-24'] }, `set a verse on ${onThursday}`],
  ['block', { dates: ['2026-12-25'], note: 'Christmas Day' }, 'blocked Friday, December 25: Christmas Day'],
  ['block', { dates: ['2026-12-25'] }, 'blocked Friday, December 25'],
  ['block', { ...year, note: 'Retreat' }, 'blocked 366 dates: Retreat'],
  ['unblock', { dates: ['2026-12-25'], note: 'Retreat' }, 'unblocked Friday, December 25: Retreat'],
  ['pause', {}, 'paused the calendar'],
  ['resume', {}, 'resumed the calendar'],
  ['erase', {}, 'erased a player'],
])('the record: %s (%#)', (action, change, want) => {
  const parts = recordParts({ id: 1, at: '2026-11-21T10:15:00.000Z', actor: 'editor', dates: [], action, ...change });
  expect(parts.map((part) => (typeof part === 'string' ? part : longDate(part.date))).join('')).toBe(want);
});

test('the agenda has a row for each verse, and one for dates that are alike, up to the end of the month', () => {
  const dates = ['2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01'];
  const days: Day[] = [reserved, ...dates.map((date): Day => ({ date, state: 'free', latestChange }))];
  expect(agendaOf(days, calendar).map((month) => month.map(({ from, to, text }) => [from, to, text]))).toEqual([
    [
      ['2026-12-24', '2026-12-24', 'John 3:16'],
      ['2026-12-29', '2026-12-31', 'free'],
    ],
    [['2027-01-01', '2027-01-01', 'free']],
  ]);
  const [december = []] = agendaOf(days, calendar, '2026-12-30');
  expect(december.map(({ from }) => from)).toEqual(['2026-12-24', '2026-12-29', '2026-12-30']);
});
