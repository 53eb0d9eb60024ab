import { expect, test } from '@jest/globals';
import { type Facts, type State, stateOf } from '../../client/src/element/state.ts';

const may = { status: 200, requestId: null, maySubmit: true, solvedToday: true, accepting: true } as const;
const cooldownEndsAt = '2026-11-28T09:30:00.000Z';
const known: Facts = { signedIn: true, eligibility: may };
const pending = {
  idempotencyKey: 'key',
  request: { localDate: '2026-11-21', bookId: 'JHN', chapter: 3, verse: 16 },
} as const;
const scheduled = {
  status: 201,
  requestId: null,
  scheduledDate: '2026-11-28',
  reference: 'John 3:16',
  windowText: 'November 28 – December 11, 2026',
} as const;

test.each<[string, Facts, State]>([
  ['nothing is known', {}, 'signIn'],
  ['the service rejected the token of a pending submission', { ...known, pending, signedIn: false }, 'signIn'],
  ['a token, and no response yet', { signedIn: true }, 'loading'],
  ['nothing prevents a submission', known, 'open'],
  ['the puzzle is not solved', { ...known, eligibility: { ...may, solvedToday: false } }, 'notSolved'],
  ['the calendar is full', { ...known, eligibility: { ...may, accepting: false } }, 'full'],
  [
    'the calendar is full, and the puzzle not solved',
    { ...known, eligibility: { ...may, accepting: false, solvedToday: false } },
    'full',
  ],
  [
    'everything prevents a submission',
    { ...known, eligibility: { ...may, accepting: false, cooldownEndsAt } },
    'cooldown',
  ],
  ['the outcome is unknown after a reload', { ...known, pending }, 'noResponse'],
  [
    'the outcome is unknown, though the cooldown may come from that very submission',
    { ...known, pending, eligibility: { ...may, cooldownEndsAt } },
    'noResponse',
  ],
  ['a 500', { ...known, pending, problem: 'failed' }, 'failed'],
  ['a retry is being sent', { ...known, pending, problem: 'failed', sending: true }, 'sending'],
  ['the list did not load after a submission', { ...known, scheduled, problem: 'noResponse' }, 'done'],
])('%s', (_title, facts, want) => {
  expect(stateOf(facts)).toBe(want);
});
