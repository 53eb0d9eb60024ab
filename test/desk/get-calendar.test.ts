import { beforeEach, describe, expect, test } from '@jest/globals';
import { block, placeVerse, useDesk } from '../support/desk.ts';
import { allowOddRows, insertSubmission } from '../support/submissions.ts';

const { clock, service, database } = await useDesk();
/** Of a date that nobody has changed. */
const latestChange = { id: 0 };

const viewer = { roles: ['calendar-viewer'] };
const read = (query = '') => service.desk('GET', `calendar${query}`, undefined, viewer);
const readDays = async (query: string) => (await read(query)).body.days;

test('a day is free, reserved or blocked', async () => {
  await insertSubmission(database, {
    user: 'a "player",\n=of \u{1F600}',
    bookId: 'SNG',
    date: '2026-12-24',
    createdAt: '2026-11-21T09:30:00.0001Z',
  });
  await block(database, '2026-12-25');
  const submission = {
    ...{ id: 1, player: 'a "player",\n=of \u{1F600}', reviewed: false },
    ...{ reference: 'Song of Songs 1:1', bookId: 'SNG', chapter: 1, verse: 1 },
    words: "The song of songs, which is Solomon's.",
    submittedAt: '2026-11-21T09:30:00.001Z', // as in the player's list
    alsoOn: [],
  };
  expect(await readDays('?from=2026-12-24&to=2026-12-26')).toEqual([
    { date: '2026-12-24', state: 'reserved', latestChange, submission },
    { date: '2026-12-25', state: 'blocked', latestChange, label: 'Christmas' },
    { date: '2026-12-26', state: 'free', latestChange },
  ]);
});

test('is read again only when its body has changed, as with a date that begins', async () => {
  const { headers } = await read();
  const known = { 'If-None-Match': `${headers.get('ETag')}`, 'Cache-Control': 'max-age=0' };
  const reread = async () => (await service.desk('GET', 'calendar', undefined, viewer, known)).status;
  expect(await reread()).toBe(304);
  clock.now = Temporal.Instant.from('2026-11-21T10:00:00Z'); // in UTC+14, the first instant of 2026-11-22
  expect(await reread()).toBe(304);
  clock.now = clock.now.subtract({ milliseconds: 1 });
  expect(await reread()).toBe(200);
});

test('a verse is also on the other dates that are at most 366 days away, in the range or not', async () => {
  const dates = ['2026-12-31', '2027-01-01', '2027-12-01', '2028-01-02', '2028-01-03', '2029-01-01'];
  for (const date of dates) await placeVerse(database, date, 105);
  await placeVerse(database, '2027-06-01', 106);
  await service.change('POST', 'submissions/3/withdraw', { from: '2027-12-01' });
  const days: { submission?: { alsoOn: string[] } }[] = [
    ...(await readDays('?from=2026-12-31&to=2027-01-01')),
    ...(await readDays('?from=2027-06-01&to=2027-06-01')),
    ...(await readDays('?from=2028-01-02&to=2028-01-03')),
  ];
  expect(days.map(({ submission }) => submission?.alsoOn)).toEqual([
    ['2027-01-01'],
    ['2026-12-31', '2028-01-02'], // 366 days away, as from Christmas to Christmas over a leap day
    [],
    ['2027-01-01', '2028-01-03', '2029-01-01'],
    ['2028-01-02', '2029-01-01'], // 2027-01-01 is 367 days away
  ]);
});

test('the calendar as a whole: what is bookable, free and covered, and whether it is paused', async () => {
  const overview = async () => {
    const { days, ...rest } = (await read('?to=2026-11-21')).body;
    expect(days).toHaveLength(1);
    return rest;
  };
  const [firstBookable, lastBookable] = ['2026-11-28', '2027-11-21'];
  const empty = {
    ...{ today: '2026-11-21', frozenUntil: '2026-11-22', firstBookable, lastBookable, repeatDays: 0 },
    ...{ freeDates: 359, reservedDates: 0, blockedDates: 0, unread: 0 },
    ...{ paused: false, pauseChange: latestChange, role: 'calendar-viewer' },
  };
  expect(await overview()).toEqual(empty);
  for (const date of ['2026-11-20', '2026-11-22', '2026-11-27', firstBookable, lastBookable, '2027-11-22']) {
    await placeVerse(database, date);
  }
  await block(database, '2027-01-01');
  const some = { ...empty, freeDates: 356, reservedDates: 4, blockedDates: 1, unread: 5, firstUnread: '2026-11-22' };
  expect(await overview()).toEqual(some);
  await block(database, '2026-11-21');
  await service.change('PUT', 'pause', { paused: true });
  await service.change('PUT', 'verses/2027-01-01', { bookId: 'JHN', chapter: 1, verse: 14 }); // its block is below it
  const later = { ...some, reservedDates: 5, blockedDates: 1 };
  const pauseChange = { id: 1, at: expect.any(String), actor: 'ed', action: 'pause' };
  expect(await overview()).toEqual({ ...later, coveredUntil: '2026-11-22', paused: true, pauseChange });
  clock.now = Temporal.Instant.from('2026-11-20T23:59:59.999Z');
  expect((await read()).body).toMatchObject({ today: '2026-11-20', frozenUntil: '2026-11-21' });
  expect((await service.desk('GET', 'calendar')).body.role).toBe('calendar-editor');
});

describe('rows of other programs', () => {
  /** Rows from before the database rejected them. */
  const odd = [
    { user: 'unknown book', bookId: 'XYZ', date: '2026-12-01' },
    { user: 'missing chapter', chapter: 200, date: '2026-12-02' },
    { user: 'missing verse', verse: 0, date: '2026-12-03' },
    { user: 'instant BC', date: '2026-12-04', createdAt: '0044-03-15T00:00:00Z BC' },
    { user: 'no instant', date: '2026-12-05', createdAt: 'infinity' },
    { user: 'a millisecond later', date: '2026-12-06', createdAt: '10000-01-01T00:00:00Z' },
    { user: 'x'.repeat(256), date: '2026-12-07' },
    { user: '', date: '2026-12-08' },
    { user: 'an id of 0', date: '2026-12-09' },
  ];
  /** As far as the contract goes: the year 0 of RFC 3339, and the last millisecond. */
  const limits = [
    { user: 'x', date: '2026-12-10', createdAt: '0001-01-01T00:00:00Z BC' },
    { user: 'x'.repeat(255), date: '2026-12-11', createdAt: '9999-12-31T23:59:59.999Z' },
  ];
  const far = ['12030-01-05', '0044-03-15 BC', 'infinity', '-infinity', '1999-12-31'];

  beforeEach(async () => {
    await allowOddRows(database);
    await database.query('alter table blocked_date drop constraint if exists blocked_date_date_check');
    for (const row of [...odd, ...limits]) await insertSubmission(database, row);
    for (const date of far) await insertSubmission(database, { user: date, date });
    await database.query("update scheduled_submission set id = 0 where user_id = 'an id of 0'");
  });

  test('that the contract cannot express reserve their dates, and harm no other', async () => {
    expect(await readDays('?from=2026-12-01&to=2026-12-11')).toEqual([
      ...odd.map(({ date }) => ({ date, state: 'reserved', latestChange })),
      ...['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map((submittedAt) =>
        expect.objectContaining({ submission: expect.objectContaining({ submittedAt }) }),
      ),
    ]);
    for (const file of ['calendar.csv', 'calendar.ics']) {
      expect((await service.desk('GET', `${file}?from=2026-12-01`)).text).toContain('Genesis 1:1');
    }
    for (const date of ['2000-01-01', '9999-12-31']) {
      expect(await readDays(`?from=${date}&to=${date}`)).toEqual([{ date, state: 'free', latestChange }]);
    }
  });

  test('are on other dates of a verse only if the contract can express these', async () => {
    await placeVerse(database, '9999-12-31', 1);
    await placeVerse(database, '9998-12-29', 1); // 367 days earlier
    await insertSubmission(database, { user: 'later', bookId: 'PSA', chapter: 119, date: '10000-01-01' });
    await placeVerse(database, '2000-01-01', 2);
    const psalm = { bookId: 'PSA', chapter: 119, verse: 2 };
    await insertSubmission(database, { ...psalm, user: 'earlier', date: '1999-12-30' });
    for (const date of ['2000-01-01', '9998-12-29', '9999-12-31']) {
      expect(await readDays(`?from=${date}&to=${date}`)).toMatchObject([{ submission: { alsoOn: [] } }]);
    }
  });

  test('cannot be moved to, but can be moved away, by their ids', async () => {
    const move = (id: number, from: string, to: string) =>
      service.change('POST', `submissions/${id}/move`, { from, to });
    const days = odd.slice(0, 2).map(({ date }) => ({ date, state: 'reserved', latestChange }));
    const error = 'Another verse is on this date';
    expect((await move(1, '2026-12-01', '2026-12-02')).body).toEqual({ error, days });
    expect((await move(1, '2026-12-01', '2027-12-02')).status).toBe(200);
    // Where it is now, the contract cannot express.
    expect(await move(12, '2026-12-01', '2026-12-20')).toMatchObject({
      status: 409,
      body: { days: [{ date: '2026-12-01' }, { date: '2026-12-20' }] },
    });
  });

  test('on a blocked date are shown, and a label with control characters is not', async () => {
    await block(database, '2026-12-11');
    await block(database, '2026-12-12', 'two\nlines');
    await block(database, 'infinity');
    expect(await readDays('?from=2026-12-11&to=2026-12-12')).toEqual([
      expect.objectContaining({ state: 'reserved', label: 'Christmas', submission: expect.anything() }),
      { date: '2026-12-12', state: 'blocked', latestChange },
    ]);
  });
});

test('one verse on every date: each has the nearest five others, and the number of the rest', async () => {
  await database.query(
    `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
     select 'player ' || day, 'JHN', 3, 16, date '2026-01-01' + day from generate_series(0, 1500) as day`,
  );
  const { status, body, text } = await read('?from=2027-06-01&to=2028-05-31');
  expect(status).toBe(200);
  expect(body.days).toHaveLength(366);
  expect(body.days[1].submission).toMatchObject({
    alsoOn: ['2027-05-30', '2027-05-31', '2027-06-01', '2027-06-03', '2027-06-04'],
    alsoOnMore: 727,
  });
  expect(text.length).toBeLessThan(200_000);
});
