import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { site, TestService, token, validSubmission } from '../../support/service.ts';

const today = validSubmission.localDate;
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const players = async () =>
  (await database.query<{ player: string }>('select anonymous_id as player from daily_completion')).map(
    ({ player }) => player,
  );

test('lets the player submit, however often it is recorded', async () => {
  await using service = await TestService.start({ database, puzzle: true });
  expect((await service.submit('ann')).status).toBe(403);
  for (let times = 0; times < 2; times++) {
    expect((await service.puzzle('PUT', `completions/${today}/ann`)).status).toBe(204);
  }
  expect(await players()).toEqual(['ann']);
  expect((await service.submit('ann')).status).toBe(201);
});

test.each(['a/b', 'a%2Fb', 'Zoë ☃ 🙂', ' ', 'a?b#c', '🙂'.repeat(255)])(
  'takes the player %j as it is',
  async (player) => {
    await using service = await TestService.start({ database, puzzle: true });
    expect((await service.puzzle('PUT', `completions/${today}/${encodeURIComponent(player)}`)).status).toBe(204);
    expect(await players()).toEqual([player]);
  },
);

test.each([
  ['x'.repeat(256), 400],
  ['%00', 400],
  ['%ff', 404],
])('rejects the player %s with %i', async (player, status) => {
  await using service = await TestService.start({ database, puzzle: true });
  const response = await fetch(new URL(`/puzzle/api/completions/${today}/${player}`, service.url), {
    method: 'PUT',
    headers: { Authorization: `Bearer ${await token('site', site)}` },
  });
  expect(response.status).toBe(status);
  expect(await players()).toEqual([]);
});

test('of two instances, with the same players in opposite orders, all are recorded, and share statements', async () => {
  await database.query('create sequence statements');
  await database.query('grant usage on sequence statements to public');
  // Each row takes a while, so that the two would wait for each other's.
  await database.query(`
    create function count_and_sleep() returns trigger language plpgsql as $$
    begin
      if tg_level = 'STATEMENT' then perform nextval('statements'); return null; end if;
      perform pg_sleep(0.002);
      return new;
    end $$`);
  await database.query(`
    create trigger count before insert on daily_completion for each statement execute function count_and_sleep()`);
  await database.query(`
    create trigger sleep before insert on daily_completion for each row execute function count_and_sleep()`);
  const names = Array.from({ length: 100 }, (_, index) => `player ${index}`);
  await using one = await TestService.start({ database, puzzle: true });
  await using other = await TestService.start({ database, puzzle: true });
  const record = (service: TestService) => (player: string) =>
    service.puzzle('PUT', `completions/${today}/${encodeURIComponent(player)}`);
  const responses = await Promise.all([...names.map(record(one)), ...names.toReversed().map(record(other))]);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
  expect((await players()).sort()).toEqual(names.toSorted());
  const [row] = await database.query<{ count: number }>('select last_value::integer as count from statements');
  expect(row?.count).toBeLessThan(2 * names.length);
});
