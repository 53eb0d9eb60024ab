import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { countInserts, failInserts } from '../support/conflicts.ts';
import { type TestResponse, TestService, validSubmission } from '../support/service.ts';

/**
 * Submissions that arrive while a reservation is under way share the next transaction. The gate (checks 4 and 5) is
 * passed by all before; what the database then refuses one of them for must touch no other.
 */
let service: TestService;
beforeEach(async () => {
  service = await TestService.start();
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
});

const players = Array.from({ length: 12 }, (_, index) => `player ${index}`);

/** Every player submits while another's reservation dawdles, so that all of them are in one transaction. */
async function submitTogether(): Promise<TestResponse[]> {
  await service.database.query(`
    create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$`);
  await service.database.query(`
    create trigger dawdle after insert on scheduled_submission
      for each row when (new.user_id = 'slow') execute function dawdle()`);
  await service.solve(['slow', ...players]);
  const slow = service.submit('slow');
  await reservationUnderWay();
  const responses = await Promise.all(players.map((player) => service.submit(player)));
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

  test.each([
    ['a constraint refuses', "raise exception using errcode = '23514'"],
    ['a trigger refuses', "raise exception 'not this one'"],
  ])('and one of which %s, touch each other in nothing else', async (_title, refuse) => {
    await service.database.query(`
      create function refuse() returns trigger language plpgsql as $$
      begin if new.user_id = 'player 5' then ${refuse}; end if; return new; end $$`);
    await service.database.query(
      'create trigger refuse before insert on scheduled_submission for each row execute function refuse()',
    );

    const responses = await submitTogether();

    expect(statuses(responses)).toEqual(players.map((player) => (player === 'player 5' ? 500 : 201)));
    const stored = await service.submissions();
    expect(stored.map(({ user_id }) => user_id).sort()).toEqual(
      ['slow', ...players].filter((p) => p !== 'player 5').sort(),
    );
    const [first = ''] = stored.map(({ date }) => date);
    expect(stored.map(({ date }) => date)).toEqual(
      stored.map((_, days) => Temporal.PlainDate.from(first).add({ days }).toString()),
    );
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
  });

  test('and meet a conflict, are tried again, each five times at most in all', async () => {
    await service.solve('first');
    expect((await service.submit('first')).status).toBe(201);
    await failInserts(service.database, '40001', 1_000);
    await service.solve(players);

    const responses = await Promise.all(players.map((player) => service.submit(player)));

    expect(statuses(responses)).toEqual(players.map(() => 500));
    // Whoever shared a transaction counts it as the first attempt, but only its first row is counted before it ends.
    expect(await countInserts(service.database)).toBeLessThanOrEqual(players.length * 5);
    expect(await countInserts(service.database)).toBeGreaterThanOrEqual(players.length * 4);
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
