import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TestClock } from '../support/clock.ts';
import { TestService } from '../support/service.ts';
import { alterDatabase } from '../support/settings.ts';
import { insertSubmission } from '../support/submissions.ts';

const start = Temporal.Instant.from('2026-03-02T09:30:15.250Z');
const end = '2026-03-09T09:30:15.250Z';
const clock = new TestClock(start.toString());

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ clock: clock.read });
});
afterAll(() => service[Symbol.asyncDispose]());

async function submitAt(instant: string | Temporal.Instant, user: string) {
  clock.now = Temporal.Instant.from(instant);
  return await service.submit(user);
}

/** A date far from those that the service reserves; each is used once. */
const remoteDate = (() => {
  let next = Temporal.PlainDate.from('2000-01-01');
  return () => {
    next = next.add({ days: 1 });
    return next.toString();
  };
})();

/**
 * A player who has solved the puzzle, and whose submissions another program stored at these
 * instants.
 */
async function playerWithSubmissions(user: string, ...createdAt: string[]): Promise<string> {
  await service.solve(user);
  for (const instant of createdAt) {
    await insertSubmission(service.database, { user, date: remoteDate(), createdAt: instant });
  }
  return user;
}

const cooldown = (cooldownEndsAt: string) => ({ status: 429, body: { error: 'Cooldown active', cooldownEndsAt } });

describe('a cooldown', () => {
  test('begins with a submission and ends exactly 168 hours later', async () => {
    const user = await playerWithSubmissions('regular');
    expect((await submitAt(start, user)).status).toBe(201);
    expect(await submitAt(start, user)).toMatchObject(cooldown(end));
    expect(await submitAt('2026-03-09T09:30:15.249Z', user)).toMatchObject(cooldown(end));
    expect((await submitAt(end, user)).status).toBe(201);
  });

  test.each([
    ['at once', start.toString(), 604_800],
    ['with a second and a millisecond to go', '2026-03-09T09:30:14.249Z', 2],
    ['with a second to go', '2026-03-09T09:30:14.250Z', 1],
    ['with a millisecond to go', '2026-03-09T09:30:15.249Z', 1],
  ])('gives the whole seconds until a retry, rounded up: %s', async (title, now, seconds) => {
    const user = await playerWithSubmissions(title, start.toString());
    expect((await submitAt(now, user)).headers.get('Retry-After')).toBe(String(seconds));
  });

  test('gives the true end, but no more seconds than the contract allows', async () => {
    const user = await playerWithSubmissions('early', '2126-03-02T09:30:15.250Z');
    const response = await submitAt(start, user);
    expect(response).toMatchObject(cooldown('2126-03-09T09:30:15.250Z'));
    expect(response.headers.get('Retry-After')).toBe(String(2 ** 31 - 1));
  });

  test('ends at a whole millisecond, rounded up, after a submission stored with microseconds', async () => {
    const user = await playerWithSubmissions('precise', '2026-03-02T09:30:15.250001Z');
    expect(await submitAt(end, user)).toMatchObject(cooldown('2026-03-09T09:30:15.251Z'));
    expect((await submitAt('2026-03-09T09:30:15.251Z', user)).status).toBe(201);
  });

  test('follows the latest of several submissions, even if it was stored first', async () => {
    const user = await playerWithSubmissions('several', start.toString(), '2026-02-05T00:00:00Z');
    expect(await submitAt('2026-03-09T09:30:15.249Z', user)).toMatchObject(cooldown(end));
    expect((await submitAt(end, user)).status).toBe(201);
  });

  test("does not begin with another player's submission, however similar the name", async () => {
    for (const other of ['Player', 'player ', 'player1', 'play']) await playerWithSubmissions(other, start.toString());
    const user = await playerWithSubmissions('player');
    expect((await submitAt(start, user)).status).toBe(201);
  });

  test('begins with a row inserted without an instant', async () => {
    const user = await playerWithSubmissions('of another program');
    const stored = Temporal.Now.instant();
    await service.database.query(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
       values ($1, 'GEN', 1, 1, $2)`,
      [user, remoteDate()],
    );

    const response = await submitAt(stored, user);

    expect(response.status).toBe(429);
    const begin = Temporal.Instant.from(response.body.cooldownEndsAt).subtract({ hours: 168 });
    expect(stored.until(begin).total('seconds')).toBeCloseTo(0, -1);
  });
});

describe.each(['Europe/Berlin', 'Pacific/Kiritimati'])(
  'no daylight saving change moves its end, with the database in %s and the service in New York',
  (database) => {
    let elsewhere: TestService;
    beforeAll(async () => {
      await alterDatabase(service.database, `timezone = '${database}'`);
      elsewhere = await TestService.start({ clock: clock.read, database: service.database });
    });
    afterAll(() => elsewhere[Symbol.asyncDispose]());

    test('the process runs in that zone', () => {
      expect(Temporal.Now.timeZoneId()).toBe('America/New_York');
      expect(new Date('2026-03-02T12:00Z').getHours()).toBe(7);
    });

    test.each([
      ['to summer time, New York', '2026-03-05T12:00:00.000Z', '2026-03-12T12:00:00.000Z'],
      ['to summer time, Berlin', '2026-03-26T12:00:00.000Z', '2026-04-02T12:00:00.000Z'],
      ['to summer time, within the hour that Berlin skips', '2026-03-22T01:30:00.000Z', '2026-03-29T01:30:00.000Z'],
      ['from summer time, Berlin', '2025-10-23T12:00:00.000Z', '2025-10-30T12:00:00.000Z'],
      ['from summer time, New York', '2025-10-30T12:00:00.000Z', '2025-11-06T12:00:00.000Z'],
      [
        'from summer time, within the hour that Berlin has twice',
        '2025-10-19T01:30:00.000Z',
        '2025-10-26T01:30:00.000Z',
      ],
    ])('%s', async (title, first, last) => {
      const user = await playerWithSubmissions(`${title} in ${database}`);
      const submitThere = async (instant: Temporal.Instant) => {
        clock.now = instant;
        return await elsewhere.submit(user);
      };
      const endsAt = Temporal.Instant.from(last);
      expect((await submitThere(Temporal.Instant.from(first))).status).toBe(201);
      expect(await submitThere(endsAt.subtract({ milliseconds: 1 }))).toMatchObject(cooldown(last));
      expect((await submitThere(endsAt)).status).toBe(201);
    });
  },
);
