import { beforeEach, describe, expect, test } from '@jest/globals';
import { stopDatabaseClock } from '../support/clock.ts';
import { block, placeVerse, recordOf, stateOf, useDesk } from '../support/desk.ts';
import { asSeen } from '../support/seen.ts';

const { clock, service, database } = await useDesk();

/** The verses with the ids 1 and 2. */
const [from, taken, free] = ['2026-12-01', '2026-12-02', '2026-12-03'];
const swap = { from, to: taken, swapWith: 2 };
beforeEach(async () => {
  await placeVerse(database, from);
  await placeVerse(database, taken);
});

const move = (body: object, id: unknown = 1) => service.change('POST', `submissions/${id}/move`, body);
/** On which dates the verses are, and the first ones of those that were moved. */
const dates = async () => (await stateOf(database)).verses.map(({ date }) => date);
const movedFrom = async () => (await stateOf(database)).verses.map(({ movedFrom }) => movedFrom);
const statesOf = (days: { date: string; state: string; submission?: { id: number } }[]) =>
  days.map(({ date, state, submission }) => `${date} ${submission?.id ?? state}`);

test('a move puts the verse on the free date, remembers the first one, and is recorded', async () => {
  const { status, body } = await move({ from, to: free, note: 'Closer to\nthe feast' });
  const latestChange = { id: 1, at: expect.any(String), actor: 'ed', action: 'move' };
  const submission = {
    ...{ id: 1, player: `of ${from}`, reviewed: false, submittedAt: '2026-11-01T00:00:00.000Z', movedFrom: from },
    ...{ reference: 'Psalm 119:160', bookId: 'PSA', chapter: 119, verse: 160, alsoOn: [] },
    words: expect.stringMatching(/^Thy word is true from the beginning/),
  };
  const days = [
    { date: from, state: 'free', latestChange },
    { date: free, state: 'reserved', latestChange, submission },
  ];
  expect({ status, body }).toEqual({ status: 200, body: { days } });
  expect(await dates()).toEqual([free, taken]);
  expect(await movedFrom()).toEqual([from, null]);
  expect(await recordOf(database)).toEqual([
    { actor: 'ed', action: 'move', dates: [from, free], submission: 1, note: 'Closer to\nthe feast' },
  ]);
});

test('keeps the first date through further moves to any date that has not begun, until the verse is back', async () => {
  for (const [here, there] of [
    [from, '2026-11-23'],
    ['2026-11-23', '9999-12-31'],
  ]) {
    expect((await move({ from: here, to: there })).status).toBe(200);
    expect(await movedFrom()).toEqual([from, null]);
  }
  await move({ from: '9999-12-31', to: from });
  expect(await dates()).toEqual([from, taken]);
  expect(await movedFrom()).toEqual([null, null]);
});

test('a swap exchanges two verses, with one line in the record, and is undone from the other side', async () => {
  const { body } = await move({ ...swap, note: 'Feast first' });
  expect(statesOf(body.days)).toEqual([`${from} 2`, `${taken} 1`]);
  expect(await dates()).toEqual([taken, from]);
  expect(await movedFrom()).toEqual([from, taken]);
  expect(await recordOf(database)).toEqual([
    { actor: 'ed', action: 'swap', dates: [from, taken], submission: 1, note: 'Feast first' },
  ]);
  expect((await move({ ...swap, swapWith: 1 }, 2)).status).toBe(200);
  expect(await dates()).toEqual([from, taken]);
  expect(await movedFrom()).toEqual([null, null]);
});

test.each([
  ['move', { from, to: free }],
  ['swap', swap],
])('a %s that is done already gets the same response, and is recorded once', async (_title, body) => {
  const sent = await asSeen(database, '', body);
  const send = () => service.desk('POST', 'submissions/1/move', sent);
  const first = await send();
  clock.now = Temporal.Instant.from('2027-01-01T00:00:00Z'); // the dates are frozen now
  expect(await send()).toMatchObject({ status: 200, text: first.text });
  expect(await recordOf(database)).toHaveLength(1);
});

describe('409, with the dates as they are now, and nothing changes:', () => {
  const withdraw = (id: number, from: string) => service.change('POST', `submissions/${id}/withdraw`, { from });
  const putOn = (date: string) =>
    database.query('update scheduled_submission set scheduled_date = $1 where id = 1', [date]);
  async function makeHalf() {
    await move({ from: taken, to: free }, 2);
    await move({ from, to: taken });
  }
  async function expectConflict(body: object, error: string, days: unknown) {
    const before = await stateOf(database);
    const response = await move(body);
    expect([response.status, response.body.error, statesOf(response.body.days)]).toEqual([409, error, days]);
    expect(await stateOf(database)).toEqual(before);
  }
  const [first, second] = [`${from} 1`, `${taken} 2`];
  const begun = 'A date that has begun cannot be changed';

  test.each<[string, object, string[], prepare?: () => Promise<unknown>]>([
    ['is on another date', { from: '2026-12-04', to: free }, [first, `${free} free`, '2026-12-04 free']],
    ['is swapped on another date', { ...swap, to: '2026-12-05' }, [first, second, '2026-12-05 free']],
    ['is swapped with none', { ...swap, swapWith: 99 }, [first, second]],
    ['is swapped with a withdrawn one', swap, [first, `${taken} free`], () => withdraw(2, taken)],
    ['is withdrawn', { from, to: free }, [`${from} free`, `${free} free`], () => withdraw(1, from)],
    ['has made half of the swap', swap, [`${from} free`, `${taken} 1`, `${free} 2`], makeHalf],
  ])('the verse %s', async (_title, body, days, prepare) => {
    await prepare?.();
    await expectConflict(body, 'A date is no longer as you saw it', days);
  });

  test.each<[string, object, string, prepare?: () => Promise<unknown>]>([
    ['is taken', { from, to: taken }, 'Another verse is on this date'],
    ['is blocked', { from, to: free }, 'The date is blocked', () => block(database, free)],
    ['has begun, from which it goes', { from: '2026-11-22', to: free }, begun, () => putOn('2026-11-22')],
    ['has begun, to which it goes', { from, to: '2026-11-22' }, begun],
    ['is past', { from, to: '2000-01-01' }, begun],
    ['has begun, of a swap', { from, to: '2026-11-22', swapWith: 3 }, begun, () => placeVerse(database, '2026-11-22')],
  ])('a date %s', async (_title, body, error, prepare) => {
    await prepare?.();
    await expectConflict(body, error, [expect.anything(), expect.anything()]);
  });

  test("a date has begun by the database's clock, if the instance's is slow", async () => {
    await stopDatabaseClock(database, '2026-11-30T10:00:00Z'); // in UTC+14, the first second of 2026-12-01
    expect(await move({ from, to: free })).toMatchObject({ status: 409, body: { error: begun } });
    await stopDatabaseClock(database, '-infinity');
    expect((await move({ from, to: free })).status).toBe(200);
  });
});

test.each(['01', 'x', '9007199254740992'])(
  '404: no submission has the malformed id %s, which is said after what is wrong with the body',
  async (id) => {
    expect(await move({ from, to: free }, id)).toMatchObject({ status: 404, body: { error: 'No such submission' } });
    expect(await move({ from, to: 1 }, id)).toMatchObject({ status: 400 });
  },
);
