import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BlockChange, PendingChange } from '../../../desk/src/changes.ts';
import { addDays, longDate } from '../../../desk/src/dates.ts';
import { type Client, createClient } from '../../../desk/src/desk-client.ts';
import { messageOf } from '../../../desk/src/message.ts';
import { isUnknown, join, noOutcome, perform } from '../../../desk/src/perform.ts';
import { findNextFree } from '../../../desk/src/read-days.ts';
import { elsewhere } from '../../../desk/src/texts.ts';
import { clearCalendar, day, recorded, reserve } from '../../support/desk.ts';
import { editor, TestService, token } from '../../support/service.ts';

/** What the desk does with the service's responses, without its DOM. */
let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await TestService.start({ desk: true });
  client = createClient(await token('ed', editor));
});
afterAll(() => service[Symbol.asyncDispose]());

/** Requests of the desk whose responses are lost: those whose path has this, and how many. */
let lost: { path: string; count: number };
/** The paths of the changes that were sent. */
let sent: string[];
/** Whether each request says which response the page has. */
let isKnown: boolean[];
beforeEach(async () => {
  [lost, sent, isKnown] = [{ path: '', count: 0 }, [], []];
  await clearCalendar(service.database);
  const reach = globalThis.fetch;
  // The page's origin is that of the desk.
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    isKnown.push(new Headers(init?.headers).has('If-None-Match'));
    const response = await reach(new URL(String(input), service.adminUrl), init);
    if (init?.method === 'GET' || !String(input).startsWith('/')) return response;
    sent.push(String(input));
    if (lost.count > 0 && String(input).includes(lost.path)) {
      lost.count--;
      throw new TypeError('Failed to fetch');
    }
    return response;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const progress = () => ({ onProgress: () => {}, signal: new AbortController().signal });
const bob = { ...editor, sub: 'bob', name: 'Bob' };
const blocksOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ date: day(from + index), label: 'Retreat' }));

describe('a response is lost', () => {
  test('once: the same request again, and one record', async () => {
    lost = { path: 'move', count: 1 };
    const verse = { id: await reserve(service.database, day(20), 'ann'), reference: 'John 3:16' };
    const move: PendingChange = { action: 'move', verse, from: day(20), to: day(22) };
    expect(await perform(client, move, progress())).toMatchObject({ done: move, rejected: [] });
    expect(sent).toHaveLength(2);
    expect(await recorded(service.database)).toEqual(['move']);
  });

  test('twice: nobody knows, and trying again changes nothing more', async () => {
    lost = { path: 'pause', count: 2 };
    const outcome = await perform(client, { action: 'pause' }, progress());
    expect(outcome).toMatchObject({ done: undefined, rest: { action: 'pause' } });
    expect(isUnknown(outcome.problem)).toBe(true);
    expect((await perform(client, { action: 'pause' }, progress())).done).toEqual({ action: 'pause' });
    expect(await recorded(service.database)).toEqual(['pause']);
  });

  test('of a block: what it did is done when it is sent again, and what was blocked before is not', async () => {
    await service.change('POST', 'blocked-dates', { dates: [day(22)], label: 'Feast' });
    lost = { path: 'blocked-dates', count: 1 };
    const change: PendingChange = { action: 'block', blocks: blocksOf(20, 23) };
    const outcome = await perform(client, change, progress());
    expect(outcome).toMatchObject({ done: undefined, rejected: [], rest: { blocks: change.blocks } });
    const again = await perform(client, outcome.rest as PendingChange, progress());
    expect(again.done).toEqual({ action: 'block', blocks: change.blocks.toSpliced(2, 1) });
    expect(again.rejected).toMatchObject([{ day: { date: day(22), label: 'Feast' } }]);
    expect(await recorded(service.database)).toEqual(['block', 'block']);
  });
});

test('of a block that is sent again, only the first request may have been made before', async () => {
  const blocks = [...blocksOf(20, 20), { date: day(21), label: 'Feast' }];
  for (const { date, label } of blocks) await service.change('POST', 'blocked-dates', { dates: [date], label });
  expect(await perform(client, { action: 'block', blocks, isRepeated: true }, progress())).toMatchObject({
    done: { blocks: blocks.slice(0, 1) },
    rejected: [{ outcome: 'unchanged', day: { label: 'Feast' } }],
  });
  const unblock: PendingChange = { action: 'unblock', blocks: blocksOf(30, 30), isRepeated: true };
  expect(await perform(client, unblock, progress())).toMatchObject({ done: { blocks: unblock.blocks } });
  const { rest } = await perform(createClient('rejected'), unblock, progress());
  expect(rest).toMatchObject({ isRepeated: false });
});

test('dates that are taken or blocked are rejected, and the others are changed', async () => {
  await reserve(service.database, day(21), 'ann');
  const [before, change] = [blocksOf(20, 20), blocksOf(20, 22)];
  await perform(client, { action: 'block', blocks: before }, progress());
  expect(await perform(client, { action: 'block', blocks: change }, progress())).toMatchObject({
    done: { blocks: change.slice(2) },
    rejected: [
      { outcome: 'unchanged', day: { label: 'Retreat' } },
      { outcome: 'taken', day: { submission: { reference: 'John 3:16' } } },
    ],
  });
});

test('a request takes 400 dates of one label, and a change ends between two', async () => {
  const block: BlockChange = { action: 'block', blocks: [...blocksOf(20, 421), { date: day(500), label: 'Feast' }] };
  const onProgress = jest.fn();
  expect(await perform(client, block, { ...progress(), onProgress })).toEqual({ ...noOutcome, done: block });
  expect(onProgress.mock.calls).toEqual([[400], [402], [403]]);
  expect(await recorded(service.database)).toEqual(['block', 'block', 'block']);

  const end = new AbortController();
  const unblock: BlockChange = { ...block, action: 'unblock' };
  const outcome = await perform(client, unblock, { onProgress: () => end.abort(), signal: end.signal });
  expect(outcome).toEqual({
    ...noOutcome,
    done: { action: 'unblock', blocks: block.blocks.slice(0, 400) },
    rest: { action: 'unblock', blocks: block.blocks.slice(400) },
  });
});

test('the next free date is one that a player could get', async () => {
  const calendar = await client.getCalendar({ from: day(0), to: day(0) });
  if (calendar.status !== 200) throw new Error(calendar.error);
  const { firstBookable, lastBookable } = calendar;
  await reserve(service.database, firstBookable, 'ann');
  expect(await findNextFree(client, calendar, day(0))).toBe(addDays(firstBookable, 1));
  await service.change('POST', 'blocked-dates', { dates: [day(21)], label: 'Feast' });
  expect(await findNextFree(client, calendar, day(20))).toBe(day(22));
  expect(await findNextFree(client, calendar, lastBookable)).toBeUndefined();
});

describe('what another operator has changed meanwhile', () => {
  test.each<[string, (id: number) => Promise<unknown>, string, string[], number | undefined]>([
    [
      'the verse has moved',
      async (id) => await service.change('POST', `submissions/${id}/move`, { from: day(20), to: day(50) }, bob),
      `Bob moved John 3:16 from ${longDate(day(20))} to ${longDate(day(50))}. Nothing was changed.`,
      [`${longDate(day(20))}: free`, `${longDate(day(22))}: free`, `${longDate(day(50))}: John 3:16`],
      50,
    ],
    [
      'the verse is withdrawn',
      async (id) => await service.change('POST', `submissions/${id}/withdraw`, { from: day(20) }, bob),
      `Bob withdrew John 3:16 from ${longDate(day(20))}. Nothing was changed.`,
      [`${longDate(day(20))}: free`, `${longDate(day(22))}: free`, 'John 3:16 is withdrawn.'],
      undefined,
    ],
    [
      'the verse has moved, and nobody knows by whom',
      async (id) => {
        await service.change('POST', `submissions/${id}/move`, { from: day(20), to: day(19) }, bob);
        await service.change('POST', `submissions/${id}/move`, { from: day(19), to: day(20) }, bob);
        await service.database.query('update scheduled_submission set scheduled_date = $1', [day(50)]);
      },
      `${elsewhere}. Nothing was changed.`,
      [`${longDate(day(20))}: free`, `${longDate(day(22))}: free`, `${longDate(day(50))}: John 3:16`],
      50,
    ],
    [
      'another verse is on the date',
      async () => await reserve(service.database, day(22), 'bob', ['PSA', 23, 1]),
      `${longDate(day(22))} has Psalm 23:1 now. Nothing was changed.`,
      [],
      22,
    ],
    [
      'the date is blocked',
      async () => await service.change('POST', 'blocked-dates', { dates: [day(22)], label: 'Feast' }),
      `${longDate(day(22))} is blocked now: Feast. Nothing was changed.`,
      [],
      22,
    ],
    [
      'the row is gone',
      async () => await service.database.query('truncate scheduled_submission'),
      'No such submission.',
      [],
      undefined,
    ],
  ])('%s', async (_title, meanwhile, text, details, date) => {
    const id = await reserve(service.database, day(20), 'ann');
    await meanwhile(id);
    const move: PendingChange = { action: 'move', verse: { id, reference: 'John 3:16' }, from: day(20), to: day(22) };
    const message = messageOf(move, await perform(client, move, progress()), 'ed');
    expect(message.details.map((detail) => detail.text)).toEqual(details);
    expect(message).toMatchObject({ texts: [text], undo: undefined, tryAgain: undefined });
    expect(message.date).toBe(date && day(date));
  });

  test('is theirs, also if it is the same change; what the operator made is the operator’s', async () => {
    const ownVerse = { bookId: 'JHN', chapter: 1, verse: 14, reference: 'John 1:14' } as const;
    const verse = { id: await reserve(service.database, day(20), 'ann'), reference: 'John 3:16' };
    const said = async (change: PendingChange) => messageOf(change, await perform(client, change, progress()), 'ed');
    const theirs = (text: string, date: number) => ({
      texts: [`${text}. Nothing was changed.`],
      undo: undefined,
      date: day(date),
      isPassing: false,
    });
    await service.change('POST', `submissions/${verse.id}/move`, { from: day(20), to: day(21) }, bob);
    await service.change('POST', `submissions/${verse.id}/move`, { from: day(21), to: day(22) }, bob);
    const move = { action: 'move', verse, from: day(20), to: day(22) } as const;
    const moved = `Bob moved John 3:16 from ${longDate(day(21))} to ${longDate(day(22))}`;
    expect(await said(move)).toMatchObject({ ...theirs(moved, 22), details: [] });
    await service.change('POST', `submissions/${verse.id}/withdraw`, { from: day(22) }, bob);
    const withdraw = { action: 'withdraw', verse, from: day(22), endCooldown: false } as const;
    const withdrawn = `Bob withdrew John 3:16 from ${longDate(day(22))}`;
    expect(await said(withdraw)).toMatchObject({ ...theirs(withdrawn, 22), details: [] });
    await service.change('POST', `submissions/${verse.id}/restore`, { to: day(24) }, bob);
    const restored = `Bob restored John 3:16 to ${longDate(day(24))}`;
    const details = [{ text: `${longDate(day(22))}: free` }, { text: `${longDate(day(24))}: John 3:16` }];
    expect(await said({ action: 'restore', verse, to: day(22) })).toMatchObject({ ...theirs(restored, 24), details });
    const set = { action: 'set', ownVerse, to: day(22), blocked: false } as const;
    await service.change('PUT', `verses/${day(22)}`, ownVerse, bob);
    expect(await said(set)).toMatchObject(theirs(`Bob set John 1:14 on ${longDate(day(22))}`, 22));

    const text = `John 1:14 is on ${longDate(day(23))} now.`;
    expect(await said({ ...set, to: day(23) })).toMatchObject({ texts: [text], isPassing: true });
    expect(await said({ ...withdraw, from: day(24) })).toMatchObject({ undo: { action: 'restore' }, isPassing: true });
  });

  test('is taken for the operator’s own if the record cannot be read, or nobody knows who the operator is', async () => {
    const verse = { id: await reserve(service.database, day(20), 'ann'), reference: 'John 3:16' };
    await service.change('POST', `submissions/${verse.id}/withdraw`, { from: day(20) }, bob);
    const withdraw = { action: 'withdraw', verse, from: day(20), endCooldown: false } as const;
    const own = { undo: { action: 'restore' }, isPassing: true };
    const unreadable = { ...client, listChanges: () => Promise.reject(new Error('lost')) };
    expect(messageOf(withdraw, await perform(unreadable, withdraw, progress()), 'ed')).toMatchObject(own);
    expect(messageOf(withdraw, await perform(client, withdraw, progress()))).toMatchObject(own);
  });
});

test('a block that came while somebody typed a verse for the date keeps it off, and is named', async () => {
  await service.change('POST', 'blocked-dates', { dates: [day(22)], label: 'Feast' });
  const ownVerse = { bookId: 'JHN', chapter: 1, verse: 14, reference: 'John 1:14' } as const;
  const set: PendingChange = { action: 'set', ownVerse, to: day(22), blocked: false };
  const message = messageOf(set, await perform(client, set, progress()), 'ed');
  const text = `${longDate(day(22))} is blocked now: Feast. Nothing was changed.`;
  expect(message).toMatchObject({ texts: [text], details: [], undo: undefined, date: day(22) });
  const seen = { ...set, blocked: true };
  expect(await perform(client, seen, progress())).toMatchObject({ done: seen });
});

describe('what was done before a change was tried again', () => {
  const change = (from: number, to: number): PendingChange => ({ action: 'block', blocks: blocksOf(from, to) });
  const taken = (date: string) => ({ outcome: 'taken', day: { date, state: 'reserved' } }) as const;

  test('counts with what is done now', () => {
    const before = { ...noOutcome, done: change(20, 21), rejected: [taken(day(19))] };
    const problem = new TypeError('Failed to fetch');
    const now = { ...noOutcome, done: change(22, 22), rejected: [taken(day(23))], problem, rest: change(24, 24) };
    const rejected = [taken(day(19)), taken(day(23))];
    expect(join(before, now)).toEqual({ ...now, done: change(20, 22), rejected });
  });

  test('is all that is done if nothing is done now', () => {
    expect(join({ ...noOutcome, done: change(20, 21) }, noOutcome).done).toEqual(change(20, 21));
  });
});

test('each range of dates is read again by its own ETag', async () => {
  for (const days of [20, 21, 20]) await client.getCalendar({ from: day(days), to: day(days) });
  expect(isKnown).toEqual([false, false, true]);
});
