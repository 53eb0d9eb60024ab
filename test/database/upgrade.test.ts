import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { migrate } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { createOrm } from '../../src/database/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

const silent = pino({ level: 'silent' });
const names = migrations.map(({ name }) => name);

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase('template1');
});
afterEach(() => database.drop());

/**
 * Programs of the version before, each of which records completions and submits until it is
 * stopped.
 */
class Writers implements AsyncDisposable {
  written = 0;
  readonly #running: Promise<void>[];
  #stopped = false;

  constructor(count: number) {
    this.#running = Array.from({ length: count }, (_, index) => this.#write(index));
  }

  async #write(writer: number): Promise<void> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      for (let round = 0; !this.#stopped; round++) {
        const user = `player ${writer}-${round}`;
        await client.query('insert into daily_completion (anonymous_id, date) values ($1, current_date)', [user]);
        await client.query('begin');
        await client.query('select from scheduled_submission where user_id = $1', [user]);
        await setTimeout(5);
        await client.query(
          `insert into scheduled_submission (user_id, book_id, chapter, verse, scheduled_date)
           values ($1, 'JHN', 3, 16, date '2030-01-01' + $2::integer)`,
          [user, writer * 10_000 + round],
        );
        await client.query('commit');
        this.written++;
      }
    } finally {
      await client.end();
    }
  }

  /** Waits until that many more submissions have been stored. */
  async writeMore(count: number): Promise<void> {
    const goal = this.written + count;
    await Promise.race([eventually('more submissions', () => this.written >= goal), Promise.all(this.#running)]);
  }

  /** @throws the error of a writer that failed */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }
}

/** The first, and that of 1.2.0: no later release lacks a migration that alters rows. */
const starts = [names[0] ?? '', '0007-reject-odd-rows'];

test.each(starts)('from %s, twice at once, beside six programs that write', async (last) => {
  const orm = createOrm(database.url, 1, silent);
  await orm.migrator.up({ to: last });
  await orm.close();
  await using writers = new Writers(6);
  await writers.writeMore(60);

  const applied = await Promise.all([migrate(database.url, silent), migrate(database.url, silent)]);

  expect(applied.map((list) => list.length).sort()).toEqual([0, names.length - names.indexOf(last) - 1]);
  expect(applied.flat()).toEqual(names.slice(names.indexOf(last) + 1));
  await writers.writeMore(60);
});
