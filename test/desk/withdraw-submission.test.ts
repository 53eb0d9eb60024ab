import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TestClock } from '../support/clock.ts';
import { clearCalendar, noon, placeVerse, recordOf, stateOf } from '../support/desk.ts';
import { TestService } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

const clock = new TestClock(noon);
let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ desk: true, clock: clock.read });
});
afterAll(() => service[Symbol.asyncDispose]());

const from = '2026-12-01';
beforeEach(async () => {
  clock.now = Temporal.Instant.from(noon);
  await clearCalendar(service.database);
  await placeVerse(service.database, from);
});

const withdraw = (body: object, id: unknown = 1) => service.change('POST', `submissions/${id}/withdraw`, body);
const verse = async () => (await stateOf(service.database)).verses[0];

describe('a withdrawal', () => {
  test('frees the date, keeps the cooldown, and is recorded', async () => {
    const { status, body } = await withdraw({ from, note: 'Not a verse for children' });
    const latestChange = { id: 1, at: expect.any(String), actor: 'ed', action: 'withdraw' };
    expect({ status, body }).toEqual({ status: 200, body: { days: [{ date: from, state: 'free', latestChange }] } });
    expect(await verse()).toEqual({
      id: 1,
      date: null,
      movedFrom: null,
      withdrawnFrom: from,
      withdrawnAt: new Date(noon),
      cooldownEnded: false,
    });
    expect(await recordOf(service.database)).toEqual([
      { actor: 'ed', action: 'withdraw', dates: [from], submission: 1, note: 'Not a verse for children' },
    ]);
  });

  test('ends the cooldown if the operator says so: the player submits again, and gets the date', async () => {
    const player = 'ann';
    await service.solve(player);
    clock.now = Temporal.Instant.from('2026-11-21T12:00:00Z');
    const { scheduledDate } = (await service.submit(player)).body;
    expect((await service.submit(player)).status).toBe(429);
    expect((await withdraw({ from: scheduledDate, endCooldown: true }, 2)).status).toBe(200);
    expect(await service.submit(player)).toMatchObject({ status: 201, body: { scheduledDate } });
  });

  test('that is done already gets the same response, and is recorded once, even when its date has begun', async () => {
    const first = await withdraw({ from });
    clock.now = Temporal.Instant.from('2026-12-01T12:00:00Z');
    expect(await withdraw({ from })).toMatchObject({ status: 200, text: first.text });
    expect(await recordOf(service.database)).toHaveLength(1);
    expect(await verse()).toMatchObject({ withdrawnAt: new Date(noon), cooldownEnded: false });
  });

  test('can end the cooldown later, which is a change of its own', async () => {
    await withdraw({ from });
    clock.now = clock.now.add({ hours: 1 });
    for (const endCooldown of [true, true, false]) {
      expect((await withdraw({ from, endCooldown })).status).toBe(200);
      expect(await verse()).toMatchObject({ withdrawnAt: new Date(noon), cooldownEnded: true });
    }
    expect(await recordOf(service.database)).toHaveLength(2);
  });

  test('that is done shows who has the date by now', async () => {
    await withdraw({ from });
    await insertSubmission(service.database, { user: 'another', date: from });
    const { days } = (await withdraw({ from })).body;
    expect(days).toMatchObject([{ date: from, state: 'reserved', submission: { id: 2 } }]);
  });

  test('remembers the date from which it was taken, not the first one', async () => {
    await service.change('POST', 'submissions/1/move', { from, to: '2026-12-02' });
    expect((await withdraw({ from: '2026-12-02' })).status).toBe(200);
    expect(await verse()).toMatchObject({ date: null, withdrawnFrom: '2026-12-02', movedFrom: from });
  });
});

test.each([
  ['on another date', '2026-12-02', false],
  ['withdrawn from another date', '2026-12-02', true],
])('409, the verse is %s', async (_title, seenOn, isWithdrawn) => {
  if (isWithdrawn) await withdraw({ from });
  const before = await stateOf(service.database);
  const { status, body } = await withdraw({ from: seenOn, endCooldown: true });
  expect(status).toBe(409);
  expect(body.error).toBe('A date is no longer as you saw it');
  expect(body.days.map(({ date }: { date: string }) => date)).toEqual(isWithdrawn ? [seenOn] : [from, seenOn]);
  expect(await stateOf(service.database)).toEqual(before);
});

test('409, frozen', async () => {
  clock.now = Temporal.Instant.from('2026-11-30T10:00:00Z');
  const { status, body } = await withdraw({ from });
  expect(status).toBe(409);
  expect(body).toMatchObject({ error: 'A date that has begun cannot be changed', days: [{ date: from }] });
  clock.now = Temporal.Instant.from('2026-11-30T09:59:59.999Z');
  expect((await withdraw({ from })).status).toBe(200);
  // The cooldown can still end, since that changes no date.
  clock.now = Temporal.Instant.from('2026-11-30T10:00:00Z');
  expect((await withdraw({ from, endCooldown: true })).status).toBe(200);
  expect(await verse()).toMatchObject({ withdrawnFrom: from, cooldownEnded: true });
});

test('404: no submission has a malformed id, which is said after what is wrong with the body', async () => {
  expect(await withdraw({ from }, 'x')).toMatchObject({ status: 404 });
  expect(await withdraw({ from: 1 }, 'x')).toMatchObject({ status: 400 });
});
