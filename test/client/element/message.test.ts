import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { headingOf, messageOf } from '../../../client/src/element/message.ts';
import { type Facts, type State, stateOf } from '../../../client/src/element/state.ts';
import { english } from '../../../client/src/element/texts.ts';
import { may } from '../../support/examples.ts';
import { realTime, stopClock } from '../../support/timers.ts';

const verse = { bookId: 'JHN', chapter: 3, verse: 16 } as const;
const full = { ...may, accepting: false };
const pending = { idempotencyKey: 'key', request: { ...verse, localDate: '2026-11-22' }, sentAt: 0 };
const notTwice = 'We couldn’t confirm that John 3:16 was saved. Try again: it can’t be submitted twice.';
const end = '2026-11-29T15:54:00.000Z';
const midnight = '2026-11-23T00:00:00.000Z';

beforeEach(() => {
  stopClock('2026-11-22T13:00:00Z');
});
afterEach(() => {
  realTime();
});

test.each<[State, Facts, string[], string[]]>([
  [
    'cooldown',
    { eligibility: { ...may, cooldownEndsAt: end } },
    ['You can choose another one in 7 days, on Sunday, November 29 at 10:54 AM.'],
    [end],
  ],
  [
    'cooldown',
    { eligibility: { ...may, cooldownEndsAt: end }, choice: verse, submissions: [] },
    ['John 3:16 was not sent.', 'You can choose another one in 7 days, on Sunday, November 29 at 10:54 AM.'],
    [end],
  ],
  [
    'cooldown', // the list, which did not come, may have it
    { eligibility: { ...may, cooldownEndsAt: end }, choice: verse, listFailed: true },
    ['You can choose another one in 7 days, on Sunday, November 29 at 10:54 AM.'],
    [end],
  ],
  ['full', { eligibility: { ...full, acceptingFrom: midnight } }, ['A new one opens at 7:00 PM.'], [midnight]],
  [
    'full',
    { eligibility: { ...full, acceptingFrom: end } },
    ['A new one opens on Sunday, November 29 at 10:54 AM.'],
    [end],
  ],
  ['full', { eligibility: full }, [], []],
  [
    'done',
    { scheduled: { ...verse, scheduledDate: '2026-11-29' } },
    ['It will be the verse for Sunday, November 29.', 'That is in 7 days.'],
    ['2026-11-29'],
  ],
  ['failed', { pending, problem: { kind: 'failed', requestId: 'abc' } }, [notTwice, 'Request abc'], []],
  ['noResponse', { problem: { kind: 'noResponse' } }, [], []],
  [
    'offline',
    { pending, problem: { kind: 'offline' } },
    ['John 3:16 is kept here and sent when you’re back online.'],
    [],
  ],
  [
    'open',
    { eligibility: { ...may, nextFreeDate: '2027-01-04' } },
    [
      'Your verse becomes the puzzle of the next free day, Monday, January 4, 2027 or later. One verse a week; it can’t be changed.',
    ],
    ['2027-01-04'],
  ],
  ['open', { eligibility: may }, [], []],
])('%s (%#)', (state, more, texts, times) => {
  const facts = { signedIn: true, ...more };
  expect(stateOf(facts)).toBe(state);
  const lines = messageOf(state, facts, { texts: english, bookNames: {}, tag: 'en-US' });
  const said = lines.map((line) => line.map((part) => (typeof part === 'string' ? part : part.text)).join(''));
  expect(said.map((text) => text.replaceAll('\u202f', ' '))).toEqual(texts);
  const values = lines.flat().filter((part) => typeof part === 'object');
  expect(values.flatMap(({ dateTime }) => dateTime ?? [])).toEqual(times);
});

test('a full calendar that nothing opens by itself is paused', () => {
  const language = { texts: english, bookNames: {}, tag: 'en-US' };
  expect(headingOf('full', { eligibility: full }, language)).toBe('No verses are taken at the moment');
  expect(headingOf('full', { eligibility: { ...full, acceptingFrom: end } }, language)).toBe('Every date is taken');
});
