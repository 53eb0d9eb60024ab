import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getEligibilityOperation as operation } from '../../src/generated/operations.ts';
import { TestService, token, validSubmission } from '../support/service.ts';
import { insertSubmission } from '../support/submissions.ts';

const { localDate } = validSubmission;
const noon = Temporal.Instant.from('2026-11-21T12:00:00Z');

let service: TestService;
let now = noon;

beforeAll(async () => {
  service = await TestService.start({ clock: () => now, env: { SCHEDULE_LEAD_DAYS: '7', SCHEDULE_HORIZON_DAYS: '8' } });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  now = now.add({ seconds: 2 }); // no result of the test before is reported
  await service.database.query('truncate daily_completion, scheduled_submission, blocked_date, calendar_pause');
});

async function eligibility(user: string, query = `localDate=${localDate}`) {
  return await service.request(`${operation.path}?${query}`, {
    headers: { Authorization: `Bearer ${await token(user)}` },
  });
}

async function reserve(user: string, date: string, createdAt: string) {
  await insertSubmission(service.database, { user, date, createdAt });
}

describe('reports every obstacle, and lets a player submit only without one', () => {
  const either = [true, false];
  const cases = either.flatMap((solvedToday) =>
    either.flatMap((onCooldown) => either.map((accepting) => ({ solvedToday, onCooldown, accepting }))),
  );
  test.each(cases)(
    'solved: $solvedToday, on cooldown: $onCooldown, accepting: $accepting',
    async ({ solvedToday, onCooldown, accepting }) => {
      if (solvedToday) await service.solve('player');
      if (onCooldown) await reserve('player', '2026-11-28', '2026-11-20T23:59:59.987Z');
      if (!accepting && !onCooldown) await reserve('first', '2026-11-28', '2026-11-01T00:00:00Z');
      if (!accepting) await reserve('second', '2026-11-29', '2026-11-01T00:00:00Z');
      const { status, body } = await eligibility('player');
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          maySubmit: solvedToday && !onCooldown && accepting,
          solvedToday,
          accepting,
          ...(onCooldown && { cooldownEndsAt: '2026-11-27T23:59:59.987Z' }),
          ...(accepting
            ? { nextFreeDate: onCooldown ? '2026-11-29' : '2026-11-28' }
            : { acceptingFrom: '2026-11-22T00:00:00.000Z' }),
        },
      });
    },
  );
});

test.each(['2026-11-20', '2026-11-22'])('today is the localDate %s, not the UTC date', async (there) => {
  await service.solve('player', there);
  expect((await eligibility('player', `localDate=${there}`)).body).toMatchObject({ solvedToday: true });
  expect((await eligibility('player', `localDate=${localDate}`)).body).toMatchObject({ solvedToday: false });
});

test('lets nobody submit during a pause, whose end is not known', async () => {
  await service.solve('player');
  await service.database.query('insert into calendar_pause default values');
  const full = { maySubmit: false, solvedToday: true, accepting: false };
  expect((await eligibility('player')).body).toEqual(full);
  expect((await eligibility('player', `localDate=${localDate}&bookId=JHN&chapter=3&verse=16`)).body).toEqual(full);
  expect((await service.submit('player')).status).toBe(500);
  expect(await service.submissions()).toEqual([]);
  await service.database.query('delete from calendar_pause');
  expect((await service.submit('player')).status).toBe(201);
});

describe('a full calendar accepts again at the midnight at which the horizon reaches a free date', () => {
  const fill = async (last: string) =>
    await service.database.query(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
       select 'reader ' || day, 'GEN', 1, 1, day from generate_series(date '2026-11-28', $1, interval '1 day') as day`,
      [last],
    );
  let start: Temporal.Instant;
  beforeEach(() => {
    start = now;
  });
  afterEach(() => {
    now = start;
  });

  test.each([
    ['the next one', '2026-11-29', '2026-11-22T00:00:00.000Z'],
    ['a later one, since dates beyond the horizon are taken', '2026-12-03', '2026-11-26T00:00:00.000Z'],
    ['the last one within a year', '2027-11-29', '2027-11-22T00:00:00.000Z'],
  ])('%s', async (_, last, acceptingFrom) => {
    await service.solve('player');
    await fill(last);
    const opens = Temporal.Instant.from(acceptingFrom);
    expect((await eligibility('player')).body).toMatchObject({ accepting: false, acceptingFrom });
    now = opens.subtract({ milliseconds: 1 });
    expect((await eligibility('player')).body).toMatchObject({ maySubmit: false, accepting: false, acceptingFrom });
    expect((await service.submit('player')).status).toBe(500);
    now = opens;
    // The date that has opened is the horizon's last one, eight days ahead.
    const nextFreeDate = opens.toZonedDateTimeISO('UTC').toPlainDate().add({ days: 8 }).toString();
    const open = { maySubmit: true, solvedToday: true, accepting: true, nextFreeDate };
    expect((await eligibility('player')).body).toEqual(open);
    expect((await service.submit('player')).status).toBe(201);
  });

  test('none that is known', async () => {
    await fill('2027-11-30');
    expect((await eligibility('player')).body).toEqual({ maySubmit: false, solvedToday: false, accepting: false });
  });

  test('the first free one, though a date beyond it is taken', async () => {
    await fill('2026-11-29');
    await reserve('second', '2026-12-01', '2026-11-01T00:00:00Z');
    expect((await eligibility('player')).body).toMatchObject({ acceptingFrom: '2026-11-22T00:00:00.000Z' });
  });
});

test('reads the calendar at most once a second, a full one too, and again after the clock was set back', async () => {
  const start = now;
  const readAfter = async (milliseconds: number) => {
    now = start.add({ milliseconds });
    return (await eligibility('player')).body;
  };
  const full = { accepting: false, acceptingFrom: '2026-11-22T00:00:00.000Z' };
  await reserve('first', '2026-11-28', '2026-11-01T00:00:00Z');
  expect(await readAfter(0)).toMatchObject({ accepting: true });
  await reserve('second', '2026-11-29', '2026-11-01T00:00:00Z');
  expect(await readAfter(999)).toMatchObject({ accepting: true });
  expect(await readAfter(-3_600_000)).toMatchObject({ accepting: false });
  expect(await readAfter(0)).toMatchObject(full);
  await service.database.query('delete from scheduled_submission');
  expect(await readAfter(999)).toMatchObject(full);
  expect(await readAfter(1_000)).toMatchObject({ accepting: true });
});

test.each([
  ['an unknown book', 'bookId=XYZ&chapter=3&verse=16', /^bookId must be one of/],
  ['a verse without its chapter', 'bookId=JHN&verse=16', /^chapter must be an integer from 1 to 21: John has/],
  ['a malformed verse alone', 'verse=0', /^bookId must be one of/],
  ['two verses', 'bookId=JHN&chapter=3&verse=16&verse=17', /^verse must be an integer from 1 to 36: John 3 has/],
])('a request that names %s gets the message of a submission', async (_, verse, error) => {
  const { status, body } = await eligibility('player', `localDate=${localDate}&${verse}`);
  expect({ status, body }).toEqual({ status: 400, body: { error: expect.stringMatching(error) } });
});
