import { describe, expect, test } from '@jest/globals';
import { TestClock } from '../support/clock.ts';
import { type TestOptions, type TestResponse, TestService } from '../support/service.ts';
import { alterDatabase } from '../support/settings.ts';
import { insertSubmission } from '../support/submissions.ts';

/** The end of February in a leap year. */
const clock = new TestClock('2024-02-20T12:00:00Z');
/**
 * Five dates in windows of two: 27 and 28 February, 29 February and 1 March, and 2 March, the last
 * one.
 */
const env = { SCHEDULE_LEAD_DAYS: '7', SCHEDULE_WINDOW_DAYS: '2', SCHEDULE_HORIZON_DAYS: '11' };

const startService = (options: TestOptions = {}) => TestService.start({ clock: clock.read, env, ...options });

/** Submits a verse for each of the players, who are new, one after the other. */
async function submitInTurn(service: TestService, ...players: string[]): Promise<TestResponse[]> {
  await service.solve(players);
  const responses = [];
  for (const player of players) responses.push(await service.submit(player));
  return responses;
}

async function datesFor(service: TestService, ...players: string[]): Promise<string[]> {
  return (await submitInTurn(service, ...players)).map(({ body }) => body.scheduledDate);
}

async function deleteSubmission(service: TestService, date: string): Promise<void> {
  await service.database.query('delete from scheduled_submission where scheduled_date = $1', [date]);
}

describe('a reservation', () => {
  test('reserves the dates in order, each with its window', async () => {
    await using service = await startService();

    const responses = await submitInTurn(service, 'a', 'b', 'c', 'd', 'e');

    expect(responses.map(({ body }) => [body.scheduledDate, body.windowText])).toEqual([
      ['2024-02-27', 'February 27\u2009–\u200928, 2024'],
      ['2024-02-28', 'February 27\u2009–\u200928, 2024'],
      ['2024-02-29', 'February 29\u2009–\u2009March 1, 2024'],
      ['2024-03-01', 'February 29\u2009–\u2009March 1, 2024'],
      ['2024-03-02', 'March 2, 2024'],
    ]);
  });

  test('stores the date of its response', async () => {
    await using service = await startService();
    await submitInTurn(service, 'a');
    expect(await service.submissions()).toEqual([
      { user_id: 'a', date: '2024-02-27', book_id: 'JHN', chapter: 3, verse: 16 },
    ]);
  });

  test('takes the date of a deleted submission next', async () => {
    await using service = await startService();
    await submitInTurn(service, 'a', 'b', 'c');
    await deleteSubmission(service, '2024-02-28');
    expect(await datesFor(service, 'd', 'e')).toEqual(['2024-02-28', '2024-03-01']);
  });

  test('skips reserved dates, and ignores submissions outside the calendar', async () => {
    await using service = await startService();
    for (const date of ['2024-02-20', '2024-02-26', '2024-02-28', '2024-03-03']) {
      await insertSubmission(service.database, { user: `of ${date}`, date });
    }
    expect(await datesFor(service, 'a', 'b')).toEqual(['2024-02-27', '2024-02-29']);
  });

  test.each([
    ['2024-02-28T23:59:59.999Z', '2024-03-06'],
    ['2024-02-29T00:00:00Z', '2024-03-07'],
    ['2023-12-31T23:59:59.999Z', '2024-01-07'],
  ])('counts from the UTC date, wherever the service runs: at %s, the first date is %s', async (now, date) => {
    await using service = await startService({ clock: new TestClock(now).read });
    expect(await datesFor(service, 'a')).toEqual([date]);
  });

  test("does not depend on the database's date style and time zone", async () => {
    await using service = await startService();
    await alterDatabase(service.database, "datestyle = 'SQL, DMY'");
    await alterDatabase(service.database, "timezone = 'Pacific/Kiritimati'");
    await using instance = await startService({ database: service.database });
    expect(await datesFor(instance, 'a', 'b', 'c')).toEqual(['2024-02-27', '2024-02-28', '2024-02-29']);
  });
});

describe('a full calendar', () => {
  test('gives a 500, stores nothing and begins no cooldown', async () => {
    await using service = await startService();
    await submitInTurn(service, 'a', 'b', 'c', 'd', 'e');
    const before = await service.submissions();

    const [rejected] = await submitInTurn(service, 'f');

    expect(rejected).toMatchObject({ status: 500, body: { error: 'Failed to schedule submission' } });
    expect(await service.submissions()).toEqual(before);
    await deleteSubmission(service, '2024-02-29');
    expect(await service.submit('f')).toMatchObject({ status: 201, body: { scheduledDate: '2024-02-29' } });
  });
});
