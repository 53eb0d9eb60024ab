import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getEligibilityOperation, listSubmissionsOperation } from '../../src/generated/operations.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { TestService, token, validSubmission } from '../support/service.ts';
import { allowOddRows } from '../support/submissions.ts';

/**
 * Rows of other programs, most from before the constraints rejected them. They harm their own
 * player at most.
 */
const now = Temporal.Instant.from('2026-11-21T12:00:00Z');
const current = '2026-11-20T12:00:00Z';
const rows = [
  { user: 'far date', bookId: 'GEN', date: '12030-01-05', createdAt: current },
  { user: 'date BC', bookId: 'GEN', date: '0044-03-15 BC', createdAt: current },
  { user: 'unknown book', bookId: 'XYZ', date: '2026-12-01', createdAt: current },
  { user: 'missing chapter', bookId: 'GEN', chapter: 200, date: '2026-12-05', createdAt: current },
  { user: 'far instant', bookId: 'GEN', date: '2026-12-02', createdAt: '12030-01-05T00:00:00Z' },
  { user: 'last instant', bookId: 'GEN', date: '2026-12-03', createdAt: '9999-12-31T00:00:00Z' },
  { user: 'latest instant', bookId: 'GEN', date: '2026-12-06', createdAt: '9999-12-24T23:59:59.9995Z' },
  { user: 'instant BC', bookId: 'GEN', date: '2026-12-04', createdAt: '0044-03-15T00:00:00Z BC' },
];
const odd = rows.map(({ user }) => user);
const verseOf = (user: string) => {
  const row = rows.find((each) => each.user === user);
  return row && { bookId: row.bookId, chapter: row.chapter ?? 1, verse: 1 };
};
const others = Array.from({ length: 20 }, (_, index) => `player ${index}`);

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ clock: () => now });
  await allowOddRows(service.database);
  await service.solve([...odd, ...others]);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  const { database } = service;
  await database.query('delete from scheduled_submission');
  for (const { user, bookId, chapter = 1, date, createdAt } of rows) {
    await database.query(
      `insert into scheduled_submission
         (user_id, book_id, chapter, verse, scheduled_date, created_at, window_text, idempotency_key)
       values ($1, $2, $3, 1, $4, $5, 'December 11, 2026', 'key')`,
      [user, bookId, chapter, date, createdAt],
    );
  }
});

const channel = 'http.server.request.start';

/** Resolves when that many more requests have reached the services of this process. */
function arrivals(count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    const countDown = () => {
      left -= 1;
      if (left > 0) return;
      unsubscribe(channel, countDown);
      resolve();
    };
    subscribe(channel, countDown);
  });
}

/**
 * Sends a request of each player. The first one waits for a table, and all others share the next
 * round trip.
 */
async function together<T>(table: string, send: (user: string) => Promise<T>): Promise<Record<string, T>> {
  const lock = await OpenTransaction.lockingTable(service.database, table);
  const first = send('first');
  await lock.awaited();
  const users = [...odd, ...others];
  const arrived = arrivals(users.length);
  const responses = users.map(send);
  await arrived;
  await lock.rollback();
  await first;
  return Object.fromEntries((await Promise.all(responses)).map((response, index) => [users[index], response]));
}

const get = async (user: string, path: string) =>
  await service.request(path, { headers: { Authorization: `Bearer ${await token(user)}` } });

const statuses = (responses: Record<string, { status: number }>) =>
  Object.fromEntries(Object.entries(responses).map(([user, { status }]) => [user, status]));
const all = (status: number) => Object.fromEntries(others.map((user) => [user, status]));

describe("despite other players' odd rows, a player gets", () => {
  test('their eligibility', async () => {
    const path = `${getEligibilityOperation.path}?localDate=${validSubmission.localDate}`;
    const responses = await together('daily_completion', (user) => get(user, path));
    expect(statuses(responses)).toEqual({
      ...all(200),
      ...Object.fromEntries(odd.map((user) => [user, 200])),
    });
    expect(responses['latest instant']?.body).toMatchObject({ cooldownEndsAt: '9999-12-31T23:59:59.999Z' });
    expect(responses['player 0']?.body).toMatchObject({ maySubmit: true, solvedToday: true, accepting: true });
    expect(responses['far date']?.body).toMatchObject({ cooldownEndsAt: '2026-11-27T12:00:00.000Z' });
    expect(responses['instant BC']?.body).toMatchObject({ maySubmit: true });
  });

  test('their date', async () => {
    const responses = await together('daily_completion', (user) => service.submit(user));
    expect(statuses(responses)).toEqual({
      ...all(201),
      ...Object.fromEntries(odd.map((user) => [user, 429])),
      'instant BC': 201,
    });
  });

  test('their first response again', async () => {
    for (const user of others) await service.submit(user, validSubmission, { 'Idempotency-Key': 'key' });
    const responses = await together('daily_completion', (user) =>
      service.submit(user, { ...validSubmission, ...verseOf(user) }, { 'Idempotency-Key': 'key' }),
    );
    expect(statuses(responses)).toMatchObject({ ...all(201), 'far date': 500, 'date BC': 500, 'unknown book': 500 });
  });

  test('their list', async () => {
    const responses = await together('scheduled_submission', (user) => get(user, listSubmissionsOperation.path));
    expect(statuses(responses)).toEqual({
      ...all(200),
      ...Object.fromEntries(odd.map((user) => [user, 500])),
      'last instant': 200,
      'latest instant': 200,
      'unknown book': 200,
      'missing chapter': 200,
    });
    for (const user of ['unknown book', 'missing chapter']) expect(responses[user]?.body.submissions).toEqual([]);
  });
});

test('a repeated key gets 429 if the submission has no window text', async () => {
  const submit = () => service.submit('player 0', validSubmission, { 'Idempotency-Key': 'key' });
  await submit();
  await service.database.query("update scheduled_submission set window_text = null where user_id = 'player 0'");
  expect(await submit()).toMatchObject({ status: 429, body: { error: 'Cooldown active' } });
});
