import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { UnexpectedResponseError } from '../../../client/src/errors.ts';
import { blocksOf, isOpenTo, isTarget, oppositeOf, type PendingChange, send } from '../../../desk/src/changes.ts';
import { createClient, type Day, type DeskSubmission } from '../../../desk/src/desk-client.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const john = { id: 7, reference: 'John 3:16' };
const psalm = { id: 8, reference: 'Psalm 23:1' };
const move = {
  action: 'move',
  verse: john,
  from: '2026-12-24',
  to: '2026-12-26',
  note: 'Closer to the feast',
} as const;
const ownVerse = { bookId: 'JHN', chapter: 1, verse: 14, reference: 'John 1:14' };
const own = { action: 'set', ownVerse, to: '2026-12-24', blocked: false } as const;
const withdraw = { action: 'withdraw', verse: john, from: '2026-12-24', endCooldown: true } as const;
const read = { action: 'review', verses: [john], reviewed: true, date: '2026-12-24' } as const;
const swap = { ...move, swapWith: psalm };
const blocks = ['2026-12-25', '2027-12-25'].map((date) => ({ date, label: 'Christmas Day' }));
const block: PendingChange = { action: 'block', blocks };

test.each<[string, Parameters<typeof send>[1], string, object?]>([
  [
    'a move',
    move,
    'POST /desk/api/submissions/7/move',
    { from: '2026-12-24', to: '2026-12-26', note: 'Closer to the feast' },
  ],
  [
    'a swap, with the verse that the operator saw',
    { ...swap, note: undefined },
    'POST /desk/api/submissions/7/move',
    { from: '2026-12-24', to: '2026-12-26', swapWith: 8 },
  ],
  [
    'a withdrawal',
    { ...withdraw, note: 'Twice' },
    'POST /desk/api/submissions/7/withdraw',
    { from: '2026-12-24', endCooldown: true, note: 'Twice' },
  ],
  [
    'a restored verse',
    { action: 'restore', verse: john, to: '2026-12-24', note: 'In error' },
    'POST /desk/api/submissions/7/restore',
    { to: '2026-12-24', note: 'In error' },
  ],
  [
    'a verse of one’s own, with whether the operator saw the date blocked',
    own,
    'PUT /desk/api/verses/2026-12-24',
    { bookId: 'JHN', chapter: 1, verse: 14, blocked: false },
  ],
  ['a pause', { action: 'pause', note: 'New puzzle' }, 'PUT /desk/api/pause', { paused: true, note: 'New puzzle' }],
  ['the end of a pause', { action: 'resume' }, 'PUT /desk/api/pause', { paused: false }],
  ['a verse that is read', read, 'PUT /desk/api/submissions/7/review', { reviewed: true }],
  [
    'many of them, with the latest that the editor saw',
    { ...read, verses: [psalm, john] },
    'POST /desk/api/review',
    { to: '2026-12-24', newest: 8 },
  ],
])('%s is sent', async (_title, change, path, body) => {
  const fetch = jest
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response('{"error":"Not allowed"}', { status: 403 }));
  expect(await send(createClient('token'), change)).toMatchObject({ status: 403, error: 'Not allowed' });
  const [[url, init] = []] = fetch.mock.calls;
  expect([`${init?.method} ${url}`, init?.body && JSON.parse(`${init.body}`)]).toEqual([path, body]);
});

test.each<[string, PendingChange, PendingChange]>([
  ['a move', move, { action: 'move', verse: john, from: '2026-12-26', to: '2026-12-24', note: undefined }],
  [
    'a swap',
    swap,
    { action: 'move', verse: john, from: '2026-12-26', to: '2026-12-24', swapWith: psalm, note: undefined },
  ],
  ['a withdrawal', withdraw, { action: 'restore', verse: john, to: '2026-12-24', endCooldown: true }],
  ['a block', block, { ...block, action: 'unblock' }],
  ['a pause', { action: 'pause', note: 'New puzzle' }, { action: 'resume' }],
  ['a verse that is read', read, { ...read, reviewed: false }],
])('%s has an opposite, whose opposite it is but for the note', (_title, change, opposite) => {
  expect(oppositeOf(change, [])).toEqual(opposite);
  const { note: _note, ...again } = { note: undefined, ...change };
  expect(oppositeOf(opposite, [])).toMatchObject(again);
});

test.each([
  ['free', true, true],
  ['blocked', true, false],
  ['reserved', false, false],
] as const)('whether a date that is %s takes an own verse, and a player’s', (state, own, others) => {
  const day = { date: '2026-12-24', state };
  expect([isOpenTo({ byEditor: true }, day), isOpenTo({}, day)]).toEqual([own, others]);
});

describe('a verse that moves', () => {
  const day = (date: string, state: Day['state'], others: Partial<Day> = {}) => ({ date, state, ...others });
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
    const canMove = (verse: object) =>
      isTarget({ verse: verse as DeskSubmission, from: '2026-12-24' }, target, '2026-12-01');
    expect([canMove(john), canMove({ ...john, byEditor: true })]).toEqual([others, own]);
  });
});

test('the opposite of what put a verse on a date withdraws it, and does not end its cooldown', () => {
  const withdrawal = { action: 'withdraw', verse: john, from: '2026-12-24', endCooldown: false };
  const opposite = oppositeOf(own, [{ date: own.to, state: 'reserved', submission: john as DeskSubmission }]);
  expect(opposite).toEqual(withdrawal);
  expect(oppositeOf({ action: 'restore', verse: john, to: '2026-12-24' }, [])).toEqual(withdrawal);
});

test('a change is not sent again after a response, whatever that was', async () => {
  const fetch = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 418 }));
  expect(await send(createClient('token'), move)).toBeInstanceOf(UnexpectedResponseError);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('each of many verses is unread again, up to the first that fails', async () => {
  const fetch = jest.spyOn(globalThis, 'fetch');
  for (const date of ['2026-12-24', '2026-12-25']) {
    fetch.mockResolvedValueOnce(Response.json({ days: [{ date, state: 'free' }] }));
  }
  const unread = { ...read, verses: [john, psalm], reviewed: false };
  expect(await send(createClient('token'), unread)).toMatchObject([{ date: '2026-12-24' }, { date: '2026-12-25' }]);
  fetch.mockResolvedValueOnce(Response.json({ error: 'Not allowed' }, { status: 403 }));
  expect(await send(createClient('token'), unread)).toMatchObject({ status: 403 });
  expect(fetch).toHaveBeenCalledTimes(3);
});

test('blocked dates have their labels, also below an own verse', () => {
  const days = [
    { date: '2026-12-24', state: 'blocked', label: 'Feast' },
    { date: '2026-12-25', state: 'reserved', label: 'Retreat' },
    { date: '2026-12-26', state: 'free' },
    { date: '2026-12-27', state: 'reserved' },
  ] as const;
  expect(blocksOf(days).map(({ label }) => label)).toEqual(['Feast', 'Retreat']);
});

test('a block whose label nobody knows cannot be made again', () => {
  const unknown = { date: '2026-12-25', label: undefined };
  expect(oppositeOf({ action: 'unblock', blocks: [unknown] }, [])).toBeUndefined();
  expect(oppositeOf({ action: 'unblock', blocks: [unknown, ...blocks] }, [])).toEqual(block);
});
