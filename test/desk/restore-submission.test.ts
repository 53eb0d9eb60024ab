import { describe, expect, test } from '@jest/globals';
import { listSubmissionsOperation } from '../../src/generated/operations.ts';
import { block, placeVerse, recordOf, stateOf, useDesk } from '../support/desk.ts';
import { token, validSubmission } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

const { service, database } = await useDesk();

const from = '2026-12-01';
const change = (name: string, body: object) => service.change('POST', `submissions/1/${name}`, body);
const withdraw = (endCooldown = false) => change('withdraw', { from, endCooldown });
const restore = (to = from) => change('restore', { to });

test("a restored verse is in the player's list again, with its cooldown and its first response", async () => {
  await service.solve('ann');
  const submit = () => service.submit('ann', validSubmission, { 'Idempotency-Key': 'a-key' });
  const first = await submit();
  const { scheduledDate } = first.body;
  await change('withdraw', { from: scheduledDate, endCooldown: true });

  const { status, body } = await change('restore', { to: from, note: 'By mistake' });

  expect(status).toBe(200);
  expect(body.days).toMatchObject([
    { date: scheduledDate, state: 'free' },
    { date: from, state: 'reserved', submission: { id: 1, movedFrom: scheduledDate } },
  ]);
  expect((await recordOf(database))[1]).toEqual({
    ...{ actor: 'ed', action: 'restore', dates: [from], submission: 1, note: 'By mistake' },
  });
  const headers = { Authorization: `Bearer ${await token('ann')}` };
  expect((await service.request(listSubmissionsOperation.path, { headers })).body).toMatchObject({
    submissions: [{ scheduledDate: from, movedFrom: scheduledDate }],
    withdrawn: [],
  });
  expect(await submit()).toMatchObject({ status: 201, text: first.text });
  expect((await service.submit('ann')).status).toBe(429);
});

test.each([
  ['its date', from, '2026-11-30'],
  ['another', '2026-12-02', '2026-11-30'],
  ['that of the 201', '2026-11-30', null],
])('of a moved verse, movedFrom stays the date of the 201: restored to %s', async (_title, to, movedFrom) => {
  await placeVerse(database, '2026-11-30');
  await change('move', { from: '2026-11-30', to: from });
  await withdraw();
  await restore(to);
  expect((await stateOf(database)).verses).toEqual([
    { id: 1, date: to, movedFrom, withdrawnFrom: null, withdrawnAt: null, cooldownEnded: false },
  ]);
});

test("only a verse of the editor's own is restored to a blocked date", async () => {
  await placeVerse(database, from);
  await withdraw();
  await block(database, from);
  expect(await restore()).toMatchObject({ status: 409, body: { error: 'The date is blocked' } });
  await database.query('update scheduled_submission set by_editor = true');
  expect((await restore()).status).toBe(200);
});

describe('the cooldown of another verse of the player', () => {
  test.each([
    ['less than 168 hours later', '2026-11-07T23:59:59.999999Z', false, 409],
    ['168 hours later', '2026-11-08T00:00:00Z', false, 200],
    ['less than 168 hours earlier', '2026-10-25T00:00:00.000001Z', false, 409],
    ['168 hours earlier', '2026-10-25T00:00:00Z', false, 200],
    ['at once, but ended', '2026-11-01T00:00:00Z', true, 200],
  ])('%s', async (_title, createdAt, isEnded, status) => {
    await placeVerse(database, from); // of 2026-11-01T00:00:00Z
    await withdraw(true);
    await insertSubmission(database, { user: `of ${from}`, date: '2026-12-02', createdAt });
    if (isEnded) await service.change('POST', 'submissions/2/withdraw', { from: '2026-12-02', endCooldown: true });
    const before = await stateOf(database);
    const response = await restore();
    expect(response.status).toBe(status);
    if (status === 200) return;
    const error = 'The player has another verse within a week';
    expect(response.body).toMatchObject({ error, days: [{ date: from, state: 'free' }] });
    expect(await stateOf(database)).toEqual(before);
  });
});
