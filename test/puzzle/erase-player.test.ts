import { beforeEach, expect, test } from '@jest/globals';
import { recorded, recordOf, stateOf, useDesk } from '../support/desk.ts';
import { validSubmission } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

const { service, database } = await useDesk({ puzzle: true });

const key = { 'Idempotency-Key': 'a-key' };
/**
 * Ann has completions, and submissions: on a date, withdrawn with its cooldown ended, and long
 * past. Ben has one.
 */
beforeEach(async () => {
  await database.query('truncate daily_completion');
  await service.solve(['ann', 'ben']);
  await service.submit('ann', validSubmission, key);
  await service.change('POST', 'submissions/1/withdraw', { from: '2026-11-28', endCooldown: true });
  await service.submit('ann', validSubmission, key);
  await service.submit('ben', validSubmission, key);
  await insertSubmission(database, { user: 'ann', date: '2026-11-01', createdAt: '2026-10-01T00:00:00Z' });
});

const erase = async () => (await service.puzzle('DELETE', 'players/ann')).status;
const rows = () =>
  database.query<{ player: string; key: string | null }>(
    'select user_id as player, idempotency_key as key from scheduled_submission order by id',
  );

test('deletes the completions, and leaves submissions of nobody in particular on their dates', async () => {
  const { verses } = await stateOf(database);
  expect(await erase()).toBe(204);
  expect((await stateOf(database)).verses).toEqual(verses);
  const erased = { player: expect.stringMatching(/^[0-9a-f-]{36}$/), key: null };
  const stored = await rows();
  expect(stored).toEqual([erased, erased, { player: 'ben', key: 'a-key' }, erased]);
  expect(new Set(stored.map(({ player }) => player)).size).toBe(4);
  const exported = (player: string) => service.puzzle('GET', `players/${player}`);
  expect((await exported('ann')).body).toMatchObject({ completions: [], submissions: [] });
  expect((await exported('ben')).body).toMatchObject({ completionCount: 1, submissions: [{ reference: 'John 3:16' }] });
});

test('ends the cooldown, and a repeated key gets no earlier response', async () => {
  expect((await service.submit('ann', validSubmission, key)).status).toBe(201);
  await erase();
  expect((await service.submit('ann', validSubmission, key)).status).toBe(403);
  await service.solve('ann');
  const { status, body } = await service.submit('ann', validSubmission, key);
  expect([status, body.scheduledDate]).toEqual([201, '2026-11-30']);
});

test('is recorded once, without the player', async () => {
  for (let times = 0; times < 2; times++) expect(await erase()).toBe(204);
  const erasures = (await recordOf(database)).filter(({ action }) => action === 'erase');
  expect(erasures).toEqual([{ actor: 'site', action: 'erase', dates: [], submission: null, note: null }]);
  const { body } = await service.desk('GET', 'changes');
  expect(body.changes[0]).toMatchObject({ actor: 'site', action: 'erase', dates: [] });
});

test.each(['daily_completion', 'scheduled_submission'])('is recorded if the player has no %s', async (table) => {
  await database.query(`truncate ${table}`);
  await erase();
  expect(await recorded(database)).toContain('erase');
});

test('changes nothing if it cannot be recorded', async () => {
  const before = await rows();
  await database.query("alter table calendar_change add constraint full_up check (action <> 'erase') not valid");
  expect(await erase()).toBe(500);
  await database.query('alter table calendar_change drop constraint full_up');
  expect(await rows()).toEqual(before);
  expect((await service.puzzle('GET', 'players/ann')).body.completionCount).toBe(1);
});
