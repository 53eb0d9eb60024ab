import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BlockChange, PendingChange } from '../../../desk/src/changes.ts';
import { createClient } from '../../../desk/src/desk-client.ts';
import { messageOf } from '../../../desk/src/message.ts';
import { oppositeOf } from '../../../desk/src/opposite.ts';
import { join, noOutcome, perform } from '../../../desk/src/perform.ts';
import { day, recorded, reserve, useDesk } from '../../support/desk.ts';
import { editor, token } from '../../support/service.ts';

/** What the desk does with the service's responses, without its DOM. */
const { service, database } = await useDesk();
const client = createClient(await token('ed', editor));

/** Whether each request says which response the page has. */
let isKnown: boolean[];
beforeEach(() => {
  isKnown = [];
  const reach = globalThis.fetch;
  // The page's origin is that of the desk.
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    isKnown.push(new Headers(init?.headers).has('If-None-Match'));
    return await reach(new URL(String(input), service.adminUrl), init);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const progress = () => ({ onProgress: () => {}, signal: new AbortController().signal });
const blocksOf = (from: number, to: number, change = 0) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ date: day(from + index), change, label: 'Retreat' }));

test('dates that are taken or blocked are rejected, and the others are changed', async () => {
  await reserve(database, day(21), 'ann');
  const made = await perform(client, { action: 'block', blocks: blocksOf(20, 20) }, progress());
  const change = [...blocksOf(20, 20, made.days[0]?.latestChange.id), ...blocksOf(21, 22)];
  expect(await perform(client, { action: 'block', blocks: change }, progress())).toMatchObject({
    done: { blocks: change.slice(2) },
    rejected: [
      { outcome: 'unchanged', day: { label: 'Retreat' } },
      { outcome: 'taken', day: { submission: { reference: 'John 3:16' } } },
    ],
  });
});

test('a request takes 400 dates of one label, and a change ends between two', async () => {
  const feast = { date: day(500), change: 0, label: 'Feast' };
  const block: BlockChange = { action: 'block', blocks: [...blocksOf(20, 421), feast] };
  const onProgress = jest.fn();
  const made = await perform(client, block, { ...progress(), onProgress });
  expect(made).toMatchObject({ done: block, rejected: [] });
  expect(onProgress.mock.calls).toEqual([0, 400, 402].map((value) => [value, 403]));
  expect(await recorded(database)).toEqual(['block', 'block', 'block']);

  const end = new AbortController();
  const unblock = oppositeOf(block, made) as BlockChange;
  const onFirst = (value: number) => value > 0 && end.abort();
  expect(await perform(client, unblock, { onProgress: onFirst, signal: end.signal })).toMatchObject({
    done: { blocks: unblock.blocks.slice(0, 400) },
    rest: { blocks: unblock.blocks.slice(400) },
  });
});

test('many verses are read by one request, but for those that have come since; each is unread by its own', async () => {
  const verses: { id: number; reference: string }[] = [];
  for (const days of [20, 21]) verses.push({ id: await reserve(database, day(days), `of ${days}`), reference: '' });
  await reserve(database, day(19), 'ann');
  const change: PendingChange = { action: 'review', verses, reviewed: true, date: day(21) };
  expect((await perform(client, change, progress())).done).toEqual(change);
  const unread = async () => await database.query('select from scheduled_submission where reviewed_at is null');
  expect(await unread()).toHaveLength(1);
  await database.query(`update scheduled_submission set reviewed_by = 'bob' where id = ${verses[0]?.id}`);
  const undo = { ...change, reviewed: false };
  const outcome = await perform(client, undo, progress());
  expect(outcome).toMatchObject({ done: { verses: verses.slice(1) }, rejected: [{ day: { date: day(20) } }] });
  expect(messageOf(undo, outcome).details[0]?.text).toMatch(/^bob read John 3:16 (at|on) /);
  expect(await unread()).toHaveLength(2);
});

describe('what was done before a change was tried again', () => {
  const change = (from: number, to: number): PendingChange => ({ action: 'block', blocks: blocksOf(from, to) });
  const taken = (date: string) =>
    ({ outcome: 'taken', day: { date, state: 'reserved', latestChange: { id: 0 } } }) as const;

  test('counts with what is done now', () => {
    const before = { ...noOutcome, done: change(20, 21), rejected: [taken(day(19))] };
    const problem = new TypeError('Failed to fetch');
    const now = { ...noOutcome, done: change(22, 22), rejected: [taken(day(23))], problem, rest: change(24, 24) };
    const rejected = [taken(day(19)), taken(day(23))];
    expect(join(before, now)).toMatchObject({ ...now, done: change(20, 22), rejected });
    expect(join({ ...before, problem }, noOutcome)).toMatchObject({ done: before.done, isRepeated: true });
  });
});

test('each range of dates is read again by its own ETag', async () => {
  for (const days of [20, 21, 20]) await client.getCalendar({ from: day(days), to: day(days) });
  expect(isKnown).toEqual([false, false, true]);
});
