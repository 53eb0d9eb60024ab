import { describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { createCalendar } from '../../src/calendar/calendar.ts';
import { reserveDates } from '../../src/calendar/reservation.ts';
import { bookableDates, utcDate } from '../../src/calendar/window.ts';
import { Client } from '../../src/database/client.ts';
import { KeepLookUpsOffCooldownIndex } from '../../src/database/migrations/0006-keep-look-ups-off-cooldown-index.ts';
import { createOrm, type Orm } from '../../src/database/orm.ts';
import { findPlayers } from '../../src/player/eligibility.ts';
import { findSubmissions } from '../../src/player/submissions.ts';
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
const rules = { leadDays: 7, windowDays: 14, horizonDays: 3_700 };
const verse = { bookId: 'JHN', chapter: 3, verse: 16 } as const;
const idempotencyKey = undefined;
const playersOf = (count: number) => Array.from({ length: count }, (_, index) => `player ${index}`);

/** A database with the given numbers of completions and reserved dates. Only the test analyzes it. */
class FilledDatabase implements AsyncDisposable {
  readonly orm: Orm;
  /** One connection for the many statements of a test. */
  readonly #client: pg.Client;
  readonly #drop: () => Promise<void>;

  private constructor(database: TestDatabase, client: pg.Client) {
    this.orm = createOrm(database.url, 1, pino({ level: 'silent' }));
    this.#client = client;
    this.#drop = database.drop;
  }

  static async create(completions: number, reserved: number): Promise<FilledDatabase> {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (const table of ['daily_completion', 'scheduled_submission']) {
      await client.query(`alter table ${table} set (autovacuum_enabled = false)`);
    }
    await client.query(
      `insert into daily_completion (anonymous_id, date)
       select 'player ' || number, $2::date from generate_series(0, $1::integer - 1) as number`,
      [completions, localDate],
    );
    await client.query(
      `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date, created_at)
       select 'player ' || number, 'JHN', 3, 16, $2::date + number, now() - interval '30 days'
       from generate_series(0, $1::integer - 1) as number`,
      [reserved, bookableDates(utcDate(now), rules).first.toString()],
    );
    return new FilledDatabase(database, client);
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, values)).rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.orm.close();
    await this.#client.end();
    await this.#drop();
  }

  /** Every statement on a table that the requests of `count` players send, in batches of that size. */
  async statements(count: number): Promise<Statement[]> {
    const query = jest.spyOn(Client.prototype, 'query');
    try {
      const { em } = this.orm;
      const players = playersOf(count);
      const submissions = players.map((userId) => ({ userId, verse, idempotencyKey, now }));
      await findPlayers(
        em.fork(),
        players.map((userId) => ({ userId, date: localDate, idempotencyKey: 'key' })),
      );
      await reserveDates(em, rules, submissions);
      // The player is on cooldown now, so the reservation looks up the latest submission again.
      const calendar = createCalendar(em, rules, () => {});
      await calendar.reserve({ userId: 'player 0', verse, idempotencyKey, now });
      await calendar.accepting(now);
      await findSubmissions(em.fork(), players);
      return query.mock.calls
        .map(([sent, values]) => (typeof sent === 'string' ? { text: sent, values: values ?? [] } : sent))
        .filter(({ text }) => /daily_completion|scheduled_submission/.test(text));
    } finally {
      query.mockRestore();
      await this.query('delete from scheduled_submission where created_at = $1', [now.toString()]);
    }
  }

  /** How PostgreSQL would read the tables: each index with the columns of its search, and each table it would scan. */
  async reads({ text, values }: Statement): Promise<string[]> {
    const [row] = await this.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
    return row === undefined ? [] : [...new Set(nodesOf(row['QUERY PLAN'][0].Plan).flatMap(readsOf))].sort();
  }
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function readsOf(node: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition = '' } = node;
  const columns = new Set([...condition.matchAll(/\((\w+) (?:=|>=|<=)/g)].map(([, name]) => name));
  if (index !== undefined) return [`${index} by ${[...columns]}`];
  return table === undefined || /^(ModifyTable|Bitmap Heap Scan)$/.test(type) ? [] : [`all of ${table}`];
}

const completion = 'daily_completion_anonymous_id_date_key by anonymous_id,date';
const latest = 'scheduled_submission_user_id_created_at_idx by user_id';
const date = 'scheduled_submission_scheduled_date_key by scheduled_date';

/** The reads that each statement needs, in the order of the statements. */
const needed = [
  [completion, latest], // checks 4 and 5
  [date], // the scan
  [latest], // the insert
  [date], // the scan of a second reservation of the same player
  [latest], // its insert, and the cooldown that it got instead of a date
  [date], // whether the calendar has a free date
  [latest], // the players' own submissions
];

const sizes = [0, 640, 5_000, 40_000, 300_000].flatMap((completions) =>
  [0, 365, 3_650].map((reserved) => [completions, reserved] as const),
);

describe.each(sizes)('with %i completions and %i reserved dates', (completions, reserved) => {
  test('every statement uses the index meant for it, before and after ANALYZE', async () => {
    await using database = await FilledDatabase.create(completions, reserved);
    // To read an empty table as a whole costs nothing.
    const empty = new Set([
      ...(completions === 0 ? ['all of daily_completion', completion] : []),
      ...(reserved === 0 ? ['all of scheduled_submission', latest, date] : []),
    ]);
    const relevant = (reads: readonly string[]) => reads.filter((read) => !empty.has(read));
    for (const state of ['just filled', 'analyzed']) {
      if (state === 'analyzed') await database.query('analyze daily_completion, scheduled_submission');
      for (const players of [1, 16, 64]) {
        const reads = [];
        for (const statement of await database.statements(players)) {
          const all = relevant(await database.reads(statement));
          // The scan's pass over the bookable dates reads a table of a few pages whole, if it has hardly any other rows.
          const isPass = statement.text.includes('row_number() over (order by scheduled_date)') && reserved <= 365;
          reads.push(all.filter((read) => !(isPass && read === 'all of scheduled_submission')));
        }
        expect({ state, players, reads }).toEqual({ state, players, reads: needed.map(relevant) });
      }
    }
  });
});

describe('TWIN:', () => {
  async function gateReads(database: FilledDatabase, change = (text: string) => text): Promise<string[]> {
    await database.query('analyze daily_completion, scheduled_submission');
    const [gate] = await database.statements(64);
    if (gate === undefined) throw new Error('No statement was sent');
    return await database.reads({ ...gate, text: change(gate.text) });
  }

  test('a constraint on user_id itself is used to look up the latest submission', async () => {
    await using database = await FilledDatabase.create(5_000, 3_650);
    expect(await gateReads(database)).toEqual([completion, latest]);

    const migration = new KeepLookUpsOffCooldownIndex(database.orm.em.getDriver(), database.orm.config);
    migration.down();
    for (const statement of migration.getQueries()) await database.query(String(statement));

    expect(await gateReads(database)).toContain('scheduled_submission_cooldown by user_id');
  });

  test('`exists` makes PostgreSQL scan all completions', async () => {
    await using database = await FilledDatabase.create(5_000, 3_650);
    const withExists = (text: string) => {
      const changed = text.replace(/\(\s*(select id from daily_completion[^)]*)\) is not null/, 'exists ($1)');
      expect(changed).not.toBe(text);
      return changed;
    };
    expect(await gateReads(database, withExists)).toContain('all of daily_completion');
  });
});
