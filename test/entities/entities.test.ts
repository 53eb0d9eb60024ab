import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { EntitySchema } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { BlockedDate } from '../../src/entities/blocked-date.ts';
import { CalendarChange } from '../../src/entities/calendar-change.ts';
import { CalendarPause } from '../../src/entities/calendar-pause.ts';
import { DailyCompletion } from '../../src/entities/daily-completion.ts';
import { ScheduledSubmission } from '../../src/entities/scheduled-submission.ts';
import { date } from '../support/calendars.ts';
import { alterDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let orm: Orm;
beforeAll(async () => {
  database = await createTestDatabase();
  await alterDatabase(database, "timezone = 'Pacific/Kiritimati'");
  orm = createOrm(database.url, 1, pino({ level: 'silent' }));
});
beforeEach(async () => {
  await database.query('truncate daily_completion, scheduled_submission, calendar_change restart identity');
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

const instant = Temporal.Instant.from('2026-11-21T23:30:00.123Z');
const verse = { id: 1, userId: 'ann', bookId: 'JHN', chapter: 3, verse: 16, createdAt: instant } as const;
const reserved = { ...verse, scheduledDate: date('2026-11-28') };
const absent = { movedFrom: null, withdrawnAt: null, withdrawnFrom: null, cooldownEnded: false, windowText: null };
const withdrawn = {
  ...{ ...verse, scheduledDate: null, movedFrom: date('2026-11-29'), cooldownEnded: true },
  ...{ withdrawnAt: instant, withdrawnFrom: date('2026-11-30') },
};
const change = { at: instant, actor: 'editor', action: 'move' };

test.each<[string, EntitySchema, object, object?]>([
  ['a completion', DailyCompletion, { id: 1n, anonymousId: 'ann', date: date('2026-11-21') }],
  ['a submission', ScheduledSubmission, reserved, absent],
  ['one that was moved and withdrawn', ScheduledSubmission, withdrawn],
  ['a blocked date', BlockedDate, { date: date('2027-03-28'), label: 'Easter' }],
  ['a pause', CalendarPause, { id: true, since: instant }],
  ['a change of nothing', CalendarChange, { ...change, dates: [], submission: null, note: null }, { id: 1 }],
  [
    'a change',
    CalendarChange,
    { ...change, dates: ['2026-11-28', '2027-03-28'].map(date), submission: 7, note: 'a note' },
  ],
])('%s comes back as it was stored, whatever the time zone of the session', async (_, entity, row, defaults = {}) => {
  await orm.em.fork().insert(entity, row);
  expect(json(await orm.em.fork().find(entity, {}))).toMatchObject(json([{ ...row, ...defaults }]));
});

test('texts with the characters of SQL, into which MikroORM writes them', async () => {
  const texts = ["'", "\\'; --", '? ?? \\? $1 :name', '[raw]: now()', '{"a": [1]}', '\u{1F600}\n\t', "'\\".repeat(127)];
  const submissions = texts.map((text, days) => ({
    ...{ ...verse, id: days + 1, userId: text, windowText: text },
    scheduledDate: date('2026-11-28').add({ days }),
  }));
  await orm.em.fork().insertMany(ScheduledSubmission, submissions);
  const stored = await database.query('select user_id, window_text from scheduled_submission order by id');
  expect(stored.map(Object.values)).toEqual(texts.map((text) => [text, text]));
  for (const text of texts) expect(await orm.em.fork().count(ScheduledSubmission, { userId: { $in: [text] } })).toBe(1);
});
