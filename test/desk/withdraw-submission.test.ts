import { beforeEach, describe, expect, test } from '@jest/globals';
import { placeVerse, recordOf, stateOf, useDesk } from '../support/desk.ts';

const { clock, service, database } = await useDesk();
const noon = new Date('2026-11-21T12:00:00Z');

const from = '2026-12-01';
beforeEach(() => placeVerse(database, from));

const withdraw = (body: object) => service.change('POST', 'submissions/1/withdraw', body);
const verse = async () => (await stateOf(database)).verses[0];
const setClock = (instant: string) => {
  clock.now = Temporal.Instant.from(instant);
};

describe('a withdrawal', () => {
  test('frees the date, keeps the cooldown, and is recorded', async () => {
    const { status, body } = await withdraw({ from, note: 'Not a verse for children' });
    const latestChange = { id: 1, at: expect.any(String), actor: 'ed', action: 'withdraw' };
    expect({ status, body }).toEqual({ status: 200, body: { days: [{ date: from, state: 'free', latestChange }] } });
    expect(await verse()).toEqual({
      ...{ id: 1, date: null, movedFrom: null, withdrawnFrom: from, withdrawnAt: noon, cooldownEnded: false },
    });
    expect(await recordOf(database)).toEqual([
      { actor: 'ed', action: 'withdraw', dates: [from], submission: 1, note: 'Not a verse for children' },
    ]);
  });

  test('ends the cooldown if the operator says so: the player submits again, and gets the date', async () => {
    await service.solve('ann');
    const { scheduledDate } = (await service.submit('ann')).body;
    expect((await service.submit('ann')).status).toBe(429);
    await service.change('POST', 'submissions/2/withdraw', { from: scheduledDate, endCooldown: true });
    expect(await service.submit('ann')).toMatchObject({ status: 201, body: { scheduledDate } });
  });

  test('that is done already gets the same response, and is recorded once, even when its date has begun', async () => {
    const first = await withdraw({ from });
    setClock('2026-12-01T12:00:00Z');
    expect(await withdraw({ from })).toMatchObject({ status: 200, text: first.text });
    expect(await recordOf(database)).toHaveLength(1);
    expect(await verse()).toMatchObject({ withdrawnAt: noon, cooldownEnded: false });
  });

  test('can end the cooldown later, which is a change of its own, and possible when the date has begun', async () => {
    await withdraw({ from });
    setClock('2026-12-01T12:00:00Z');
    for (const endCooldown of [true, true, false]) {
      expect((await withdraw({ from, endCooldown })).status).toBe(200);
      expect(await verse()).toMatchObject({ withdrawnAt: noon, withdrawnFrom: from, cooldownEnded: true });
    }
    expect(await recordOf(database)).toHaveLength(2);
  });

  test('remembers the date from which it was taken, not the first one', async () => {
    await service.change('POST', 'submissions/1/move', { from, to: '2026-12-02' });
    await withdraw({ from: '2026-12-02' });
    expect(await verse()).toMatchObject({ date: null, withdrawnFrom: '2026-12-02', movedFrom: from });
  });
});

test.each([
  ['on another date', '2026-12-02', false],
  ['withdrawn from another date', '2026-12-02', true],
])('409, the verse is %s', async (_title, seenOn, isWithdrawn) => {
  if (isWithdrawn) await withdraw({ from });
  const before = await stateOf(database);
  const { status, body } = await withdraw({ from: seenOn, endCooldown: true });
  expect([status, body.error]).toEqual([409, 'A date is no longer as you saw it']);
  expect(body.days.map(({ date }: { date: string }) => date)).toEqual(isWithdrawn ? [seenOn] : [from, seenOn]);
  expect(await stateOf(database)).toEqual(before);
});

test('409, frozen, from the very instant at which the date begins in UTC+14', async () => {
  setClock('2026-11-30T10:00:00Z');
  const error = 'A date that has begun cannot be changed';
  expect(await withdraw({ from })).toMatchObject({ status: 409, body: { error, days: [{ date: from }] } });
  setClock('2026-11-30T09:59:59.999Z');
  expect((await withdraw({ from })).status).toBe(200);
});
