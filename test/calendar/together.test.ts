import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { countInserts, failInserts, insertAsleep, sleepAfterInsert } from '../support/inserts.ts';
import { type TestResponse, TestService, validSubmission } from '../support/service.ts';

/** Submissions that arrive during a reservation share the next transaction. All of them have passed checks 4 and 5 by then. */
let service: TestService;
beforeEach(async () => {
  service = await TestService.start();
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
});

const players = Array.from({ length: 12 }, (_, index) => `player ${index}`);

/** Sends requests, by default one of each player, during another player's slow reservation: they share the next transaction. */
async function submitTogether(
  requests: readonly (() => Promise<TestResponse>)[] = players.map((player) => () => service.submit(player)),
): Promise<TestResponse[]> {
  await sleepAfterInsert(service.database, 0.5, 'slow');
  await service.solve(['slow', ...players]);
  const slow = service.submit('slow');
  await insertAsleep(service.database);
  const responses = await Promise.all(requests.map((send) => send()));
  expect((await slow).status).toBe(201);
  return responses;
}

/** The number of transactions that have stored a submission. */
async function transactions(): Promise<number> {
  const [row] = await service.database.query<{ count: number }>(
    'select count(distinct xmin::text)::integer as count from scheduled_submission',
  );
  return row?.count ?? 0;
}

const statuses = (responses: TestResponse[]) => responses.map(({ status }) => status);
const dates = (responses: TestResponse[]) => responses.map(({ body }) => body.scheduledDate);

describe('submissions that arrive together', () => {
  test('share a transaction and get consecutive dates', async () => {
    const responses = await submitTogether();
    expect(statuses(responses)).toEqual(players.map(() => 201));
    expect(await transactions()).toBe(2);
    const stored = await service.submissions();
    expect(dates(responses).sort()).toEqual(stored.slice(1).map(({ date }) => date));
  });

  test('all fail when the database rejects one of them; none is retried alone', async () => {
    await failInserts(service.database, '23514', 1_000, "new.user_id = 'player 5'");

    const responses = await submitTogether();

    expect(statuses(responses)).toEqual(players.map(() => 500));
    expect(await countInserts(service.database)).toBe(1);
    expect((await service.submissions()).map(({ user_id }) => user_id)).toEqual(['slow']);
    expect((await service.submit('player 0')).status).toBe(201);
  });

  test('are all retried after a conflict, with five attempts in all', async () => {
    await failInserts(service.database, '40001', 1_000, "new.user_id <> 'slow'");

    const responses = await submitTogether();

    expect(statuses(responses)).toEqual(players.map(() => 500));
    expect(await countInserts(service.database)).toBe(5);
  });

  test("with two of one player: the second gets 429, or the first's response if it has the same key", async () => {
    const key = { 'Idempotency-Key': 'of-player-0' };
    const responses = await submitTogether([
      ...players.map((player) => () => service.submit(player, validSubmission, player === 'player 0' ? key : {})),
      () => service.submit('player 0', validSubmission, key),
      () => service.submit('player 1', { ...validSubmission, verse: 17 }),
    ]);

    const [first, , ...others] = responses.slice(0, -2);
    const [repeated, second] = responses.slice(-2);
    expect(first).toMatchObject({ status: 201, text: repeated?.text });
    // Each request has a connection of its own: either of player 1's may arrive first.
    const ofPlayer1 = [responses[1], second].toSorted((a, b) => (a?.status ?? 0) - (b?.status ?? 0));
    expect(ofPlayer1).toMatchObject([{ status: 201 }, { status: 429 }]);
    expect(statuses(others)).toEqual(others.map(() => 201));
    const stored = await service.submissions();
    const reserved = [first, ofPlayer1[0], ...others].map((response) => response?.body.scheduledDate);
    expect(reserved.sort()).toEqual(stored.slice(1).map(({ date }) => date));
    expect(await transactions()).toBe(2);
  });

  test('with one of a player who has just submitted elsewhere: that one gets 429', async () => {
    await service.database.query(`
      create function outrun() returns trigger language plpgsql as $$
      begin
        if new.user_id = 'slow' then
          insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
          values ('player 5', 'GEN', 1, 1, '2100-01-01');
        end if;
        return new;
      end $$`);
    await service.database.query(
      'create trigger outrun before insert on scheduled_submission for each row execute function outrun()',
    );

    const responses = await submitTogether();

    expect(statuses(responses)).toEqual(players.map((player) => (player === 'player 5' ? 429 : 201)));
    // The rejected one leaves no gap: the others get the earliest free dates.
    const [first = '', ...others] = (await service.submissions())
      .filter(({ user_id }) => user_id !== 'player 5')
      .map(({ date }) => date);
    expect(others).toEqual(
      others.map((_, days) =>
        Temporal.PlainDate.from(first)
          .add({ days: days + 1 })
          .toString(),
      ),
    );
  });

  test('get the dates that are left when there are too few', async () => {
    await using small = await TestService.start({
      database: service.database,
      env: { SCHEDULE_LEAD_DAYS: '2', SCHEDULE_HORIZON_DAYS: '6' },
    });
    await small.solve(players);
    const responses = await Promise.all(players.map((player) => small.submit(player, validSubmission)));
    expect(statuses(responses).sort()).toEqual([...Array(5).fill(201), ...Array(7).fill(500)]);
    expect(await small.submissions()).toHaveLength(5);
  });
});
