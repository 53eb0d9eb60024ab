import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PendingChange, ReviewChange } from '../../../desk/src/changes.ts';
import type { Day, DeskSubmission, Rejection } from '../../../desk/src/desk-client.ts';
import { messageOf } from '../../../desk/src/message.ts';
import { type ChangeOutcome, noOutcome } from '../../../desk/src/perform.ts';
import { realTime, stopClock } from '../../support/timers.ts';

// Dates of this year are written without it.
beforeAll(() => stopClock('2026-11-22T12:00:00Z'));
afterAll(realTime);

const latestChange = {
  id: 12,
  at: '2026-11-22T10:15:00.000Z',
  actor: 'ruth',
  actorName: 'Ruth',
  action: 'set',
} as const;
const verse = { id: 7, reference: 'John 3:16' } as DeskSubmission;
const psalm = { id: 8, reference: 'Psalm 23:1' } as DeskSubmission;
const free = (date: string): Day => ({ date, state: 'free', latestChange });
const has = (date: string, submission: DeskSubmission): Day => ({ ...free(date), state: 'reserved', submission });
const from = { date: '2026-12-24', change: 3 };
const to = { date: '2026-12-26', change: 3 };
const move: PendingChange = { action: 'move', verse, from, to };
const withdraw: PendingChange = { action: 'withdraw', verse, from, endCooldown: false };
const restore: PendingChange = { action: 'restore', verse, from, to: from };
const blocks = ['2026-12-25', '2027-12-25'].map((date) => ({ date, change: 3, label: 'Christmas Day' }));
const block: PendingChange = { action: 'block', blocks };
const read: ReviewChange = { action: 'review', verses: [verse], reviewed: true, date: '2026-12-24' };
const rejected: ChangeOutcome['rejected'] = [{ outcome: 'frozen', day: free('2026-12-25') }];
const rejection = (status: number, error: string) => ({ status, error, requestId: 'abc' }) as Rejection;
const days = [...blocks.map(({ date }) => free(date)), free('2026-12-24'), free('2026-12-26')];

describe('a change that was made is said, with what is there now, and its date is shown', () => {
  test.each<[PendingChange, readonly Day[], string, string | undefined]>([
    [move, days, 'John 3:16 has moved from Thursday, December 24 to Saturday, December 26.', '2026-12-26'],
    [
      { ...move, swapWith: psalm },
      days,
      'John 3:16 is on Saturday, December 26 now, and Psalm 23:1 on Thursday, December 24.',
      '2026-12-26',
    ],
    [withdraw, days, 'John 3:16 is withdrawn. Thursday, December 24 is free again.', '2026-12-24'],
    [
      { ...withdraw, endCooldown: true },
      [has('2026-12-24', psalm)],
      'John 3:16 is withdrawn. Thursday, December 24 has Psalm 23:1 now. The player may submit again at once.',
      '2026-12-24',
    ],
    [
      withdraw,
      [{ ...free('2026-12-24'), state: 'blocked', label: 'Feast' }],
      'John 3:16 is withdrawn. Thursday, December 24 is blocked again: Feast.',
      '2026-12-24',
    ],
    [restore, days, 'John 3:16 is on Thursday, December 24 again.', '2026-12-24'],
    [{ ...restore, to }, days, 'John 3:16 is on Saturday, December 26 now.', '2026-12-26'],
    [{ ...block, blocks: blocks.slice(0, 1) }, days, 'Friday, December 25 is blocked: Christmas Day.', '2026-12-25'],
    [block, days, '2 dates are blocked: Christmas Day.', '2026-12-25'],
    [
      { ...block, blocks: [...blocks, { date: '2026-12-24', change: 3, label: 'Eve' }] },
      days,
      '3 dates are blocked.',
      '2026-12-25',
    ],
    [
      { action: 'unblock', blocks: blocks.slice(0, 1) },
      days,
      'Friday, December 25 is no longer blocked.',
      '2026-12-25',
    ],
    [{ action: 'pause', change: 3 }, [], 'The calendar is paused. Players cannot submit.', undefined],
    [{ action: 'resume', change: 3 }, [], 'The calendar is resumed. Players can submit again.', undefined],
    [read, [has('2026-12-24', verse)], 'John 3:16 is marked as read.', '2026-12-24'],
    [
      read,
      [has('2026-12-26', verse)],
      'John 3:16 is marked as read. It is on Saturday, December 26 now.',
      '2026-12-24',
    ],
    [{ ...read, reviewed: false }, [], 'John 3:16 is marked as not read. It is withdrawn.', '2026-12-24'],
    [
      { ...read, verses: [psalm, verse] },
      [],
      'The verses you have seen up to Thursday, December 24 are marked as read.',
      undefined,
    ],
    [{ ...read, verses: [psalm, verse], reviewed: false }, [], '2 verses are marked as not read.', undefined],
  ])('%#', (change, days, text, date) => {
    const message = messageOf(change, { ...noOutcome, done: change, days });
    expect(message).toMatchObject({ texts: [text], details: [], tryAgain: undefined, isPassing: true, date });
    expect(message.undo).toBeDefined();
  });

  test('but for some dates lists those, at most ten', () => {
    const done: PendingChange = { ...block, blocks: blocks.slice(1) };
    const taken: ChangeOutcome['rejected'] = [
      { outcome: 'taken', day: has('2026-12-26', verse) },
      { outcome: 'unchanged', day: { ...free('2026-12-26'), state: 'blocked', label: 'Feast' } },
      { outcome: 'unchanged', day: { ...has('2026-12-26', verse), label: 'Feast' } },
      { outcome: 'unseen', day: { ...has('2026-12-26', verse), label: 'Feast' } },
      ...Array(7).fill(rejected[0]),
    ];
    const message = messageOf(block, { done, days, rejected: [...rejected, ...taken] });
    expect(message.texts).toEqual(['Saturday, December 25, 2027 is blocked: Christmas Day.']);
    const texts = message.details.map(({ text }) => text);
    expect(texts.slice(0, 5)).toEqual([
      'Not blocked: Friday, December 25 is past, or has already begun.',
      'Not blocked: Saturday, December 26 has John 3:16.',
      'Not blocked: Saturday, December 26 is blocked already: Feast.',
      'Not blocked: Saturday, December 26 is blocked already: Feast.',
      expect.stringMatching(
        /^Left as it is: Ruth set a verse on Saturday, December 26 at \d+:15 [AP]M\. It has John 3:16 now, and is blocked: Feast\.$/,
      ),
    ]);
    expect([texts.length, texts[10]]).toEqual([11, 'And 2 more dates.']);
    expect(message.undo).toMatchObject({ action: 'unblock', blocks: [{ date: '2027-12-25', change: 12 }] });
  });
});

describe('a change that was not made', () => {
  const conflict = (error: string, days: readonly Day[]) =>
    ({ status: 409, error, days, requestId: 'abc' }) as Rejection;
  const label = 'Feast';
  const unseen = 'A date is no longer as you saw it';
  const asSeen = { id: 3 };
  test.each<[string, PendingChange, string, readonly Day[], string, { date?: string | undefined; isOpen?: boolean }]>([
    [
      'a player was faster',
      move,
      'Another verse is on this date',
      [{ ...has('2026-12-24', verse), latestChange: asSeen }, has('2026-12-26', psalm)],
      'Saturday, December 26 has Psalm 23:1 now. Nothing was changed.',
      { date: '2026-12-26', isOpen: true },
    ],
    [
      'a swap would put a player’s verse on a block',
      { ...move, swapWith: psalm },
      'The date is blocked',
      [{ ...has('2026-12-24', verse), label, latestChange: asSeen }, has('2026-12-26', psalm)],
      'Thursday, December 24 is blocked: Feast. No player’s verse can be there. Nothing was changed.',
      { date: '2026-12-26', isOpen: true },
    ],
    [
      'a date has begun',
      move,
      'A date that has begun cannot be changed',
      [{ ...has('2026-12-24', verse), latestChange: asSeen }, free('2026-12-26')],
      'A date that has begun cannot be changed. Nothing was changed.',
      { isOpen: false },
    ],
    [
      'a colleague has moved the verse',
      withdraw,
      unseen,
      [
        { ...free('2026-12-24'), latestChange: { ...latestChange, action: 'move' } },
        { ...has('2026-12-27', verse), latestChange: { ...latestChange, action: 'move' } },
      ],
      'Ruth moved John 3:16 from Thursday, December 24 to Sunday, December 27 at 10:15. Nothing was changed.',
      { date: '2026-12-27', isOpen: false },
    ],
    [
      'another program has moved the verse',
      withdraw,
      unseen,
      [
        { ...free('2026-12-24'), latestChange: asSeen },
        { ...has('2026-12-27', verse), latestChange: { id: 0 } },
      ],
      'Sunday, December 27 has John 3:16 now. Nothing was changed.',
      { date: '2026-12-27' },
    ],
    [
      'another program has withdrawn the verse',
      withdraw,
      unseen,
      [{ ...free('2026-12-24'), latestChange: asSeen }],
      'John 3:16 is withdrawn. Nothing was changed.',
      { date: undefined },
    ],
    [
      'a colleague has read it, and another has moved it',
      read,
      unseen,
      [
        has('2026-12-26', {
          ...verse,
          reviewedBy: 'ruth',
          reviewedByName: 'Ruth',
          reviewedAt: '2026-11-20T10:15:00.000Z',
        }),
      ],
      'Ruth read John 3:16 on November 20. It is on Saturday, December 26 now. Nothing was changed.',
      { date: '2026-12-26' },
    ],
    [
      'a colleague has read it, and another has withdrawn it',
      read,
      unseen,
      [],
      'A colleague read John 3:16. It is withdrawn. Nothing was changed.',
      { date: undefined },
    ],
  ])('since %s', (_why, change, error, days, text, others) => {
    const message = messageOf(change, { ...noOutcome, days, problem: conflict(error, days), rest: change }, 'ed');
    const said = message.texts
      .join(' ')
      .replace(/ at (\d+:\d+) [AP]M/, (_, time) => ` at ${time.replace(/^\d+/, '10')}`);
    expect(said).toBe(text);
    expect(message).toMatchObject({ undo: undefined, tryAgain: undefined, isPassing: false, ...others });
  });

  test('now may have been made before', () => {
    const problem = conflict(unseen, []);
    const outcome = { ...noOutcome, days: [free('2026-12-24')], problem, rest: restore, isRepeated: true };
    expect(messageOf(restore, outcome).texts[1]).toBe('Your change may have been made before that.');
  });

  test('says so if every date was rejected', () => {
    const message = messageOf(block, { ...noOutcome, rejected });
    expect(message).toMatchObject({ texts: ['Nothing was changed.'], undo: undefined, tryAgain: undefined });
  });

  test('for want of a response can be sent again, and what was done can be taken back', () => {
    const done: PendingChange = { ...block, blocks: blocks.slice(0, 1) };
    const rest: PendingChange = { ...block, blocks: blocks.slice(1) };
    expect(
      messageOf(block, { ...noOutcome, done, days, problem: new TypeError('Failed to fetch'), rest }),
    ).toMatchObject({
      texts: [
        'Friday, December 25 is blocked: Christmas Day.',
        'We couldn’t reach the server.',
        'Trying again is safe.',
      ],
      undo: { action: 'unblock', blocks: [{ date: '2026-12-25', change: 12 }] },
      tryAgain: rest,
    });
  });

  test('since it was canceled is not offered again', () => {
    const done: PendingChange = { ...block, blocks: blocks.slice(0, 1) };
    const message = messageOf(block, { ...noOutcome, done, days, rest: { ...block, blocks: blocks.slice(1) } });
    expect(message.texts[1]).toBe('The rest was canceled.');
    expect(message.tryAgain).toBeUndefined();
  });

  test.each([
    [401, 'Unauthorized', ['Your sign-in had ended, so this was not sent. Try again once you are signed in.'], move],
    [403, 'Not allowed', ['You can view the calendar but not change it. Nothing was changed.'], undefined],
    [404, 'No such submission', ['No such submission.'], undefined],
    [500, 'Internal error', ['Something went wrong. Request abc', 'Trying again is safe.'], move],
  ])('after a %d, %s, is sent again only if it was not sent, or nobody knows', (status, error, texts, tryAgain) => {
    const problem = rejection(status, error);
    const message = messageOf(move, { ...noOutcome, problem, rest: move });
    expect(message).toEqual(expect.objectContaining({ texts, tryAgain }));
  });
});
