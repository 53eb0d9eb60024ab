import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { Submission } from '../../src/calendar/assign.ts';
import { reserveDates } from '../../src/calendar/reservation.ts';
import type { CalendarRules } from '../../src/calendar/window.ts';
import { RetryLater } from '../../src/database/isolate.ts';
import { requestLimits, reservationLimits } from '../../src/database/limits.ts';
import { locks } from '../../src/database/lock.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { failInserts } from '../support/inserts.ts';
import { OpenTransaction } from '../support/open-transaction.ts';
import { insertSubmission } from '../support/submissions.ts';

const rules = { leadDays: 7, windowDays: 2, horizonDays: 365, repeatDays: 0 };

let database: TestDatabase;
let orm: Orm;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm(database.serviceUrl, 1, pino({ level: 'silent' }));
});
beforeEach(async () => {
  await database.query('truncate scheduled_submission, blocked_date, calendar_pause');
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

function submission(userId: string, verse: number, now = '2026-03-02T12:00:00Z'): Submission {
  const john = { bookId: 'JHN', chapter: 3, verse } as const;
  return { userId, verse: john, idempotencyKey: undefined, now: Temporal.Instant.from(now) };
}

/** The outcome of each submission, with dates as text. */
const outcomes = (...submissions: Submission[]) => outcomesBy(rules, ...submissions);

async function outcomesBy(rules: CalendarRules, ...submissions: Submission[]): Promise<string[]> {
  const reserved = await reserveDates(orm.em, rules, submissions);
  return reserved.map((reservation) => (reservation.outcome === 'reserved' ? reservation.date : reservation.outcome));
}

describe('one transaction for several submissions', () => {
  test('applies the cooldown of the instant of each', async () => {
    await outcomes(submission('ann', 1));
    const all = [submission('ben', 2, '2026-03-09T12:00:00Z'), submission('ann', 3, '2026-03-09T11:59:59.999Z')];
    expect(await outcomes(...all)).toEqual(['2026-03-16', 'on cooldown']);
  });

  test('applies the latest cooldown, though a clock was ahead', async () => {
    for (const at of ['2026-03-02T12:00:00.001Z', '2026-03-09T13:00:00Z']) await outcomes(submission('ann', 1, at));
    const all = [submission('ben', 2, '2026-03-09T12:00:00Z'), submission('ann', 3, '2026-03-09T12:00:00.001Z')];
    expect(await outcomes(...all)).toEqual(['2026-03-17', 'on cooldown']);
  });

  test('counts from the UTC date of the last one', async () => {
    const all = [submission('ann', 1, '2026-03-01T23:59:59.999Z'), submission('ben', 2, '2026-03-02T00:00:00Z')];
    expect(await outcomes(...all)).toEqual(['2026-03-09', '2026-03-10']);
  });
});

describe('with repeat days, a verse keeps away from equal ones', () => {
  /** March 9 and 11 are free. */
  const repeatDays = { ...rules, horizonDays: 9, repeatDays: 3 };
  test.each([
    ['before the first bookable date', "('JHN', 3, 16, '2026-03-06', null)", '2026-03-11'],
    ['after the last one too', "('JHN', 3, 16, '2026-03-06', null), ('JHN', 3, 16, '2026-03-14', null)", '2026-03-09'],
    ['not where they were moved from', "('JHN', 3, 16, '2026-03-01', '2026-03-06')", '2026-03-09'],
    ['not where they were withdrawn from', "('JHN', 3, 16, null, null)", '2026-03-09'],
    ['but not from others', "('JHN', 3, 17, '2026-03-06', null), ('JHN', 2, 16, '2026-03-07', null)", '2026-03-09'],
  ])('%s', async (_title, rows, expected) => {
    await database.query("insert into blocked_date values ('2026-03-10', 'a')");
    await database.query(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, moved_from, withdrawn_at, withdrawn_from)
       select gen_random_uuid(), book, chapter, verse, date::date, moved::date,
         case when date is null then now() end, case when date is null then '2026-03-06'::date end
       from (values ${rows}) as given (book, chapter, verse, date, moved)`,
    );
    expect(await outcomesBy(repeatDays, submission('ann', 16))).toEqual([expected]);
  });
});

test('a reservation waits only so long for the calendar, and is then to be retried later', async () => {
  const lock = await OpenTransaction.begin(database, `select pg_advisory_xact_lock(${locks.calendar})`);
  const limits = { ...reservationLimits, calendarMs: 50 };
  await expect(reserveDates(orm.em, rules, [submission('ann', 1)], { limits })).rejects.toBeInstanceOf(RetryLater);
  await lock.rollback();
});

describe('a reservation whose transaction fails', () => {
  afterEach(async () => {
    await database.query('drop trigger if exists fail on scheduled_submission');
    await database.query('drop function if exists fail_insert; drop sequence if exists inserts');
  });

  test.each([
    ['unique_violation', '23505', 4, true],
    ['exclusion_violation', '23P01', 4, true],
    ['serialization_failure', '40001', 4, true],
    ['serialization_failure', '40001', 5, false],
    ['deadlock_detected', '40P01', 4, true],
    ['data_exception', '22000', 1, false],
    ['foreign_key_violation', '23503', 1, false],
    ['query_canceled', '57014', 1, false],
  ])('is retried after a conflict, at most four times: %s (%s), %i times: %s', async (_, code, times, isReserved) => {
    await failInserts(database, code, times);
    const reserved = outcomes(submission('ann', 1));
    if (isReserved) expect(await reserved).toEqual(['2026-03-09']);
    else await expect(reserved).rejects.toMatchObject({ code });
    expect(await database.query('select from scheduled_submission')).toHaveLength(isReserved ? 1 : 0);
  });

  /**
   * Competitors commit one date after another while the player's insert waits for it; PostgreSQL
   * rejects the insert each time.
   */
  test('reads the calendar again: it takes the fifth date when others take the first four', async () => {
    const taken = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'];
    const competitors = await Promise.all(taken.map(() => OpenTransaction.begin(database)));
    for (const [index, date] of taken.entries()) {
      await insertSubmission(competitors[index] as OpenTransaction, { user: `competitor for ${date}`, date });
    }
    const reserved = outcomes(submission('ann', 1));
    for (const competitor of competitors) {
      await competitor.awaited();
      await competitor.commit();
    }
    expect(await reserved).toEqual(['2026-03-13']);
  });
});

test('a reservation sets its own limits, only for its transaction', async () => {
  await database.query('create table seen (setting text, value text); grant insert on seen to public');
  const look = `
    select name as setting, setting as value from pg_settings
    where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`;
  await database.query(`
    create function look() returns trigger language plpgsql as $$
    begin
      insert into seen ${look};
      return new;
    end $$`);
  await database.query(
    'create trigger look before insert on scheduled_submission for each row execute function look()',
  );

  await outcomes(submission('ann', 1));
  const afterwards = await orm.em.fork().execute(look);
  await database.query('drop trigger look on scheduled_submission');

  const settings = (idle: number, lock: number, statement: number) => [
    { setting: 'idle_in_transaction_session_timeout', value: String(idle) },
    { setting: 'lock_timeout', value: String(lock) },
    { setting: 'statement_timeout', value: String(statement) },
  ];
  const { lockMs, statementMs, idleMs } = reservationLimits;
  expect(await database.query('select * from seen order by setting')).toEqual(settings(idleMs, lockMs, statementMs));
  expect(afterwards).toEqual(settings(0, 0, Number(requestLimits.statementMs)));
});
