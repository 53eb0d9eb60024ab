import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { createPlayers, type Players } from '../../src/player/players.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const now = Temporal.Instant.from('2026-03-02T12:00:00Z');

let database: TestDatabase;
let orm: Orm;
let players: Players;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`
    insert into daily_completion (anonymous_id, date)
    values ('ann', '2026-03-02'), ('ann', '2026-02-28'), ('ben', '2026-03-02'), (U&'\\FFFD', '2026-03-02'), ('André', '2026-03-02')`);
  await database.query(`
    insert into scheduled_submission
      (user_id, book_id, chapter, verse, scheduled_date, created_at, window_text, idempotency_key)
    values
      ('ann', 'PSA', 119, 176, '2026-03-11', '2026-03-02T11:00:00.123456Z', 'March 9 – 22, 2026', 'key'),
      ('ann', 'GEN', 1, 1, '2026-02-11', '2026-02-02T11:00:00Z', null, null),
      ('cat', 'GEN', 1, 1, '2026-02-12', '2026-02-23T12:00:00Z', null, null)`);
  orm = createOrm(database.serviceUrl, 2, pino({ level: 'silent' }));
  players = createPlayers(orm.em);
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

const unknown = { solvedToday: false, onCooldown: false };

describe('the eligibility of a player', () => {
  test('has the end of the latest cooldown, in whole milliseconds, rounded up', async () => {
    const eligibility = await players.eligibility('ann', '2026-03-02', now);
    if (!eligibility.onCooldown) throw new Error('not on cooldown');
    const { repeated, cooldownEndsAt, solvedToday } = eligibility;
    expect(solvedToday).toBe(true);
    expect(cooldownEndsAt.toString()).toBe('2026-03-09T11:00:00.124Z');
    expect(repeated).toBeNull();
  });

  test('includes the whole latest submission if the request has its key', async () => {
    expect(await players.eligibility('ann', '2026-03-02', now, 'key')).toHaveProperty('repeated', {
      bookId: 'PSA',
      chapter: 119,
      verse: 176,
      date: '2026-03-11',
      windowText: 'March 9 – 22, 2026',
    });
    expect(await players.eligibility('ann', '2026-03-02', now, 'other')).toHaveProperty('repeated', null);
    expect(await players.eligibility('cat', '2026-03-02', now, 'key')).not.toHaveProperty('repeated');
  });

  test.each([
    ['a player nobody knows', 'dan', '2026-03-02', unknown],
    ['another player, of a name in another case', 'Ann', '2026-03-02', unknown],
    ['another player, of a name with a space after it', 'ann ', '2026-03-02', unknown],
    ['another player, of a name with a space before it', ' ann', '2026-03-02', unknown],
    ['another player, of a name in another normalization form', 'Andre\u0301', '2026-03-02', unknown],
    ['a player without submissions', 'ben', '2026-03-02', { solvedToday: true, onCooldown: false }],
    ['another date than the one completed', 'ben', '2026-03-01', unknown],
    ['a cooldown that is over at this instant', 'cat', '2026-03-02', unknown],
    ['an impossible date', 'ben', '2026-02-31', unknown],
    ['the year 0', 'ben', '0000-03-02', unknown],
    ['the last date', 'ben', '9999-12-31', unknown],
  ])('%s', async (_title, user, localDate, want) => {
    expect(await players.eligibility(user, localDate, now)).toEqual(want);
  });

  test.each([
    ['with a NUL', 'ben\0'],
    ['of half a surrogate pair', '\ud83d'],
    ['that begins with the second half of a surrogate pair', '\udd4aben'],
  ])('an id that PostgreSQL cannot store is an unknown player: one %s', async (_title, user) => {
    expect(await players.eligibility(user, '2026-03-02', now)).toEqual(unknown);
  });

  test('is not mixed up with that of other players in the batch', async () => {
    const asked = await Promise.all(
      ['ben', 'ann', 'cat', 'ben'].map((user) => players.eligibility(user, '2026-03-02', now)),
    );
    expect(asked.map(({ solvedToday, onCooldown }) => [solvedToday, onCooldown])).toEqual([
      [true, false],
      [true, true],
      [false, false],
      [true, false],
    ]);
  });
});

test('players who ask at once get their own lists, the latest submission first', async () => {
  const lists = await Promise.all(['ann', 'ben', 'cat', 'ann', 'ben\0'].map((user) => players.submissions(user)));
  const dates = lists.map((list) => list.map(({ date }) => date));
  expect(dates).toEqual([['2026-03-11', '2026-02-11'], [], ['2026-02-12'], ['2026-03-11', '2026-02-11'], []]);
});
