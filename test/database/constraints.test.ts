import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readContract } from '../../contract/document/read.ts';
import { schemasOf } from '../../contract/document/schemas.ts';
import type { Schema } from '../../contract/document/types.ts';
import { lastDate } from '../../src/calendar/window.ts';
import { firstDate } from '../../src/desk/days.ts';
import { bearerAuthSubject, bookIds, submitVerseOperation } from '../../src/generated/operations.ts';
import { alterDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertSubmission } from '../support/submissions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.query(
    'truncate daily_completion, scheduled_submission, blocked_date, calendar_pause restart identity',
  );
});
afterAll(() => database.drop());

// The limits that the contract has, too.
const { Label, Action } = schemasOf(readContract('contract/openapi.desk.yaml'));
const longestLabel = Number(Label?.maxLength);
/** A cooldown from then on would end in a year of five digits. */
const tooLate = Temporal.Instant.from('+010000-01-01T00:00:00Z').subtract(submitVerseOperation.cooldown);

const twice = (row: string) => `(${row}), (${row})`;
const rejectedBy = (constraint: string) => expect.objectContaining({ constraint });
const byCooldown = rejectedBy('scheduled_submission_cooldown');

const withdraw = () =>
  database.query(`
    update scheduled_submission set scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date
    where withdrawn_at is null`);

describe('the database rejects', () => {
  test.each([
    ['at the same instant', '2026-03-02T12:00:00Z'],
    ['a microsecond before 168 hours are over', '2026-03-09T11:59:59.999999Z'],
    ['that is stored later, but a microsecond less than 168 hours earlier', '2026-02-23T12:00:00.000001Z'],
  ])('a second submission of one player %s', async (_title, createdAt) => {
    await insertSubmission(database, { date: '2026-11-28', createdAt: '2026-03-02T12:00:00Z' });
    await expect(insertSubmission(database, { date: '2026-11-29', createdAt })).rejects.toEqual(byCooldown);
  });

  test.each([
    ['a date that does not exist', { date: 'infinity' }],
    ['a date that does not exist', { date: '-infinity' }],
    ['an instant that does not exist', { date: '2026-11-28', createdAt: 'infinity' }],
    ['an instant that does not exist', { date: '2026-11-28', createdAt: '-infinity' }],
    ['a date before 2000', { date: '1999-12-31' }],
    ['a date BC', { date: '0044-03-15 BC' }],
    ['a date after 9999', { date: '10000-01-01' }],
    ['an instant before 2000', { date: '2026-11-28', createdAt: '1999-12-31T23:59:59.999999Z' }],
    ['an instant BC', { date: '2026-11-28', createdAt: '0044-03-15T00:00:00Z BC' }],
    ['an instant whose cooldown ends after 9999', { date: '2026-11-28', createdAt: tooLate.toString() }],
    ['a book that the contract lacks', { date: '2026-11-28', bookId: 'TOB' }],
  ])('%s: %j', async (_title, submission) => {
    // 23514 is check_violation
    await expect(insertSubmission(database, submission)).rejects.toMatchObject({ code: '23514' });
  });

  test.each([
    ['withdrawn_check', 'scheduled_date = null'],
    ['withdrawn_check', 'withdrawn_at = now()'],
    ['withdrawn_check', "withdrawn_from = '2026-11-28'"],
    ['withdrawn_check', 'scheduled_date = null, withdrawn_at = now()'],
    ['withdrawn_check', "scheduled_date = null, withdrawn_from = '2026-11-28'"],
    ['withdrawn_check', "withdrawn_at = now(), withdrawn_from = '2026-11-28'"],
    ['cooldown_ended_check', 'cooldown_ended = true'],
    ['moved_from_check', "moved_from = '1999-12-31'"],
    ['moved_from_check', "moved_from = '10000-01-01'"],
    ['withdrawn_from_check', "scheduled_date = null, withdrawn_at = now(), withdrawn_from = '1999-12-31'"],
    ['withdrawn_from_check', "scheduled_date = null, withdrawn_at = now(), withdrawn_from = '10000-01-01'"],
    [
      'withdrawn_at_check',
      "scheduled_date = null, withdrawn_at = '1999-12-31T23:59:59.999999Z', withdrawn_from = '2026-11-28'",
    ],
    ['withdrawn_at_check', "scheduled_date = null, withdrawn_at = '10000-01-01Z', withdrawn_from = '2026-11-28'"],
  ])('by %s a submission with %s', async (constraint, change) => {
    await insertSubmission(database, { date: '2026-11-28' });
    await expect(database.query(`update scheduled_submission set ${change}`)).rejects.toEqual(
      rejectedBy(`scheduled_submission_${constraint}`),
    );
  });

  test("a second submission during the cooldown of a withdrawn one, and the withdrawn one's return into it", async () => {
    await insertSubmission(database, { date: '2026-11-28', createdAt: '2026-03-02T12:00:00Z' });
    await withdraw();
    const second = { date: '2026-11-28', createdAt: '2026-03-05T12:00:00Z' };
    await expect(insertSubmission(database, second)).rejects.toEqual(byCooldown);
    await database.query('update scheduled_submission set cooldown_ended = true');
    await insertSubmission(database, second);
    await expect(
      database.query('update scheduled_submission set cooldown_ended = false where cooldown_ended'),
    ).rejects.toEqual(byCooldown);
  });

  test.each([
    ['blocked_date_date_check', "blocked_date values ('1999-12-31', 'Easter')"],
    ['blocked_date_date_check', "blocked_date values ('10000-01-01', 'Easter')"],
    ['blocked_date_label_check', "blocked_date values ('2027-03-28', '')"],
    ['blocked_date_label_check', `blocked_date values ('2027-03-28', repeat('x', ${longestLabel + 1}))`],
    ['blocked_date_pkey', `blocked_date values ${twice("'2027-03-28', 'Easter'")}`],
    ['calendar_pause_id_check', 'calendar_pause values (false)'],
    ['calendar_pause_pkey', 'calendar_pause values (default), (default)'],
    [
      'daily_completion_anonymous_id_date_key',
      `daily_completion (anonymous_id, date) values ${twice("'u1', '2026-11-21'")}`,
    ],
    [
      'scheduled_submission_scheduled_date_key',
      `scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
         select user_id, 'GEN', 1, 1, '2026-11-28' from unnest('{a,b}'::text[]) as user_id`,
    ],
    ['calendar_change_action_check', "calendar_change (actor, action, dates) values ('editor', 'delete', '{}')"],
  ])('by %s: insert into %s', async (constraint, values) => {
    await expect(database.query(`insert into ${values}`)).rejects.toEqual(rejectedBy(constraint));
  });
});

describe('the database accepts', () => {
  test.each([
    ['168 hours later', '2026-03-09T12:00:00Z'],
    ['168 hours earlier, though stored later', '2026-02-23T12:00:00Z'],
  ])('a second submission of one player %s', async (_title, createdAt) => {
    await insertSubmission(database, { date: '2026-11-28', createdAt: '2026-03-02T12:00:00Z' });
    await insertSubmission(database, { date: '2026-11-29', createdAt });
  });

  test('submissions of two players, whatever the hash of their ids: the constraint compares the ids', async () => {
    const [constraint] = await database.query<{ definition: string }>(
      "select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'scheduled_submission_cooldown'",
    );
    expect(constraint?.definition).toContain("((user_id || ''::text)) WITH =");
  });

  test('the first and the last date and instant, and every book of the contract', async () => {
    await database.query(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
       select book_id, book_id, 1, 1, date '2026-11-28' + position::integer
       from unnest($1::text[]) with ordinality as book (book_id, position)`,
      [bookIds],
    );
    await insertSubmission(database, { user: 'a', date: firstDate, createdAt: '2000-01-01T00:00:00Z' });
    await insertSubmission(database, {
      user: 'b',
      date: lastDate,
      createdAt: tooLate.subtract({ microseconds: 1 }).toString(),
    });
  });

  test("the shortest and the longest of players' ids and keys, with every character of a key", async () => {
    const { minLength, maxLength } = bearerAuthSubject;
    const schema = readContract().components.parameters?.['Idempotency-Key']?.schema as Schema;
    const visible = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join('');
    const keys = [visible, '!'.repeat(Number(schema.maxLength)), '~'];
    for (const [index, user] of ['é'.repeat(minLength), 'é'.repeat(maxLength), 'a'].entries()) {
      await insertSubmission(database, { user, date: `2026-11-2${index}` });
      await database.query(
        "update scheduled_submission set idempotency_key = $1, window_text = 'text' where user_id = $2",
        [keys[index], user],
      );
    }
    expect(keys.filter((key) => !new RegExp(schema.pattern ?? '', 'u').test(key))).toEqual([]);
  });

  test('a completion and a submission without the columns that have defaults', async () => {
    await database.query("insert into daily_completion (anonymous_id, date) values ('u1', '2026-11-21')");
    await database.query(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
       values ('u1', 'JHN', 3, 16, '2026-11-28')`,
    );
    expect(
      await database.query(`
        select id::integer, created_at between now() - interval '1 minute' and now() as just_now
        from scheduled_submission`),
    ).toEqual([{ id: 1, just_now: true }]);
  });

  test('the first and the last date that the operator can block, with the longest label, and every change', async () => {
    await database.query(
      `insert into blocked_date values ('${firstDate}', repeat('é', ${longestLabel})), ('${lastDate}', 'x')`,
    );
    await database.query('insert into calendar_pause values (default)');
    await database.query(
      `insert into calendar_change (actor, action, dates, submission, note)
       select 'editor', action, array[date '2026-11-28', '2026-11-29'], 1, 'note' from unnest($1::text[]) as action`,
      [Action?.enum],
    );
  });
});

test.each([
  ['Europe/Berlin', '2026-03-26T12:00:00Z', '2026-04-02T11:59:59.999999Z', '2026-04-02T12:00:00Z'],
  ['America/New_York', '2026-10-29T12:00:00Z', '2026-11-05T11:59:59.999999Z', '2026-11-05T12:00:00Z'],
])('with a session in %s, whose clocks change, a cooldown from %s is 168 hours', async (zone, first, tooEarly, end) => {
  await alterDatabase(database, `timezone = '${zone}'`);
  await insertSubmission(database, { date: '2026-11-28', createdAt: first });
  await expect(insertSubmission(database, { date: '2026-11-29', createdAt: tooEarly })).rejects.toEqual(byCooldown);
  await insertSubmission(database, { date: '2026-11-29', createdAt: end });
});
