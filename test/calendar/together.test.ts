import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { countInserts, failInserts } from '../support/conflicts.ts';
import { type TestResponse, TestService, validSubmission } from '../support/service.ts';

/** Submissions that arrive while a reservation is under way share the next transaction. All of them pass checks 4 and 5 before. */
let service: TestService;
beforeEach(async () => {
  service = await TestService.start();
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
});

const players = Array.from({ length: 12 }, (_, index) => `player ${index}`);

/** Sends requests, one of each player unless given, while another player's reservation dawdles: all of them share the next transaction. */
async function submitTogether(
  requests: readonly (() => Promise<TestResponse>)[] = players.map((player) => () => service.submit(player)),
): Promise<TestResponse[]> {
  await service.database.query(`
    create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$`);
  await service.database.query(`
    create trigger dawdle after insert on scheduled_submission
      for each row when (new.user_id = 'slow') execute function dawdle()`);
  await service.solve(['slow', ...players]);
  const slow = service.submit('slow');
  await reservationUnderWay();
  const responses = await Promise.all(requests.map((send) => send()));
  expect((await slow).status).toBe(201);
  return responses;
}

async function reservationUnderWay(): Promise<void> {
  const sleeping = "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
  while ((await service.database.query(sleeping)).length === 0);
}

/** How many transactions have stored a submission. */
async function transactions(): Promise<number> {
  const [row] = await service.database.query<{ count: number }>(
    'select count(distinct xmin::text)::integer as count from scheduled_submission',
  );
  return row?.count ?? 0;
}

const statuses = (responses: TestResponse[]) => responses.map(({ status }) => status);
const dates = (responses: TestResponse[]) => responses.map(({ body }) => body.scheduledDate);

describe('submissions that arrive together', () => {
  test('share a transaction, and get the dates in a row', async () => {
    const responses = await submitTogether();
    expect(statuses(responses)).toEqual(players.map(() => 201));
    expect(await transactions()).toBe(2);
    const stored = await service.submissions();
    expect(dates(responses).sort()).toEqual(stored.slice(1).map(({ date }) => date));
  });

  test('fail together when the database rejects one of them, and nobody is tried alone', async () => {
    await failInserts(service.database, '23514', 1_000, "new.user_id = 'player 5'");

    const responses = await submitTogether();

    expect(statuses(responses)).toEqual(players.map(() => 500));
    expect(await countInserts(service.database)).toBe(1);
    expect((await service.submissions()).map(({ user_id }) => user_id)).toEqual(['slow']);
    expect((await service.submit('player 0')).status).toBe(201);
  });

  test('are all tried again after a conflict, five times in all', async () => {
    await failInserts(service.database, '40001', 1_000, "new.user_id <> 'slow'");

    const responses = await submitTogether();

    expect(statuses(responses)).toEqual(players.map(() => 500));
    expect(await countInserts(service.database)).toBe(5);
  });

  test("and of which two are one player's: the second is 429, or the first response again with the same key", async () => {
    const key = { 'Idempotency-Key': 'of-player-0' };
    const responses = await submitTogether([
      ...players.map((player) => () => service.submit(player, validSubmission, player === 'player 0' ? key : {})),
      () => service.submit('player 0', validSubmission, key),
      () => service.submit('player 1', { ...validSubmission, verse: 17 }),
    ]);

    expect(statuses(responses)).toEqual([...players.map(() => 201), 201, 429]);
    expect(responses.at(-2)?.text).toBe(responses[0]?.text);
    const stored = await service.submissions();
    expect(dates(responses.slice(0, -2)).sort()).toEqual(stored.slice(1).map(({ date }) => date));
    expect(await transactions()).toBe(2);
  });

  test('and one of which is of a player who has just submitted elsewhere: that one is 429', async () => {
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
    // It leaves no gap: the others get the earliest free dates.
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

  test('and for which too few dates are left, get those that are left', async () => {
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
