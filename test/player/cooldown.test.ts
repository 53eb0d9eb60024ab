import { afterAll, describe, expect, test } from '@jest/globals';
import { cooldownState } from '../../src/player/eligibility.ts';
import { TestClock } from '../support/clock.ts';
import { TestService } from '../support/service.ts';

const start = '2026-03-02T09:30:15.250Z';
const end = '2026-03-09T09:30:15.250Z';
const clock = new TestClock(start);

const service = await TestService.start({ clock: clock.read });
afterAll(() => service[Symbol.asyncDispose]());

async function submitAt(instant: string, user: string) {
  clock.now = Temporal.Instant.from(instant);
  return await service.submit(user);
}

/** A player who has submitted once. */
async function playerWhoSubmittedAt(instant: string, user: string): Promise<string> {
  await service.solve(user);
  expect((await submitAt(instant, user)).status).toBe(201);
  return user;
}

const cooldown = (cooldownEndsAt: string) => ({ status: 429, body: { error: 'Cooldown active', cooldownEndsAt } });

describe('a cooldown', () => {
  test('begins with a submission and ends exactly 168 hours later', async () => {
    const user = await playerWhoSubmittedAt(start, 'regular');
    expect(await submitAt(start, user)).toMatchObject(cooldown(end));
    expect(await submitAt('2026-03-09T09:30:15.249Z', user)).toMatchObject(cooldown(end));
    expect((await submitAt(end, user)).status).toBe(201);
  });

  test.each([
    ['at once', start, 604_800],
    ['with a second and a millisecond to go', '2026-03-09T09:30:14.249Z', 2],
    ['with a second to go', '2026-03-09T09:30:14.250Z', 1],
    ['with a millisecond to go', '2026-03-09T09:30:15.249Z', 1],
  ])('gives the whole seconds until a retry, rounded up: %s', async (title, now, seconds) => {
    const user = await playerWhoSubmittedAt(start, title);
    expect((await submitAt(now, user)).headers.get('Retry-After')).toBe(String(seconds));
  });

  test('gives the true end, but no more seconds than the contract allows', async () => {
    const user = await playerWhoSubmittedAt('2099-03-02T09:30:15.250Z', 'early');
    const response = await submitAt(start, user);
    expect(response).toMatchObject(cooldown('2099-03-09T09:30:15.250Z'));
    expect(response.headers.get('Retry-After')).toBe(String(2 ** 31 - 1));
  });
});

test.each([
  ['to summer time, New York', '2026-03-05T12:00:00.000Z', '2026-03-12T12:00:00.000Z'],
  ['to summer time, Berlin', '2026-03-26T12:00:00.000Z', '2026-04-02T12:00:00.000Z'],
  ['from summer time, Berlin', '2025-10-23T12:00:00.000Z', '2025-10-30T12:00:00.000Z'],
  ['from summer time, New York', '2025-10-30T12:00:00.000Z', '2025-11-06T12:00:00.000Z'],
  ['within the hour that New York has twice', '2025-10-26T05:30:00.000Z', '2025-11-02T05:30:00.000Z'],
])('no change of the clocks moves its end, with the service in New York: %s', (_title, first, last) => {
  expect(new Date('2026-03-02T12:00Z').getHours()).toBe(7); // in New York
  const latest = { submittedAt: Date.parse(first), repeated: null };
  const end = Temporal.Instant.from(last);
  expect(cooldownState(latest, end.subtract({ milliseconds: 1 }))).toMatchObject({ cooldownEndsAt: end });
  expect(cooldownState(latest, end)).toEqual({ onCooldown: false });
});
