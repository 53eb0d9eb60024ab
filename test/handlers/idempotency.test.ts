import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TestClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestService, validSubmission } from '../support/service.ts';

/** With an `Idempotency-Key`, a client that lost a response can retry its request. */
const key = { 'Idempotency-Key': '8e03978e-40d5-43dd-bc93-6894a57f9324' };

let database: TestDatabase;
let service: TestService;
let other: TestService;
const clock = new TestClock('2026-11-21T12:00:00Z');
beforeAll(async () => {
  database = await createTestDatabase();
  service = await TestService.start({ database, clock: clock.read });
  // This instance has other rules, so only stored data can give the same response again.
  other = await TestService.start({ database, clock: clock.read, env: { SCHEDULE_WINDOW_DAYS: '3' } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await database.drop();
});

async function rowsOf(user: string): Promise<unknown[]> {
  return (await service.submissions()).filter(({ user_id }) => user_id === user);
}

describe('a request that is retried with its key', () => {
  test('gets the same 201 again, from any instance', async () => {
    await service.solve('ann');
    const submission = { ...validSubmission, bookId: 'PSA', chapter: 119, verse: 176 };
    const first = await service.submit('ann', submission, key);
    expect(first).toMatchObject({ status: 201, body: { reference: 'Psalm 119:176' } });
    for (const instance of [service, other]) {
      const again = await instance.submit('ann', submission, key);
      expect(again).toMatchObject({ status: 201, text: first.text });
    }
    expect(await rowsOf('ann')).toHaveLength(1);
  });

  test('gets 429 for another verse, even an invalid one, because check 5 comes first', async () => {
    await service.solve('ben');
    await service.submit('ben', validSubmission, key);
    for (const other of [{ bookId: '1JN' }, { chapter: 1 }, { verse: 17 }, { verse: 37 }, { verse: '16' }]) {
      expect((await service.submit('ben', { ...validSubmission, ...other }, key)).status).toBe(429);
    }
  });

  test('gets the same 201 as the first when both arrive at once, on two instances', async () => {
    await service.solve('eve');
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? other : service).submit('eve', validSubmission, key)),
    );
    const [stored] = await database.query<{ window_text: string }>(
      "select window_text from scheduled_submission where user_id = 'eve'",
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses[0]?.body.windowText).toBe(stored?.window_text);
    expect(await rowsOf('eve')).toHaveLength(1);
  });
});

test('after a move, and after the move back, a retry gets the same 201', async () => {
  await service.solve('moved');
  const first = await service.submit('moved', validSubmission, key);
  for (const set of [
    "scheduled_date = '2027-11-01', moved_from = scheduled_date",
    'scheduled_date = moved_from, moved_from = null',
  ]) {
    await database.query(`update scheduled_submission set ${set} where user_id = 'moved'`);
    expect(await service.submit('moved', validSubmission, key)).toMatchObject({ status: 201, text: first.text });
  }
});

test('after a withdrawal, a retry gets the cooldown, or a new date if the operator has ended that', async () => {
  await service.solve('withdrawn');
  const first = await service.submit('withdrawn', validSubmission, key);
  await database.query(`
    update scheduled_submission
    set scheduled_date = null, moved_from = scheduled_date, withdrawn_at = now(), withdrawn_from = '2027-11-02'
    where user_id = 'withdrawn'`);
  expect(await service.submit('withdrawn', validSubmission, key)).toMatchObject({
    status: 429,
    body: { error: 'Cooldown active', cooldownEndsAt: '2026-11-28T12:00:00.000Z' },
  });
  await database.query("update scheduled_submission set cooldown_ended = true where user_id = 'withdrawn'");
  for (const _ of ['new', 'repeated']) {
    // The date is free again.
    expect(await service.submit('withdrawn', validSubmission, key)).toMatchObject({ status: 201, text: first.text });
  }
  expect(await rowsOf('withdrawn')).toHaveLength(2);
});

test.each([
  ['is empty', 429, ''],
  ['has a space', 429, 'a key'],
  ['is not ASCII', 429, 'clé'],
  ['has 256 characters', 429, 'k'.repeat(256)],
  ['has 255 characters', 201, 'k'.repeat(255)],
  ['has every visible character', 201, String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index))],
])('a repeated key that %s gets %i: one of another form is ignored', async (title, status, value) => {
  await service.solve(title);
  const submit = async () => await service.submit(title, validSubmission, { 'Idempotency-Key': value });
  const first = await submit();
  expect(first.status).toBe(201);
  expect(await submit()).toMatchObject({ status, ...(status === 201 && { text: first.text }) });
});

test('two players may use the same key', async () => {
  await service.solve(['ida', 'jim']);
  const dates = [await service.submit('ida', validSubmission, key), await service.submit('jim', validSubmission, key)];
  expect(new Set(dates.map(({ body }) => body.scheduledDate)).size).toBe(2);
});
