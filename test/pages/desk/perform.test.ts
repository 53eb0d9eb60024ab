import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PendingChange } from '../../../desk/src/changes.ts';
import { type Client, createClient } from '../../../desk/src/client.ts';
import { addDays, longDate } from '../../../desk/src/dates.ts';
import { messageOf } from '../../../desk/src/message.ts';
import { findFree, isUnknown, join, noOutcome, perform } from '../../../desk/src/perform.ts';
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
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

/** Requests of the desk whose responses are lost: those whose path has this, and how many. */
let lost: { path: string; count: number };
/** The paths of the changes that were sent. */
let sent: string[];
beforeEach(async () => {
  [lost, sent] = [{ path: '', count: 0 }, []];
  await clearCalendar(service.database);
  const reach = globalThis.fetch;
  // The page's origin is that of the desk.
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
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

const ignore = () => {};
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => day(from + index));

describe('a response is lost', () => {
  test('once: the same request again, and one record', async () => {
    lost = { path: 'move', count: 1 };
    const verse = { id: await reserve(service.database, day(20), 'ann'), reference: 'John 3:16' };
    const move: PendingChange = { action: 'move', verse, from: day(20), to: day(22) };
    expect(await perform(client, move, ignore)).toEqual({ done: move, rejected: [] });
    expect(sent).toHaveLength(2);
    expect(await recorded(service.database)).toEqual(['move']);
  });

  test('twice: nobody knows, and trying again changes noOutcome more', async () => {
    lost = { path: 'pause', count: 2 };
    const outcome = await perform(client, { action: 'pause' }, ignore);
    expect(outcome).toMatchObject({ done: undefined, rest: { action: 'pause' } });
    expect(isUnknown(outcome.problem)).toBe(true);
    expect((await perform(client, { action: 'pause' }, ignore)).done).toEqual({ action: 'pause' });
    expect(await recorded(service.database)).toEqual(['pause']);
  });

  test('within a range: the rest can be sent again', async () => {
    lost = { path: day(22), count: 2 };
    const block: PendingChange = { action: 'block', dates: range(20, 23), label: 'Retreat' };
    const outcome = await perform(client, block, ignore);
    expect(outcome.done).toEqual({ ...block, dates: range(20, 21) });
    expect(outcome.rest).toEqual({ ...block, dates: range(22, 23) });
    expect((await perform(client, outcome.rest as PendingChange, ignore)).done).toEqual(outcome.rest);
    expect(await recorded(service.database)).toEqual(Array(4).fill('block'));
  });
});

test('a date that is taken meanwhile is rejected, and does not keep the others from being changed', async () => {
  await reserve(service.database, day(21), 'ann');
  const onProgress = jest.fn();
  const outcome = await perform(client, { action: 'block', dates: range(20, 22), label: 'Retreat' }, onProgress);
  expect(outcome).toMatchObject({
    done: { dates: [day(20), day(22)] },
    rejected: [{ date: day(21), day: { state: 'reserved', submission: { reference: 'John 3:16' } } }],
  });
  expect(onProgress.mock.calls).toEqual([[1], [2], [3]]);
});

test('free dates are told from others, over more dates than a request can ask for', async () => {
  await reserve(service.database, day(21), 'ann');
  await service.desk('PUT', `blocked-dates/${day(22)}`, { label: 'Feast' });
  expect(await findFree(client, [...range(20, 23), day(5_000)])).toMatchObject({
    free: [day(20), day(23), day(5_000)],
    rejected: [
      { date: day(21), day: { state: 'reserved' } },
      { date: day(22), day: { state: 'blocked', label: 'Feast' } },
    ],
  });
});

test('the next free date is one that a player could get', async () => {
  const calendar = await client.getCalendar({ from: day(0), to: day(0) });
  if (calendar.status !== 200) throw new Error(calendar.error);
  const { firstBookable, lastBookable } = calendar;
  await reserve(service.database, firstBookable, 'ann');
  expect(await findNextFree(client, calendar, day(0))).toBe(addDays(firstBookable, 1));
  await service.desk('PUT', `blocked-dates/${day(21)}`, { label: 'Feast' });
  expect(await findNextFree(client, calendar, day(20))).toBe(day(22));
  expect(await findNextFree(client, calendar, lastBookable)).toBeUndefined();
});

describe('what another operator has changed meanwhile', () => {
  test.each<[string, (id: number) => Promise<unknown>, string, string[], number | undefined]>([
    [
      'the verse has moved',
      async (id) => await service.desk('POST', `submissions/${id}/move`, { from: day(20), to: day(50) }),
      `${elsewhere}. Nothing was changed.`,
      [`${longDate(day(20))}: free`, `${longDate(day(22))}: free`, `${longDate(day(50))}: John 3:16`],
      50,
    ],
    [
      'the verse is withdrawn',
      async (id) => await service.desk('POST', `submissions/${id}/withdraw`, { from: day(20) }),
      `${elsewhere}. Nothing was changed.`,
      [`${longDate(day(20))}: free`, `${longDate(day(22))}: free`, 'John 3:16 is withdrawn.'],
      undefined,
    ],
    [
      'another verse is on the date',
      async () => await reserve(service.database, day(22), 'bob', ['PSA', 23, 1]),
      'Another verse is on this date. Nothing was changed.',
      [`${longDate(day(20))}: John 3:16`, `${longDate(day(22))}: Psalm 23:1`],
      20,
    ],
    [
      'the date is blocked',
      async () => await service.desk('PUT', `blocked-dates/${day(22)}`, { label: 'Feast' }),
      'The date is blocked. Nothing was changed.',
      [`${longDate(day(20))}: John 3:16`, `${longDate(day(22))}: blocked: Feast`],
      20,
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
    const message = messageOf(move, await perform(client, move, ignore));
    expect(message.details.map((detail) => detail.text)).toEqual(details);
    expect(message).toMatchObject({ texts: [text], undo: undefined, tryAgain: undefined });
    expect(message.date).toBe(date && day(date));
  });
});

describe('what was done before a change was tried again', () => {
  const block: PendingChange = { action: 'block', dates: ['2026-12-25', '2026-12-26'], label: 'Feast' };
  const rest: PendingChange = { action: 'block', dates: ['2026-12-27', '2026-12-28'], label: 'Feast' };
  const refusal = (date: string) => ({ date, error: 'The date has begun' });

  test('counts with what is done now', () => {
    const before = { done: block, rejected: [refusal('2026-12-24')] };
    const problem = new TypeError('Failed to fetch');
    const now = { done: { ...rest, dates: ['2026-12-27'] }, rejected: [refusal('2026-12-28')], problem, rest };
    expect(join(before, now)).toEqual({
      done: { action: 'block', dates: ['2026-12-25', '2026-12-26', '2026-12-27'], label: 'Feast' },
      rejected: [refusal('2026-12-24'), refusal('2026-12-28')],
      problem,
      rest,
    });
  });

  test('is all that is done if noOutcome is done now', () => {
    expect(join({ done: block, rejected: [] }, { done: undefined, rejected: [] }).done).toEqual(block);
  });

  test('is noOutcome if noOutcome was done before', () => {
    expect(join(noOutcome, { done: rest, rejected: [] })).toEqual({ done: rest, rejected: [] });
    expect(join(noOutcome, { done: { action: 'pause' }, rejected: [] }).done).toEqual({ action: 'pause' });
  });

  test('is left out if what is done now has no dates', () => {
    expect(join({ done: block, rejected: [] }, { done: { action: 'pause' }, rejected: [] }).done).toEqual({
      action: 'pause',
    });
  });
});
