import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TestClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestService, token, validSubmission } from '../support/service.ts';

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

  test('gets the same 201 on another day of the player', async () => {
    await service.solve('bob');
    await service.solve('bob', '2026-11-22');
    const first = await service.submit('bob', validSubmission, key);
    const tomorrow = await service.submit('bob', { ...validSubmission, localDate: '2026-11-22' }, key);
    expect(tomorrow).toMatchObject({ status: 201, text: first.text });
  });

  test('must still pass check 4', async () => {
    await service.solve('cat');
    await service.submit('cat', validSubmission, key);
    expect((await service.submit('cat', { ...validSubmission, localDate: '2026-11-22' }, key)).status).toBe(403);
  });

  test('is a new submission once the cooldown is over', async () => {
    await service.solve('dan');
    const { now } = clock;
    const first = await service.submit('dan', validSubmission, key);
    clock.now = now.add({ hours: 168 });
    const second = await service.submit('dan', validSubmission, key);
    clock.now = now;
    expect(second.status).toBe(201);
    expect(second.body.scheduledDate).not.toBe(first.body.scheduledDate);
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

  test('gets 429 for another verse when both arrive at once', async () => {
    await service.solve('eva');
    const verses = [validSubmission, { ...validSubmission, verse: 17 }];
    const responses = await Promise.all(verses.map((verse) => service.submit('eva', verse, key)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 429]);
  });

  test('gets the 201 whose connection was cut after the commit', async () => {
    await service.solve('fay');
    const { promise: submitted, resolve } = Promise.withResolvers<void>();
    const proxy = createServer((client) => {
      const { hostname, port } = new URL(service.url);
      const server = connect(Number(port), hostname);
      client.pipe(server);
      // The response has begun, so the transaction is committed. The client gets none of it.
      server.once('data', () => {
        client.resetAndDestroy();
        server.destroy();
        resolve();
      });
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const lost = fetch(`http://127.0.0.1:${port}/api/submit-verse`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await token('fay')}`, ...key },
      body: JSON.stringify(validSubmission),
    });
    await expect(lost).rejects.toThrow('fetch failed');
    await submitted;
    proxy.close();

    expect(await rowsOf('fay')).toHaveLength(1);
    const response = await service.submit('fay', validSubmission, key);
    expect(response.status).toBe(201);
    expect(await rowsOf('fay')).toMatchObject([{ date: response.body.scheduledDate }]);
  });
});

describe('once the operator has changed the submission, a request that is retried with its key', () => {
  let first: Awaited<ReturnType<TestService['submit']>>;
  const retry = (user: string) => service.submit(user, validSubmission, key);
  const submitAs = async (user: string) => {
    await service.solve(user);
    first = await retry(user);
    expect(first.status).toBe(201);
  };
  const change = (user: string, set: string) =>
    database.query(`update scheduled_submission set ${set} where user_id = $1`, [user]);
  const withdrawal = 'scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date';

  test('gets the same 201 after a move, and after the move back', async () => {
    await submitAs('moved');
    await change('moved', "scheduled_date = '2027-11-01', moved_from = scheduled_date");
    expect(await retry('moved')).toMatchObject({ status: 201, text: first.text });
    await change('moved', 'scheduled_date = moved_from, moved_from = null');
    expect(await retry('moved')).toMatchObject({ status: 201, text: first.text });
  });

  test.each(['withdrawn', 'moved and withdrawn'])(
    'gets the cooldown after a withdrawal, of a moved submission, too: %s',
    async (user) => {
      await submitAs(user);
      if (user === 'moved and withdrawn')
        await change('moved and withdrawn', "scheduled_date = '2027-11-02', moved_from = scheduled_date");
      await change(user, withdrawal);
      expect(await retry(user)).toMatchObject({
        status: 429,
        body: { error: 'Cooldown active', cooldownEndsAt: '2026-11-28T12:00:00.000Z' },
      });
    },
  );

  test('is a new submission after a withdrawal that ends the cooldown', async () => {
    await submitAs('free again');
    await change('free again', `${withdrawal}, cooldown_ended = true`);
    const second = await retry('free again');
    expect(second).toMatchObject({ status: 201, text: first.text }); // the date is free again
    expect(await retry('free again')).toMatchObject({ status: 201, text: second.text });
    expect(await rowsOf('free again')).toHaveLength(2);
  });
});

describe('the cooldown still applies to', () => {
  test.each([
    ['is empty', ''],
    ['has a space', 'a key'],
    ['is not ASCII', 'clé'],
    ['has 256 characters', 'k'.repeat(256)],
  ])('a repeated key that is ignored because it %s', async (title, malformed) => {
    await service.solve(title);
    const headers = { 'Idempotency-Key': malformed };
    expect((await service.submit(title, validSubmission, headers)).status).toBe(201);
    expect((await service.submit(title, validSubmission, headers)).status).toBe(429);
  });

  test('a retry with a key, if the submission had none', async () => {
    await service.solve('hal');
    await service.submit('hal');
    expect((await service.submit('hal', validSubmission, key)).status).toBe(429);
  });
});

test('two players may use the same key', async () => {
  await service.solve(['ida', 'jim']);
  const dates = [await service.submit('ida', validSubmission, key), await service.submit('jim', validSubmission, key)];
  expect(new Set(dates.map(({ body }) => body.scheduledDate)).size).toBe(2);
});

test.each([
  ['the longest key that is allowed', 'k'.repeat(255)],
  ['every visible character', String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index))],
])('%s is accepted as a key', async (title, value) => {
  await service.solve(title);
  const headers = { 'Idempotency-Key': value };
  const [first, second] = [
    await service.submit(title, validSubmission, headers),
    await service.submit(title, validSubmission, headers),
  ];
  expect(second).toMatchObject({ status: 201, text: first.text });
});
