import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TestClock } from '../support/clock.ts';
import { clearCalendar, block as insertBlock, noon, placeVerse, recordOf, stateOf } from '../support/desk.ts';
import { TestService } from '../support/service.ts';

const clock = new TestClock(noon);
let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ desk: true, clock: clock.read });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  clock.now = Temporal.Instant.from(noon);
  await clearCalendar(service.database);
});

const date = '2026-12-25';
const frozen = '2026-11-22';
const block = (label: unknown, on = date) => service.desk('PUT', `blocked-dates/${on}`, { label });
const unblock = (on = date) => service.desk('DELETE', `blocked-dates/${on}`);
const blocked = async () => (await stateOf(service.database)).blocked;

describe('PUT', () => {
  test('blocks a date, and is recorded with its label', async () => {
    const { status, body } = await block('Christmas');
    expect({ status, body }).toEqual({ status: 200, body: { days: [{ date, state: 'blocked', label: 'Christmas' }] } });
    expect(await blocked()).toEqual([{ date, label: 'Christmas' }]);
    expect(await recordOf(service.database)).toEqual([
      { actor: 'ed', action: 'block', dates: [date], submission: null, note: 'Christmas' },
    ]);
  });

  test('gives a blocked date another label, which is a change of its own', async () => {
    await block('Christmas');
    expect((await block('Xmas')).body).toEqual({ days: [{ date, state: 'blocked', label: 'Xmas' }] });
    expect((await recordOf(service.database)).map(({ note }) => note)).toEqual(['Christmas', 'Xmas']);
  });

  test('of the same label gets the same response, and is recorded once, even when the date has begun', async () => {
    const first = await block('Christmas');
    clock.now = Temporal.Instant.from('2026-12-25T00:00:00Z');
    expect(await block('Christmas')).toMatchObject({ status: 200, text: first.text });
    expect(await block('Xmas')).toMatchObject({ status: 409 });
    expect(await recordOf(service.database)).toHaveLength(1);
  });

  test('gets 409 for a date that has begun, and for one with a verse', async () => {
    const id = await placeVerse(service.database, date);
    expect(await block('Christmas')).toMatchObject({
      status: 409,
      body: { error: 'Another verse is on this date', days: [{ date, state: 'reserved', submission: { id } }] },
    });
    expect(await block('Christmas', frozen)).toMatchObject({
      status: 409,
      body: { error: 'A date that has begun cannot be changed', days: [{ date: frozen, state: 'free' }] },
    });
    expect(await blocked()).toEqual([]);
    expect(await recordOf(service.database)).toEqual([]);
  });

  test('blocks the next date that begins, and the last that the contract can express', async () => {
    expect((await block('tomorrow', '2026-11-23')).status).toBe(200);
    expect((await block('the last one', '9999-12-31')).status).toBe(200);
  });
});

describe('GET', () => {
  const find = async (label?: string) =>
    (await service.desk('GET', `blocked-dates${label === undefined ? '' : `?label=${encodeURIComponent(label)}`}`))
      .body;

  test('finds the dates from today on whose label contains a text, which has no wildcards', async () => {
    const labels = ['100 %_\\', 'ÜBUNG', 'übung 2', 'two\nlines', '100 \u{1F384}', 'ΠΑΣΧΑ', 'Straße'];
    for (const [days, label] of labels.entries()) await insertBlock(service.database, `2026-11-2${days + 1}`, label);
    await insertBlock(service.database, '2026-11-20', 'past');
    const dates = labels.map((label, days) => ({ date: `2026-11-2${days + 1}`, ...(days !== 3 && { label }) }));
    expect(await find()).toEqual({ dates, more: false });
    expect((await find('Übung')).dates).toEqual([dates[1], dates[2]]);
    expect((await find('ΠΑΣ')).dates).toEqual([dates[5]]); // a sigma that ends a word has a lower case of its own
    expect((await find('STRASSE')).dates).toEqual([dates[6]]);
    for (const part of ['%', '_', '\\', '0 %_\\']) expect((await find(part)).dates).toEqual([dates[0]]);
    expect((await find('past')).dates).toEqual([]);
    expect((await find('\u{1F384}'.repeat(100))).dates).toEqual([]);
  });

  test('finds 400 dates, and says whether there are more', async () => {
    const insert = `insert into blocked_date select date '2026-12-01' + day, 'x' from generate_series(0, $1::integer) as day`;
    await service.database.query(insert, [400]);
    const { dates, more } = await find('X');
    expect([dates.length, dates[0].date, more]).toEqual([400, '2026-12-01', true]);
    await service.database.query("delete from blocked_date where date = '2026-12-01'");
    expect((await find()).more).toBe(false);
  });
});

test.each(['2026-02-30', '1999-12-31', '10000-01-01', '2026-12-25%0A'])('the date %s gets 400', async (on) => {
  const want = { status: 400, body: { error: 'date must be a date from 2000-01-01 to 9999-12-31, YYYY-MM-DD' } };
  expect(await block('Christmas', on)).toMatchObject(want);
  expect(await block(1, on)).toMatchObject(want); // the path comes first
  expect(await unblock(on)).toMatchObject(want);
});

describe('POST', () => {
  const blockAll = (dates: unknown, label = 'Retreat') => service.desk('POST', 'blocked-dates', { dates, label });
  const unblockAll = (dates: unknown) => service.desk('POST', 'blocked-dates/unblock', { dates });
  const counts = ({ body }: { body: { outcomes: { outcome: string }[] } }) =>
    Object.entries(Object.groupBy(body.outcomes, ({ outcome }) => outcome)).map(
      ([name, of]) => `${of?.length} ${name}`,
    );

  test('blocks what it can of a year, and unblocks it; each is recorded once', async () => {
    const year = Array.from({ length: 366 }, (_, days) => Temporal.PlainDate.from(frozen).add({ days }).toString());
    const [taken = '', last = ''] = [year[9], year.at(-1)];
    const free = year.filter((day) => day !== frozen && day !== taken);
    const done = free.filter((day) => day !== date);
    await placeVerse(service.database, taken, 3);
    await insertBlock(service.database, date);
    const first = await blockAll(year.toReversed());
    expect(counts(first)).toEqual(['1 frozen', '363 done', '1 taken', '1 unchanged']);
    const { outcomes } = first.body;
    expect(outcomes).toMatchObject(year.map((date) => ({ date, day: { date } })));
    expect(outcomes[9]).toMatchObject({ outcome: 'taken', day: { state: 'reserved', submission: { id: 1 } } });
    expect(outcomes.at(-1)).toMatchObject({ outcome: 'done', day: { state: 'blocked', label: 'Retreat' } });
    expect(await blocked()).toEqual(free.map((day) => ({ date: day, label: day === date ? 'Christmas' : 'Retreat' })));
    expect(counts(await blockAll(year, 'again'))).toEqual(['1 frozen', '364 unchanged', '1 taken']);

    await service.database.query('update blocked_date set date = $1 where date = $2', [frozen, last]);
    const undone = await unblockAll(year);
    expect(counts(undone)).toEqual(['1 frozen', '363 done', '2 unchanged']);
    expect(undone.body.outcomes[1]).toMatchObject({ outcome: 'done', day: { state: 'free' } });
    expect(counts(await unblockAll(year))).toEqual(['1 frozen', '365 unchanged']);
    expect(await blocked()).toEqual([{ date: frozen, label: 'Retreat' }]);
    expect(await recordOf(service.database)).toMatchObject([
      { action: 'block', dates: done, note: 'Retreat' },
      { action: 'unblock', dates: free.slice(0, -1), note: null }, // of two labels
    ]);
    const { changes } = (await service.desk('GET', 'changes')).body;
    expect(changes[1]).toMatchObject({ actor: 'ed', dates: [done[0], last], dateCount: 363, note: 'Retreat' });
  });

  test.each([[[]], [[date, date]], [['2026-02-30']], [date], [Array(401).fill(date)]])('%j gets 400', async (dates) => {
    const error = 'dates must be 1 to 400 different dates from 2000-01-01 to 9999-12-31, YYYY-MM-DD';
    expect(await blockAll(dates)).toMatchObject({ status: 400, body: { error } });
    expect(await unblockAll(dates)).toMatchObject({ status: 400, body: { error } });
  });
});

describe('DELETE', () => {
  test('unblocks a date, and is recorded; once more, it changes nothing', async () => {
    await insertBlock(service.database, date);
    await insertBlock(service.database, '2026-12-26', 'Boxing Day');
    expect(await unblock()).toMatchObject({ status: 204, text: '' });
    expect(await unblock()).toMatchObject({ status: 204, text: '' });
    expect(await blocked()).toEqual([{ date: '2026-12-26', label: 'Boxing Day' }]);
    expect(await recordOf(service.database)).toEqual([
      { actor: 'ed', action: 'unblock', dates: [date], submission: null, note: 'Christmas' },
    ]);
  });

  test('records no label that the contract cannot express, which another program stored', async () => {
    await insertBlock(service.database, date, 'two\nlines');
    expect(await unblock()).toMatchObject({ status: 204 });
    expect(await recordOf(service.database)).toMatchObject([{ action: 'unblock', note: null }]);
  });

  test('gets 409 for a blocked date that has begun, and 204 for another one that has', async () => {
    await insertBlock(service.database, frozen, 'a fast');
    expect(await unblock(frozen)).toMatchObject({
      status: 409,
      body: { error: 'A date that has begun cannot be changed', days: [{ date: frozen, label: 'a fast' }] },
    });
    expect((await unblock('2026-11-21')).status).toBe(204);
    expect(await recordOf(service.database)).toEqual([]);
  });
});
