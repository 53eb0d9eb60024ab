import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { UnexpectedResponseError } from '../../../client/src/errors.ts';
import { blocksOf, isOpenTo, isTarget, type PendingChange } from '../../../desk/src/changes.ts';
import { createClient, type Day, type DeskSubmission } from '../../../desk/src/desk-client.ts';
import { oppositeOf } from '../../../desk/src/opposite.ts';
import { send } from '../../../desk/src/send.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const latestChange = { id: 12, actor: 'ed', action: 'move' } as const;
const from = { date: '2026-12-24', change: 3 };
const john = { id: 7, reference: 'John 3:16' };
const psalm = { id: 8, reference: 'Psalm 23:1' };

test.each([
  ['free', true, true],
  ['blocked', true, false],
  ['reserved', false, false],
] as const)('whether a date that is %s takes an own verse, and a player’s', (state, own, others) => {
  const day = { date: '2026-12-24', state, latestChange };
  expect([isOpenTo({ byEditor: true }, day), isOpenTo({}, day)]).toEqual([own, others]);
});

describe('a verse that moves', () => {
  const day = (date: string, state: Day['state'], others: Partial<Day> = {}) => ({
    date,
    state,
    latestChange,
    ...others,
  });
  const submission = psalm as DeskSubmission;
  test.each<[string, Day, boolean, boolean]>([
    ['a free date', day('2026-12-26', 'free'), true, true],
    ['its own date', day('2026-12-24', 'free'), false, false],
    ['a date that has begun', day('2026-12-01', 'free'), false, false],
    ['a blocked date', day('2026-12-26', 'blocked', { label: 'Feast' }), false, true],
    ['the date of another verse', day('2026-12-26', 'reserved', { submission }), true, true],
    ['one on a blocked date', day('2026-12-26', 'reserved', { submission, label: 'Feast' }), false, true],
    ['one that nobody knows', day('2026-12-26', 'reserved'), false, false],
  ])('to %s', (_title, target, others, own) => {
    const canMove = (verse: object) => isTarget({ verse: verse as DeskSubmission, from }, target, '2026-12-01');
    expect([canMove(john), canMove({ ...john, byEditor: true })]).toEqual([others, own]);
  });
});

test('a change is not sent again after a response, whatever that was', async () => {
  const fetch = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 418 }));
  const withdraw: PendingChange = { action: 'withdraw', verse: john, from, endCooldown: true };
  expect(await send(createClient('token'), withdraw)).toBeInstanceOf(UnexpectedResponseError);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('blocked dates have their labels, also below an own verse', () => {
  const days = [
    { date: '2026-12-24', state: 'blocked', latestChange, label: 'Feast' },
    { date: '2026-12-25', state: 'reserved', latestChange, label: 'Retreat' },
    { date: '2026-12-26', state: 'free', latestChange },
    { date: '2026-12-27', state: 'reserved', latestChange },
  ] as const;
  expect(blocksOf(days)).toEqual([
    { date: '2026-12-24', change: 12, label: 'Feast' },
    { date: '2026-12-25', change: 12, label: 'Retreat' },
  ]);
});

test('a block whose label nobody knows cannot be made again', () => {
  const day: Day = { date: '2026-12-25', state: 'free', latestChange };
  const [unknown, known] = [undefined, 'Feast'].map((label) => ({ date: day.date, change: 3, label }));
  const unblock = (...blocks: (typeof known)[]) => ({ action: 'unblock', blocks }) as PendingChange;
  expect(oppositeOf(unblock(unknown), { days: [day] })).toBeUndefined();
  const blocks = [{ ...known, change: 12 }]; // as it is after the change
  expect(oppositeOf(unblock(unknown, known), { days: [day] })).toEqual({ action: 'block', blocks });
});
