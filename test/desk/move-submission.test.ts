import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { stopDatabaseClock, TestClock } from '../support/clock.ts';
import { block, clearCalendar, noon, placeVerse, recordOf, stateOf } from '../support/desk.ts';
import { asSeen } from '../support/seen.ts';
import { TestService } from '../support/service.ts';

const clock = new TestClock(noon);
let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ desk: true, clock: clock.read });
});
afterAll(() => service[Symbol.asyncDispose]());

/** The verses with the ids 1 and 2. */
const [from, taken, free] = ['2026-12-01', '2026-12-02', '2026-12-03'];
beforeEach(async () => {
  clock.now = Temporal.Instant.from(noon);
  await clearCalendar(service.database);
  await placeVerse(service.database, from);
  await placeVerse(service.database, taken);
});

const move = (body: object, id: unknown = 1) => service.change('POST', `submissions/${id}/move`, body);
const dates = async () => (await stateOf(service.database)).verses.map(({ date }) => date);
const movedFrom = async () => (await stateOf(service.database)).verses.map(({ movedFrom }) => movedFrom);
const statesOf = (days: { date: string; state: string; submission?: { id: number } }[]) =>
  days.map(({ date, state, submission }) => `${date} ${submission?.id ?? state}`);

describe('a move', () => {
  test('puts the verse on the free date, remembers the first one, and is recorded', async () => {
    const { status, body } = await move({ from, to: free, note: 'Closer to\nthe feast' });
    expect(status).toBe(200);
    const latestChange = { id: 1, at: expect.any(String), actor: 'ed', action: 'move' };
    expect(body).toEqual({
      days: [
        { date: from, state: 'free', latestChange },
        {
          date: free,
          state: 'reserved',
          latestChange,
          submission: {
            id: 1,
            player: `of ${from}`,
            reviewed: false,
            reference: 'Psalm 119:160',
            bookId: 'PSA',
            chapter: 119,
            verse: 160,
            words: expect.stringMatching(/^Thy word is true from the beginning/),
            submittedAt: '2026-11-01T00:00:00.000Z',
            movedFrom: from,
            alsoOn: [],
          },
        },
      ],
    });
    expect(await dates()).toEqual([free, taken]);
    expect(await movedFrom()).toEqual([from, null]);
    expect(await recordOf(service.database)).toEqual([
      { actor: 'ed', action: 'move', dates: [from, free], submission: 1, note: 'Closer to\nthe feast' },
    ]);
  });

  test('keeps the first date through further moves, until the verse is back on it', async () => {
    await move({ from, to: free });
    await move({ from: free, to: '2027-12-24' });
    expect(await movedFrom()).toEqual([from, null]);
    await move({ from: '2027-12-24', to: from });
    expect(await dates()).toEqual([from, taken]);
    expect(await movedFrom()).toEqual([null, null]);
    expect(await recordOf(service.database)).toHaveLength(3);
  });

  test('can go to any date that has not begun, beyond the horizon and before the first bookable one, too', async () => {
    expect((await move({ from, to: '2026-11-23' })).status).toBe(200);
    expect((await move({ from: '2026-11-23', to: '9999-12-31' })).status).toBe(200);
    expect(await dates()).toEqual(['9999-12-31', taken]);
  });
});

describe('a swap', () => {
  test('exchanges two verses in one statement, with one line in the record', async () => {
    const { status, body } = await move({ from, to: taken, swapWith: 2, note: 'Feast first' });
    expect(status).toBe(200);
    expect(statesOf(body.days)).toEqual([`${from} 2`, `${taken} 1`]);
    expect(await dates()).toEqual([taken, from]);
    expect(await movedFrom()).toEqual([from, taken]);
    expect(await recordOf(service.database)).toEqual([
      { actor: 'ed', action: 'swap', dates: [from, taken], submission: 1, note: 'Feast first' },
    ]);
  });

  test('is undone by a swap from the other side', async () => {
    await move({ from, to: taken, swapWith: 2 });
    expect((await move({ from, to: taken, swapWith: 1 }, 2)).status).toBe(200);
    expect(await dates()).toEqual([from, taken]);
    expect(await movedFrom()).toEqual([null, null]);
  });
});

test.each([
  ['move', { from, to: free }],
  ['swap', { from, to: taken, swapWith: 2 }],
])('a %s that is done already gets the same response, and is recorded once', async (_title, body) => {
  const sent = await asSeen(service.database, '', body);
  const send = () => service.desk('POST', 'submissions/1/move', sent);
  const first = await send();
  clock.now = Temporal.Instant.from('2027-01-01T00:00:00Z'); // the dates are frozen now
  expect(await send()).toMatchObject({ status: 200, text: first.text });
  expect(await recordOf(service.database)).toHaveLength(1);
});

describe('409, with the dates as they are now, and nothing changes:', () => {
  const withdraw = (id: number, from: string) => service.change('POST', `submissions/${id}/withdraw`, { from });
  const swap = { from, to: taken, swapWith: 2 };
  const elsewhere = 'A date is no longer as you saw it';
  const rejection = async (body: object) => {
    const before = await stateOf(service.database);
    const response = await move(body);
    expect(response.status).toBe(409);
    expect(await stateOf(service.database)).toEqual(before);
    return [response.body.error, ...statesOf(response.body.days)];
  };

  test('a verse that is on another date or does not exist', async () => {
    const [first, second] = [`${from} 1`, `${taken} 2`];
    const away = await rejection({ from: '2026-12-04', to: free });
    expect(away).toEqual([elsewhere, first, `${free} free`, '2026-12-04 free']);
    expect(await rejection({ ...swap, to: '2026-12-05' })).toEqual([elsewhere, first, second, '2026-12-05 free']);
    expect(await rejection({ ...swap, swapWith: 99 })).toEqual([elsewhere, first, second]);
  });

  test('a verse that is withdrawn', async () => {
    await withdraw(2, taken);
    expect(await rejection(swap)).toEqual([elsewhere, `${from} 1`, `${taken} free`]);
    await withdraw(1, from);
    expect(await rejection({ from, to: free })).toEqual([elsewhere, `${from} free`, `${free} free`]);
  });

  test('half of the swap is done: both verses must be where the other one was', async () => {
    await move({ from: taken, to: free }, 2);
    await move({ from, to: taken });
    expect(await rejection(swap)).toEqual([elsewhere, `${from} free`, `${taken} 1`, `${free} 2`]);
  });

  test('a date that is taken or blocked', async () => {
    const want = ['Another verse is on this date', `${from} 1`, `${taken} 2`];
    expect(await rejection({ from, to: taken })).toEqual(want);
    await block(service.database, free);
    expect(await rejection({ from, to: free })).toEqual(['The date is blocked', `${from} 1`, `${free} blocked`]);
  });
});

describe('409, frozen:', () => {
  test.each([
    ['the date from which the verse goes has begun', '2026-11-22', '2026-12-03'],
    ['the date to which it goes has begun', '2026-12-01', '2026-11-22'],
    ['the date to which it goes is past', '2026-12-01', '2000-01-01'],
    ['the date to which it goes in a swap has begun', '2026-12-01', '2026-11-22', 3],
  ])('%s', async (_title, from, to, swapWith?: number) => {
    await service.database.query('update scheduled_submission set scheduled_date = $1 where id = 1', [from]);
    if (swapWith !== undefined) await placeVerse(service.database, to);
    const { status, body } = await move({ from, to, swapWith });
    expect(status).toBe(409);
    expect(body.error).toBe('A date that has begun cannot be changed');
    expect(statesOf(body.days).sort()).toEqual([`${from} 1`, `${to} ${swapWith ?? 'free'}`].sort());
    expect(await recordOf(service.database)).toEqual([]);
  });

  test("by the database's clock, if the instance's is slow", async () => {
    await stopDatabaseClock(service.database, '2026-11-30T10:00:00Z'); // in UTC+14, the first second of 2026-12-01
    expect(await move({ from, to: free })).toMatchObject({
      status: 409,
      body: { error: 'A date that has begun cannot be changed' },
    });
    await stopDatabaseClock(service.database, '-infinity');
    expect((await move({ from, to: free })).status).toBe(200);
  });

  test('from the very instant at which the date begins in UTC+14', async () => {
    clock.now = Temporal.Instant.from('2026-12-02T10:00:00Z');
    expect((await move({ from, to: free })).status).toBe(409);
    await service.database.query("update scheduled_submission set scheduled_date = '2026-12-04' where id = 1");
    expect((await move({ from: '2026-12-04', to: free })).status).toBe(409);
    clock.now = Temporal.Instant.from('2026-12-02T09:59:59.999Z');
    expect((await move({ from: '2026-12-04', to: free })).status).toBe(200);
  });
});

test.each(['01', 'x', '9007199254740992'])(
  '404: no submission has the malformed id %s, which is said after what is wrong with the body',
  async (id) => {
    expect(await move({ from, to: free }, id)).toMatchObject({ status: 404, body: { error: 'No such submission' } });
    expect(await move({ from, to: 1 }, id)).toMatchObject({ status: 400 });
  },
);

test('400: a verse cannot be swapped with itself', async () => {
  expect((await move({ from, to: free, swapWith: 1 })).body).toEqual({
    error: 'swapWith must be the id of the other verse',
  });
});
