import { describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { createChangeCalendar } from '../../src/calendar/change.ts';
import { createCalendar, reserveDates } from '../../src/calendar/reservation.ts';
import { bookableDates, utcDate } from '../../src/calendar/window.ts';
import { Client } from '../../src/database/client.ts';
import { KeepLookUpsOffCooldownIndex } from '../../src/database/migrations/0006-keep-look-ups-off-cooldown-index.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { readLatestChanges, readPauseChange } from '../../src/desk/days.ts';
import type { DeskDependencies } from '../../src/desk/dependencies.ts';
import { createDeskHandlers } from '../../src/desk/module.ts';
import { createPresentDays } from '../../src/desk/present.ts';
import { findEligibility } from '../../src/player/eligibility.ts';
import { findSubmissions } from '../../src/player/players.ts';
import { createPuzzleHandlers } from '../../src/puzzle/module.ts';
import { createSemaphore } from '../../src/semaphore.ts';
import { builtChapters, createReadChapter } from '../../src/verse/chapters.ts';
import { createReadWordIndex } from '../../src/verse/find-verses.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** A statement as the service sends it. */
interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** A node of a plan, https://www.postgresql.org/docs/current/sql-explain.html */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

const localDate = '2026-11-21';
const now = Temporal.Now.instant();
const rules = { leadDays: 7, windowDays: 14, horizonDays: 3_900, repeatDays: 0 };
const verse = { bookId: 'JHN', chapter: 3, verse: 16 } as const;
const idempotencyKey = undefined;
const tables = ['daily_completion', 'scheduled_submission', 'blocked_date', 'calendar_pause'];
const editor = { userId: 'ed', roles: ['calendar-editor'] };
const site = { userId: 'site', roles: ['puzzle'] };
const anySubmission = {
  ...{ player: undefined, verse: undefined, text: undefined },
  ...{ withdrawn: undefined, unread: undefined, before: undefined },
};
const anyChange = { before: undefined, action: undefined, month: undefined, date: undefined, actor: undefined };
const playersOf = (count: number) => Array.from({ length: count }, (_, index) => `player ${index}`);

interface Rows {
  readonly completions: number;
  /** Reserved dates, from the first bookable one on. */
  readonly reserved: number;
  readonly blocked: number;
  /** Submissions whose dates are over. */
  readonly past?: number;
}

/** A database with the given rows. Only the test analyzes it. */
class FilledDatabase implements AsyncDisposable {
  readonly #database: TestDatabase;
  /** One connection for the many statements of a test. */
  readonly #client: pg.Client;
  readonly orm: Orm;

  private constructor(database: TestDatabase) {
    this.#database = database;
    this.#client = new pg.Client({ connectionString: database.url });
    this.orm = createOrm(database.url, 1, pino({ level: 'silent' }));
  }

  static async create({ completions, reserved, blocked, past = 0 }: Rows): Promise<FilledDatabase> {
    const filled = new FilledDatabase(await createTestDatabase());
    const client = filled.#client;
    await client.connect();
    const { first } = bookableDates(utcDate(now), rules);
    for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = false)`);
    await client.query(
      `insert into daily_completion (anonymous_id, date)
       select 'player ' || number, $2::date from generate_series(0, $1::integer - 1) as number`,
      [completions, localDate],
    );
    await client.query(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
       select 'player ' || number, 'JHN', 3, 16, $2::date + number, now() - interval '30 days'
       from generate_series(-$3::integer, $1::integer - 1) as number`,
      [reserved, first.toString(), past],
    );
    await client.query(
      `insert into blocked_date (date, label)
       select $2::date + number, 'a feast' from generate_series(0, $1::integer - 1) as number`,
      [blocked, first.add({ days: reserved }).toString()],
    );
    return filled;
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, values)).rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.orm.close();
    await this.#client.end();
    await this.#database.drop();
  }

  /**
   * Every statement on a table that the requests of `count` players send, in batches of that size.
   */
  async statements(count: number): Promise<Statement[]> {
    const statements = await this.sent(async () => {
      const { em } = this.orm;
      const players = playersOf(count);
      const submissions = players.map((userId) => ({ userId, verse, idempotencyKey, now }));
      await findEligibility(
        em.fork(),
        players.map((userId) => ({ userId, date: localDate, idempotencyKey: 'key' })),
      );
      await reserveDates(em, rules, submissions);
      const calendar = createCalendar(em, { ...rules, repeatDays: 60 }, () => now, {
        outcome: () => {},
        attempts: () => {},
      });
      await calendar.reserve({ userId: 'player 0', verse, idempotencyKey, now });
      await calendar.accepting();
      await findSubmissions(em.fork(), players);
    });
    await this.query('delete from scheduled_submission where created_at = $1', [now.toString()]);
    return statements;
  }

  /** Every statement that reads a table and is sent meanwhile. */
  async sent(run: () => Promise<unknown>): Promise<Statement[]> {
    const query = jest.spyOn(Client.prototype, 'query');
    try {
      await run();
      return query.mock.calls
        .map(([sent, values]) => (typeof sent === 'string' ? { text: sent, values: values ?? [] } : sent))
        .filter(
          ({ text }) =>
            /daily_completion|scheduled_submission|blocked_date|calendar_change/.test(text) &&
            !text.startsWith('insert'),
        );
    } finally {
      query.mockRestore();
    }
  }

  /**
   * How PostgreSQL would read the tables: each index with the columns of its search, and each table
   * it would scan.
   */
  async reads({ text, values }: Statement): Promise<string[]> {
    const [row] = await this.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
    return row === undefined ? [] : [...new Set(nodesOf(row['QUERY PLAN'][0].Plan).flatMap(readsOf))].sort();
  }

  /** Of each statement; one after the other, on the one connection. */
  async allReads(statements: readonly Statement[]): Promise<string[][]> {
    return await Array.fromAsync(statements, (statement) => this.reads(statement));
  }
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function readsOf(node: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition = '' } = node;
  const columns = new Set([...condition.matchAll(/\((\w+) (?:=|>=|<=|<)/g)].map(([, name]) => name));
  if (index !== undefined) return [`${index} by ${[...columns]}`];
  return table === undefined || /^(ModifyTable|Bitmap Heap Scan)$/.test(type) ? [] : [`all of ${table}`];
}

const completion = 'daily_completion_anonymous_id_date_key by anonymous_id,date';
const latest = 'scheduled_submission_user_id_created_at_idx by user_id';
const date = 'scheduled_submission_scheduled_date_key by scheduled_date';

/**
 * The scan reads all of a small table, but few rows of it: the operator blocks some dates a year,
 * and a pause is one row.
 */
const ofTheOperator = /blocked_date|calendar_pause/;

/** The reads that each statement needs, in the order of the statements. */
const needed = [
  [completion, latest], // checks 4 and 5
  [latest], // check 5 again, under the calendar's lock
  [date], // the scan
  [latest], // a second reservation, with repeat days
  [date], // its scan, and where its verse is
  [date], // whether the calendar has a free date
  [latest], // the players' own submissions
];

test.each([5_000, 300_000])(
  'every statement uses the index meant for it, before and after ANALYZE, with %i completions',
  async (completions) => {
    await using database = await FilledDatabase.create({ completions, reserved: 3_650, blocked: 100 });
    const relevant = (reads: readonly string[]) => reads.filter((read) => !ofTheOperator.test(read));
    for (const state of ['just filled', 'analyzed']) {
      if (state === 'analyzed') await database.query(`analyze ${tables}`);
      for (const players of [1, 16, 64]) {
        const reads = [];
        for (const statement of await database.statements(players)) {
          const all = relevant(await database.reads(statement));
          // The scan needs every bookable date, and a reservation the latest submission of each of
          // its players: they read a table whole that has hardly any other rows.
          const mayReadAll =
            (readsBookableDates(statement) && date) || (statement.text.startsWith('select "s0"') && latest);
          reads.push(mayReadAll && all.includes('all of scheduled_submission') ? [mayReadAll] : all);
        }
        expect({ state, players, reads }).toEqual({ state, players, reads: needed });
      }
    }
  },
);

function readsBookableDates({ text }: Statement): boolean {
  return text.includes('scheduled_date between');
}

describe('the scan', () => {
  test('reads no past dates, once there are years of them', async () => {
    await using database = await FilledDatabase.create({ completions: 0, reserved: 365, blocked: 12, past: 3_650 });
    await database.query(`analyze ${tables}`);
    for (const reads of await database.allReads((await database.statements(16)).filter(readsBookableDates))) {
      expect(reads).toContain(date);
      expect(reads).not.toContain('all of scheduled_submission');
    }
  });

  test('reads one free date, by a hash table of the days, whatever the work_mem', async () => {
    await using database = await FilledDatabase.create({ completions: 0, reserved: 3_650, blocked: 100 });
    const [scan] = (await database.statements(1)).filter(readsBookableDates);
    expect(await database.query(scan?.text ?? '', scan?.values)).toMatchObject([{ free: { length: 1 } }]);
    for (const memory of ['64kB', '4MB']) {
      await database.query(`set work_mem = '${memory}'`);
      const plan = await database.query(`explain (format json) ${scan?.text}`, scan?.values);
      expect(JSON.stringify(plan)).toMatch(/NOT \(.*hashed SubPlan/);
    }
  });
});

test("the desk's statements read no past dates, and a submission by its id, once there are years of them", async () => {
  await using database = await FilledDatabase.create({ completions: 0, reserved: 3_650, blocked: 500, past: 9_000 });
  await database.query(
    `insert into calendar_change (actor, action, dates, submission)
     select 'ed', 'withdraw', '{}', id from scheduled_submission`,
  );
  const readChapter = await createReadChapter(builtChapters);
  const desk = createDeskHandlers({
    read: (query) => query(database.orm.em.fork()),
    change: createChangeCalendar(database.orm.em, () => {}),
    rules,
    presentDays: createPresentDays(readChapter),
    readChapter,
    readWordIndex: createReadWordIndex(builtChapters),
    clock: () => now,
  });
  const first = utcDate(now);
  const year = { query: { from: first.toString(), to: first.add({ days: 365 }).toString() }, ...editor };
  await desk.getCalendarCsv(year); // in time, though a table that has just been restored has no statistics
  await database.query(`analyze ${tables}, calendar_change`);
  const [{ id, from }] = (await database.query<{ id: number; from: string }>(
    `select id::integer, to_char(scheduled_date, 'YYYY-MM-DD') as from
     from scheduled_submission where scheduled_date >= $1 order by scheduled_date limit 1`,
    [bookableDates(utcDate(now), rules).first.toString()],
  )) as [{ id: number; from: string }];
  const to = Temporal.PlainDate.from(from).add({ years: 12 }).toString();
  const statements = await database.sent(async () => {
    await desk.getCalendarCsv(year);
    await desk.listChanges({ query: { ...anyChange, before: 1_000 }, ...editor });
    await desk.findSubmissions({ query: { ...anySubmission, player: 'player 5' }, ...editor });
    const [seenFrom, seenTo] = [from, to].map((date) => ({ date, change: 0 }));
    const readBody = async () => ({ members: { from: seenFrom, to: seenTo } });
    expect(await desk.moveSubmission({ path: { id }, readBody, ...editor })).toMatchObject({ status: 200 });
  });
  const reads = (await database.allReads(statements)).map((all) => all.filter((read) => !ofTheOperator.test(read)));
  const byId = 'scheduled_submission_pkey by id';
  const ofRecord = 'calendar_change_pkey by id';
  const changes = 'calendar_change_dates_idx by ';
  expect(reads).toEqual([
    [date], // the days
    [date], // their verses on other dates
    [changes], // their latest changes
    [ofRecord, byId], // a page of the record
    [latest], // a player's submissions
    [changes], // the latest changes of their dates
    [byId], // where the verse is
    ...[[date], [date], [changes]], // the days that the move concerns
    [byId], // the move
    ...[[date], [date], [changes]], // the days after it
  ]);
  const [search] = await database.sent(() => desk.findBlockedDates({ query: { label: 'FEAST' }, ...editor }));
  expect(await database.query(search?.text ?? '', search?.values)).toHaveLength(401); // what it may return, and one more
  // The move holds the calendar's lock, so it reads nothing of the years between its dates.
  for (const { text, values } of statements.slice(-3)) {
    expect((await database.query(text, values)).length).toBeLessThanOrEqual(2 * 367);
  }
});

describe('the record', () => {
  const [pages, months] = ['calendar_change_pkey', 'calendar_change_month_id_idx'];
  const searches: [string, object, string[]][] = [
    ['the newest changes', {}, [pages, months]],
    ['older ones, without the months', { before: 1_000 }, [pages]],
    ['a date', { date: '2026-11-21' }, ['calendar_change_dates_idx', months]],
    ['an operator', { actor: 'vera' }, ['calendar_change_actor_id_idx', months]],
    ['an operator of long ago', { actor: 'al' }, ['calendar_change_actor_id_idx', months]],
    ['an action', { action: 'pause' }, ['calendar_change_action_id_idx', months]],
    ['a month', { month: '2024-02' }, [months, months]],
  ];

  test('is searched by indexes, before and after ANALYZE', async () => {
    await using database = await FilledDatabase.create({ completions: 0, reserved: 100, blocked: 0 });
    await database.query('alter table calendar_change set (autovacuum_enabled = false)');
    // What is searched for is at its beginning.
    await database.query(`
      insert into calendar_change (at, actor, action, dates, submission)
      select '2024-02-01'::timestamptz + number * interval '1 hour',
        case when number < 5 then 'vera' when number < 5000 then 'al' else 'ed' end, case when number < 5 then 'pause' else 'withdraw' end,
        case when number < 5 then '{2026-11-21}'::date[] else array['2027-01-01'::date + number % 1000] end, number
      from generate_series(0, 20000) as number`);
    await database.query(`
      update scheduled_submission set scheduled_date = null, withdrawn_at = now(), withdrawn_from = scheduled_date`);
    const desk = createDeskHandlers({
      read: (query) => query(database.orm.em.fork()),
      readChapter: await createReadChapter(builtChapters),
    } as DeskDependencies);
    const found = async (query: object) => await desk.listChanges({ query: { ...anyChange, ...query }, ...editor });
    expect(await found({ actor: 'vera' })).toMatchObject({ body: { changes: Array(5).fill({ action: 'pause' }) } });
    for (const state of ['just filled', 'analyzed']) {
      if (state === 'analyzed') await database.query('analyze calendar_change');
      for (const [title, query, indexes] of searches) {
        const reads = (await database.allReads(await database.sent(() => found(query)))).flat();
        const ofRecord = reads.filter((read) => read.includes('calendar_change'));
        expect({ state, title, reads: ofRecord.map((read) => read.replace(/ by .*/, '')) }).toEqual({
          state,
          title,
          reads: indexes,
        });
      }
      const year = Array.from({ length: 366 }, (_, days) => `${Temporal.PlainDate.from('2027-01-01').add({ days })}`);
      const latest = await database.sent(async () => {
        const db = database.orm.em.fork().getKysely();
        await readLatestChanges(db, year);
        await readPauseChange(db);
      });
      const readsOfLatest = await Promise.all(latest.map(async (each) => await database.reads(each)));
      expect({ state, readsOfLatest }).toEqual({
        state,
        readsOfLatest: [
          ['calendar_change_dates_idx by '],
          ['calendar_change_action_id_idx by action', 'calendar_change_pkey by id'],
        ],
      });
      const search = () => desk.findSubmissions({ query: { ...anySubmission, withdrawn: true }, ...editor });
      const [, withdrawals] = await database.sent(search);
      expect(await database.reads(withdrawals as Statement)).toEqual([
        'calendar_change_withdrawn_submission_idx by submission',
      ]);
    }
  });
});

test("the puzzle's statements find a player's rows, and the verse of a date, by an index", async () => {
  await using database = await FilledDatabase.create({ completions: 5_000, reserved: 3_650, blocked: 12 });
  await database.query(`analyze ${tables}`);
  const puzzle = createPuzzleHandlers({
    em: database.orm.em,
    change: createChangeCalendar(database.orm.em, () => {}),
    acquire: createSemaphore(1, 1_000),
    readChapter: await createReadChapter(builtChapters),
    clock: () => now,
  });
  const path = { date: localDate, player: 'player 7' };
  const statements = await database.sent(async () => {
    await puzzle.getVerseOfDate({ path, ...site });
    await puzzle.exportPlayer({ path, ...site });
    await puzzle.erasePlayer({ path, ...site });
  });
  const reads = await database.allReads(statements);
  const completions = 'daily_completion_anonymous_id_date_key by anonymous_id';
  expect(reads).toEqual([
    [date], // the verse
    ['all of blocked_date'], // the label of a date without one
    [completions, `${completions},date`, latest], // the export
    [completions], // the erasure's deletion
    [latest], // and its update
  ]);
});

test('TWIN: a constraint on user_id itself, and `exists`, make PostgreSQL read otherwise', async () => {
  await using database = await FilledDatabase.create({ completions: 5_000, reserved: 3_650, blocked: 100 });
  await database.query(`analyze ${tables}`);
  const [gate] = (await database.statements(64)) as [Statement];
  expect(await database.reads(gate)).toEqual([completion, latest]);

  const text = gate.text.replace(/\(\s*(select id from daily_completion[^)]*)\) is not null/, 'exists ($1)');
  expect(text).not.toBe(gate.text);
  expect(await database.reads({ ...gate, text })).toContain('all of daily_completion');

  const migration = new KeepLookUpsOffCooldownIndex(database.orm.em.getDriver(), database.orm.config);
  migration.down();
  for (const statement of migration.getQueries()) await database.query(String(statement));
  await database.query(`analyze ${tables}`);
  expect(await database.reads(gate)).toContain('scheduled_submission_cooldown by user_id');
});
