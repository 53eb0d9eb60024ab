import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { listSubmissionsOperation } from '../../src/generated/operations.ts';
import { TestClock } from '../support/clock.ts';
import { block, clearCalendar, noon, placeVerse, recordOf, stateOf } from '../support/desk.ts';
import { TestService, token, validSubmission } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

const clock = new TestClock(noon);
let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ desk: true, clock: clock.read });
});
afterAll(() => service[Symbol.asyncDispose]());

const from = '2026-12-01';
beforeEach(() => clearCalendar(service.database));

const change = (name: string, body: object) => service.change('POST', `submissions/1/${name}`, body);
const withdraw = (endCooldown = false) => change('withdraw', { from, endCooldown });
const restore = (to = from) => change('restore', { to });
const verse = async () => (await stateOf(service.database)).verses[0];

test("a restored verse is in the player's list again, with its cooldown and its first response", async () => {
  await service.database.query('truncate daily_completion');
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
  expect((await recordOf(service.database))[1]).toEqual({
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
  await placeVerse(service.database, '2026-11-30');
  await change('move', { from: '2026-11-30', to: from });
  await withdraw();
  expect((await restore(to)).status).toBe(200);
  expect(await verse()).toEqual({
    ...{ id: 1, date: to, movedFrom, withdrawnFrom: null, withdrawnAt: null, cooldownEnded: false },
  });
});

test("only a verse of the editor's own is restored to a blocked date", async () => {
  await placeVerse(service.database, from);
  await withdraw();
  await block(service.database, from);
  expect(await restore()).toMatchObject({ status: 409, body: { error: 'The date is blocked' } });
  await service.database.query('update scheduled_submission set by_editor = true');
  expect((await restore()).status).toBe(200);
});

describe('the cooldown of another verse of the player', () => {
  test.each([
    ['less than 168 hours later', '2026-11-08T00:00:00Z', '-1 microsecond', false, 409],
    ['168 hours later', '2026-11-08T00:00:00Z', '0', false, 200],
    ['less than 168 hours earlier', '2026-10-25T00:00:00Z', '1 microsecond', false, 409],
    ['168 hours earlier', '2026-10-25T00:00:00Z', '0', false, 200],
    ['at once, but ended', '2026-11-01T00:00:00Z', '0', true, 200],
  ])('%s', async (_title, createdAt, by, isEnded, status) => {
    await placeVerse(service.database, from); // of 2026-11-01T00:00:00Z
    await withdraw(true);
    await insertSubmission(service.database, { user: `of ${from}`, date: '2026-12-02', createdAt });
    await service.database.query(
      'update scheduled_submission set created_at = created_at + $1::interval where id = 2',
      [by],
    );
    if (isEnded) await service.change('POST', 'submissions/2/withdraw', { from: '2026-12-02', endCooldown: true });
    const before = await stateOf(service.database);
    const response = await restore();
    expect(response.status).toBe(status);
    if (status === 200) return;
    const error = 'The player has another verse within a week';
    expect(response.body).toMatchObject({ error, days: [{ date: from, state: 'free' }] });
    expect(await stateOf(service.database)).toEqual(before);
  });
});
