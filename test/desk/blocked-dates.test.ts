import { describe, expect, test } from '@jest/globals';
import { block as insertBlock, placeVerse, recordOf, stateOf, useDesk } from '../support/desk.ts';

const { service, database } = await useDesk();

const date = '2026-12-25';
const frozen = '2026-11-22';
const blocked = async () => (await stateOf(database)).blocked;

const find = async (label?: string) =>
  (await service.desk('GET', `blocked-dates?${new URLSearchParams(label === undefined ? {} : { label })}`)).body;

describe('GET', () => {
  test('finds the dates from today on whose label contains a text, which has no wildcards', async () => {
    const labels = ['100 %_\\', 'ÜBUNG', 'übung 2', 'two\nlines', '100 \u{1F384}', 'ΠΑΣΧΑ', 'Straße'];
    for (const [days, label] of labels.entries()) await insertBlock(database, `2026-11-2${days + 1}`, label);
    await insertBlock(database, '2026-11-20', 'past');
    const dates = labels.map((label, days) => ({
      ...{ date: `2026-11-2${days + 1}`, ...(days !== 3 && { label }) },
      latestChange: { id: 0 },
    }));
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
    await database.query(insert, [400]);
    const { dates, more } = await find('X');
    expect([dates.length, dates[0].date, more]).toEqual([400, '2026-12-01', true]);
    await database.query("delete from blocked_date where date = '2026-12-01'");
    expect((await find()).more).toBe(false);
  });
});

describe('POST', () => {
  const blockAll = (dates: unknown, label = 'Retreat') => service.change('POST', 'blocked-dates', { dates, label });
  const unblockAll = (dates: unknown) => service.change('POST', 'blocked-dates/unblock', { dates });
  const counts = ({ body }: { body: { outcomes: { outcome: string }[] } }) =>
    Object.entries(Object.groupBy(body.outcomes, ({ outcome }) => outcome)).map(
      ([name, of]) => `${of?.length} ${name}`,
    );

  test('blocks what it can of a year, and unblocks it; each is recorded once', async () => {
    const year = Array.from({ length: 366 }, (_, days) => Temporal.PlainDate.from(frozen).add({ days }).toString());
    const [taken = '', last = ''] = [year[9], year.at(-1)];
    const free = year.filter((day) => day !== frozen && day !== taken);
    const done = free.filter((day) => day !== date);
    await placeVerse(database, taken, 3);
    await insertBlock(database, date);
    const first = await blockAll(year.toReversed());
    expect(counts(first)).toEqual(['1 frozen', '363 done', '1 taken', '1 unchanged']);
    const { outcomes } = first.body;
    expect(outcomes).toMatchObject(year.map((date) => ({ date, day: { date } })));
    expect(outcomes[9]).toMatchObject({ outcome: 'taken', day: { state: 'reserved', submission: { id: 1 } } });
    expect(outcomes.at(-1)).toMatchObject({ outcome: 'done', day: { state: 'blocked', label: 'Retreat' } });
    expect(await blocked()).toEqual(free.map((day) => ({ date: day, label: day === date ? 'Christmas' : 'Retreat' })));
    expect(counts(await blockAll(year, 'again'))).toEqual(['1 frozen', '364 unchanged', '1 taken']);

    await database.query('update blocked_date set date = $1 where date = $2', [frozen, last]);
    const undone = await unblockAll(year);
    expect(counts(undone)).toEqual(['1 frozen', '363 done', '2 unchanged']);
    expect(undone.body.outcomes[1]).toMatchObject({ outcome: 'done', day: { state: 'free' } });
    expect(counts(await unblockAll(year))).toEqual(['1 frozen', '365 unchanged']);
    expect(await blocked()).toEqual([{ date: frozen, label: 'Retreat' }]);
    expect(await recordOf(database)).toMatchObject([
      { action: 'block', dates: done, note: 'Retreat' },
      { action: 'unblock', dates: free.slice(0, -1), note: null }, // of two labels
    ]);
    const { changes } = (await service.desk('GET', 'changes')).body;
    expect(changes[1]).toMatchObject({ actor: 'ed', dates: [done[0], last], dateCount: 363, note: 'Retreat' });
  });

  test('blocks the next date that begins, and the last that the contract can express', async () => {
    expect(counts(await blockAll(['2026-11-23', '9999-12-31']))).toEqual(['2 done']);
  });

  test('records no label that the contract cannot express, which another program stored', async () => {
    await insertBlock(database, date, 'two\nlines');
    expect(counts(await unblockAll([date]))).toEqual(['1 done']);
    expect(await recordOf(database)).toMatchObject([{ action: 'unblock', note: null }]);
  });

  test('compares each date for itself, and shows who has changed it', async () => {
    await blockAll([date]);
    const seen = [date, '2026-12-26'].map((each) => ({ date: each, change: 0 }));
    const latestChange = { id: 1, at: expect.any(String), actor: 'ed', action: 'block' };
    const ruth = { sub: 'ruth', roles: ['calendar-editor'] };
    const { body } = await service.desk('POST', 'blocked-dates', { dates: seen, label: 'Retreat' }, ruth);
    expect(body.outcomes).toMatchObject([{ date, outcome: 'unseen', day: { latestChange } }, { outcome: 'done' }]);
    expect(counts(await service.desk('POST', 'blocked-dates/unblock', { dates: seen }))).toEqual(['2 unseen']);
    expect((await find()).dates[0]).toEqual({ date, label: 'Retreat', latestChange });
  });

  test('rejects a date that is named twice', async () => {
    const responses = [await blockAll([date, date]), await unblockAll([date, date])];
    expect(responses.map(({ status }) => status)).toEqual([400, 400]);
  });
});
