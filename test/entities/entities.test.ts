import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { BlockedDate } from '../../src/entities/blocked-date.ts';
import { CalendarChange } from '../../src/entities/calendar-change.ts';
import { CalendarPause } from '../../src/entities/calendar-pause.ts';
import { DailyCompletion } from '../../src/entities/daily-completion.ts';
import { ScheduledSubmission } from '../../src/entities/scheduled-submission.ts';
import { date } from '../support/calendars.ts';
import { alterDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Each row comes back as it was stored, whatever the session's time zone. */
let database: TestDatabase;
let orm: Orm;
const instant = Temporal.Instant.from('2026-11-21T23:30:00.123Z');
beforeAll(async () => {
  database = await createTestDatabase();
  await alterDatabase(database, "timezone = 'Pacific/Kiritimati'");
  orm = createOrm(database.url, 1, pino({ level: 'silent' }));
});
beforeEach(async () => {
  await database.query('truncate daily_completion, scheduled_submission restart identity');
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

/**
 * Jest takes any two dates or instants of Temporal for equal, so they are compared as JSON has
 * them.
 */
function json(value: unknown): object {
  return JSON.parse(JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? String(member) : member)));
}

test('a completion', async () => {
  const completion = { id: 1n, anonymousId: 'ann', date: date('2026-11-21') };
  await orm.em.fork().insert(DailyCompletion, completion);
  expect(json(await orm.em.fork().findOneOrFail(DailyCompletion, { date: date('2026-11-21') }))).toMatchObject(
    json(completion),
  );
});

test('a submission, and one that is moved and withdrawn', async () => {
  const verse = { userId: 'ann', bookId: 'JHN', chapter: 3, verse: 16 } as const;
  const plain = { ...verse, id: 1, scheduledDate: date('2026-11-28'), createdAt: instant };
  const withdrawn = {
    ...{ ...verse, id: 2, scheduledDate: null, createdAt: instant, movedFrom: date('2026-11-29') },
    ...{ withdrawnAt: instant, withdrawnFrom: date('2026-11-30'), cooldownEnded: true },
  };
  await orm.em.fork().insert(ScheduledSubmission, plain);
  await orm.em.fork().insert(ScheduledSubmission, withdrawn);
  expect(json(await orm.em.fork().find(ScheduledSubmission, {}, { orderBy: { id: 'asc' } }))).toMatchObject(
    json([
      { ...plain, movedFrom: null, withdrawnAt: null, withdrawnFrom: null, cooldownEnded: false, windowText: null },
      withdrawn,
    ]),
  );
});

test('texts with the characters of SQL, into which MikroORM writes them', async () => {
  const texts = ["'", "\\'; --", '? ?? \\? $1 :name', '[raw]: now()', '{"a": [1]}', '\u{1F600}\n\t', "'\\".repeat(127)];
  const verse = { bookId: 'JHN', chapter: 3, verse: 16, createdAt: instant } as const;
  const submissions = texts.map((text, days) => ({
    ...verse,
    ...{ userId: text, windowText: text, scheduledDate: date('2026-11-28').add({ days }) },
  }));
  await orm.em.fork().insertMany(ScheduledSubmission, submissions);
  const stored = await database.query('select user_id, window_text from scheduled_submission order by id');
  expect(stored.map(Object.values)).toEqual(texts.map((text) => [text, text]));
  for (const text of texts) expect(await orm.em.fork().count(ScheduledSubmission, { userId: { $in: [text] } })).toBe(1);
});

test('a blocked date and a pause', async () => {
  const easter = { date: date('2027-03-28'), label: 'Easter' };
  await orm.em.fork().insert(BlockedDate, easter);
  await orm.em.fork().insert(CalendarPause, { id: true, since: instant });
  expect(json(await orm.em.fork().find(BlockedDate, {}))).toMatchObject(json([easter]));
  expect(json(await orm.em.fork().find(CalendarPause, {}))).toMatchObject(json([{ since: instant }]));
});

test.each([
  { dates: [], submission: null, note: null },
  { dates: ['2026-11-28', '2027-03-28'], submission: 7, note: 'a note' },
])('a change of %j', async ({ dates, ...rest }) => {
  await database.query('truncate calendar_change restart identity');
  const change = { at: instant, actor: 'editor', action: 'move', dates: dates.map(date), ...rest } as const;
  await orm.em.fork().insert(CalendarChange, change);
  expect(json(await orm.em.fork().find(CalendarChange, {}))).toMatchObject(json([{ id: 1, ...change }]));
});
