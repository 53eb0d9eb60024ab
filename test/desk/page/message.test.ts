import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { oppositeOf, type PendingChange } from '../../../desk/src/changes.ts';
import type { Rejection } from '../../../desk/src/desk-client.ts';
import { messageOf } from '../../../desk/src/message.ts';
import { noOutcome } from '../../../desk/src/perform.ts';
import { realTime, stopClock } from '../../support/timers.ts';

// Dates of this year are written without it.
beforeAll(() => stopClock('2026-11-22T12:00:00Z'));
afterAll(realTime);

const verse = { id: 7, reference: 'John 3:16' };
const move: PendingChange = { action: 'move', verse, from: '2026-12-24', to: '2026-12-26' };
const blocks = ['2026-12-25', '2027-12-25'].map((date) => ({ date, label: 'Christmas Day' }));
const block: PendingChange = { action: 'block', blocks };
const rejected = [{ date: '2026-12-25', outcome: 'frozen', day: { date: '2026-12-25', state: 'free' } } as const];
const rejection = (status: number, error: string) => ({ status, error, requestId: 'abc' }) as Rejection;

describe('a change that was made', () => {
  test.each<[PendingChange, string | undefined]>([
    [move, '2026-12-26'],
    [{ action: 'withdraw', verse, from: '2026-12-24', endCooldown: false }, '2026-12-24'],
    [{ action: 'restore', verse, to: '2026-12-24' }, '2026-12-24'],
    [block, '2026-12-25'],
    [{ ...block, action: 'unblock' }, '2026-12-25'],
    [{ action: 'pause' }, undefined],
  ])('is said, shown, and can be taken back: %#', (change, date) => {
    const message = messageOf(change, { ...noOutcome, done: change });
    expect(message).toMatchObject({ texts: [expect.any(String)], details: [], tryAgain: undefined });
    expect(message).toEqual(expect.objectContaining({ date, undo: oppositeOf(change, []) }));
  });

  test('but for some dates lists those', () => {
    const done: PendingChange = { ...block, blocks: blocks.slice(1) };
    const message = messageOf(block, { ...noOutcome, done, rejected });
    expect(message.texts).toEqual(['Saturday, December 25, 2027 is blocked: Christmas Day.']);
    expect(message.details).toEqual([
      { text: 'Not blocked: Friday, December 25 has begun, or is past.', date: '2026-12-25' },
    ]);
    expect(message.undo).toEqual({ ...done, action: 'unblock' });
  });
});

test('nothing was changed if every date was rejected', () => {
  const message = messageOf(block, { ...noOutcome, rejected });
  expect(message).toMatchObject({ texts: ['Nothing was changed.'], undo: undefined, tryAgain: undefined });
});

test('without a response, what is left can be sent again, and what was done can be taken back', () => {
  const done: PendingChange = { ...block, blocks: blocks.slice(0, 1) };
  const rest: PendingChange = { ...block, blocks: blocks.slice(1) };
  expect(messageOf(block, { ...noOutcome, done, problem: new TypeError('Failed to fetch'), rest })).toMatchObject({
    texts: ['Friday, December 25 is blocked: Christmas Day.', 'We couldn’t reach the server.', 'Trying again is safe.'],
    undo: { ...done, action: 'unblock' },
    tryAgain: rest,
  });
});

test('what was canceled is said, and not offered again', () => {
  const done: PendingChange = { ...block, blocks: blocks.slice(0, 1) };
  const message = messageOf(block, { ...noOutcome, done, rest: { ...block, blocks: blocks.slice(1) } });
  expect(message.texts[1]).toBe('The rest was canceled.');
  expect(message.tryAgain).toBeUndefined();
});

test.each([
  [401, 'Unauthorized', ['Your sign-in had ended, so this was not sent. Try again once you are signed in.'], move],
  [403, 'Not allowed', ['You may look at the calendar, but not change it. Nothing was changed.'], undefined],
  [404, 'No such submission', ['No such submission.'], undefined],
  [500, 'Internal error', ['Something went wrong. Request abc', 'Trying again is safe.'], move],
])('after a %d, %s, only what was not sent, or nobody knows, is sent again', (status, error, texts, tryAgain) => {
  const problem = rejection(status, error);
  const message = messageOf(move, { ...noOutcome, problem, rest: move });
  expect(message).toEqual(expect.objectContaining({ texts, tryAgain }));
});
