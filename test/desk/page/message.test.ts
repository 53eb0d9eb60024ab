import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PendingChange, ReviewChange } from '../../../desk/src/changes.ts';
import type { Day, DeskSubmission, Rejection } from '../../../desk/src/desk-client.ts';
import { messageOf } from '../../../desk/src/message.ts';
import { type ChangeOutcome, noOutcome } from '../../../desk/src/perform.ts';
import { realTime, stopClock } from '../../support/timers.ts';

// Dates of this year are written without it.
beforeAll(() => stopClock('2026-11-22T12:00:00Z'));
afterAll(realTime);

const [eve, christmas, boxing, sunday] = ['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27'] as const;
const [onThursday, onFriday] = ['Thursday, December 24', 'Friday, December 25'];
const [onSaturday, onSunday] = ['Saturday, December 26', 'Sunday, December 27'];

const at = '2026-11-22T10:15:00.000Z';
const latestChange = { id: 12, at, actor: 'ruth', actorName: 'Ruth', action: 'set' } as const;
const verse = { id: 7, reference: 'John 3:16' } as DeskSubmission;
const psalm = { id: 8, reference: 'Psalm 23:1' } as DeskSubmission;
const free = (date: string): Day => ({ date, state: 'free', latestChange });
const has = (date: string, submission: DeskSubmission): Day => ({ ...free(date), state: 'reserved', submission });
const from = { date: eve, change: 3 };
const to = { date: boxing, change: 3 };
const move: PendingChange = { action: 'move', verse, from, to };
const withdraw: PendingChange = { action: 'withdraw', verse, from, endCooldown: false };
const restore: PendingChange = { action: 'restore', verse, from, to: from };
const blocks = [christmas, '2027-12-25'].map((date) => ({ date, change: 3, label: 'Christmas Day' }));
const block: PendingChange = { action: 'block', blocks };
const one: PendingChange = { ...block, blocks: blocks.slice(0, 1) };
const two: PendingChange = { ...block, blocks: [...blocks, { date: eve, change: 3, label: 'Eve' }] };
const read: ReviewChange = { action: 'review', verses: [verse], reviewed: true, date: eve };
const unread = { ...read, reviewed: false };
const both = [psalm, verse];
const rejected: ChangeOutcome['rejected'] = [{ outcome: 'frozen', day: free(christmas) }];
const rejection = (status: number, error: string) => ({ status, error, requestId: 'abc' }) as Rejection;
const days = [...blocks.map(({ date }) => free(date)), free(eve), free(boxing)];

describe('a change that was made is said, with what is there now, and its date is shown', () => {
  test.each<[date: string | undefined, change: PendingChange, text: string, days?: readonly Day[]]>([
    [boxing, move, `John 3:16 has moved from ${onThursday} to ${onSaturday}.`],
    [boxing, { ...move, swapWith: psalm }, `John 3:16 is on ${onSaturday} now, and Psalm 23:1 on ${onThursday}.`],
    [eve, withdraw, `John 3:16 is withdrawn. ${onThursday} is free again.`],
    [eve, withdraw, `John 3:16 is withdrawn. ${onThursday} has Psalm 23:1 now.`, [has(eve, psalm)]],
    [
      eve,
      { ...withdraw, endCooldown: true },
      `John 3:16 is withdrawn. ${onThursday} is blocked again: Feast. The player may submit again at once.`,
      [{ ...free(eve), state: 'blocked', label: 'Feast' }],
    ],
    [eve, restore, `John 3:16 is on ${onThursday} again.`],
    [boxing, { ...restore, to }, `John 3:16 is on ${onSaturday} now.`],
    [christmas, one, `${onFriday} is blocked: Christmas Day.`],
    [christmas, block, '2 dates are blocked: Christmas Day.'],
    [christmas, two, '3 dates are blocked.'],
    [christmas, { ...one, action: 'unblock' }, `${onFriday} is no longer blocked.`],
    [undefined, { action: 'pause', change: 3 }, 'The calendar is paused. Players cannot submit.'],
    [undefined, { action: 'resume', change: 3 }, 'The calendar is resumed. Players can submit again.'],
    [eve, read, 'John 3:16 is marked as read.', [has(eve, verse)]],
    [eve, read, `John 3:16 is marked as read. It is on ${onSaturday} now.`, [has(boxing, verse)]],
    [eve, unread, 'John 3:16 is marked as not read. It is withdrawn.', []],
    [undefined, { ...read, verses: both }, `The verses you have seen up to ${onThursday} are marked as read.`, []],
    [undefined, { ...unread, verses: both }, '2 verses are marked as not read.', []],
  ])('%#', (date, change, text, now = days) => {
    const message = messageOf(change, { ...noOutcome, done: change, days: now });
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
  const unseen = 'A date is no longer as you saw it';
  /** A day that has not changed since its operator saw it, and one that Ruth's move has changed. */
  const asSeen = (day: Day): Day => ({ ...day, latestChange: { id: 3 } });
  const moved = (day: Day): Day => ({ ...day, latestChange: { ...latestChange, action: 'move' } });
  const here = asSeen(has(eve, verse));
  const blocked = asSeen({ ...has(eve, verse), label: 'Feast' });
  const other = asSeen(free(eve));
  const byRuth = { reviewedBy: 'ruth', reviewedByName: 'Ruth', reviewedAt: '2026-11-20T10:15:00.000Z' };
  const begun = 'A date that has begun cannot be changed';

  test.each<
    [since: string, PendingChange, error: string, readonly Day[], said: string, Partial<ReturnType<typeof messageOf>>]
  >([
    [
      'a player was faster',
      move,
      'Another verse is on this date',
      [here, has(boxing, psalm)],
      `${onSaturday} has Psalm 23:1 now.`,
      { date: boxing, isOpen: true },
    ],
    [
      'a swap would put a player’s verse on a block',
      { ...move, swapWith: psalm },
      'The date is blocked',
      [blocked, has(boxing, psalm)],
      `${onThursday} is blocked: Feast. No player’s verse can be there.`,
      { date: boxing, isOpen: true },
    ],
    ['a date has begun', move, begun, [here, free(boxing)], `${begun}.`, { isOpen: false }],
    [
      'a colleague has moved the verse',
      withdraw,
      unseen,
      [moved(free(eve)), moved(has(sunday, verse))],
      `Ruth moved John 3:16 from ${onThursday} to ${onSunday} at 10:15.`,
      { date: sunday, isOpen: false },
    ],
    [
      'another program has moved the verse',
      withdraw,
      unseen,
      [other, { ...has(sunday, verse), latestChange: { id: 0 } }],
      `${onSunday} has John 3:16 now.`,
      { date: sunday },
    ],
    ['another program has withdrawn it', withdraw, unseen, [other], 'John 3:16 is withdrawn.', { date: undefined }],
    [
      'a colleague has read it, and another has moved it',
      read,
      unseen,
      [has(boxing, { ...verse, ...byRuth })],
      `Ruth read John 3:16 on November 20. It is on ${onSaturday} now.`,
      { date: boxing },
    ],
    [
      'a colleague has read it, and another has withdrawn it',
      read,
      unseen,
      [],
      'A colleague read John 3:16. It is withdrawn.',
      { date: undefined },
    ],
  ])('since %s', (_since, change, error, days, text, others) => {
    const message = messageOf(change, { ...noOutcome, days, problem: conflict(error, days), rest: change }, 'ed');
    const said = message.texts.join(' ').replace(/ at \d+(:\d+) [AP]M/, ' at 10$1'); // of the reader's zone
    expect(said).toBe(`${text} Nothing was changed.`);
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

  const rest: PendingChange = { ...block, blocks: blocks.slice(1) };
  const done = `${onFriday} is blocked: Christmas Day.`;
  const undo = { action: 'unblock', blocks: [{ date: christmas, change: 12 }] };

  test.each([
    [
      'for want of a response can be sent again, which is safe',
      { problem: new TypeError('Failed to fetch') },
      { texts: [done, 'We couldn’t reach the server.', 'Trying again is safe.'], tryAgain: rest },
    ],
    [
      'since it was canceled is not offered again',
      {},
      { texts: [done, 'The rest was canceled.'], tryAgain: undefined },
    ],
  ])('%s; what was done can be taken back', (_title, outcome, want) => {
    expect(messageOf(block, { ...noOutcome, done: one, days, rest, ...outcome })).toMatchObject({ ...want, undo });
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
