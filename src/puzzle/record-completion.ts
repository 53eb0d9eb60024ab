import { type QueryExecutorProvider, sql } from 'kysely';
import { inBatches } from '../database/batches.ts';
import { noWaitMs } from '../database/limits.ts';
import type { EntityManager } from '../database/orm.ts';
import type { PuzzleDependencies } from './dependencies.ts';
import { type Handlers, recordCompletionResponses as responses } from './generated/operations.puzzle.ts';

/** `PUT /puzzle/api/completions/{date}/{player}`: records that a player has solved a puzzle. */
export function recordCompletion({ em }: PuzzleDependencies): Handlers['recordCompletion'] {
  const record = createRecordCompletion(em);
  return async ({ path }) => {
    // 5. recorded
    await record(path);
    return responses.noContent;
  };
}

/** That a player has solved the puzzle of a date. */
export interface Completion {
  readonly player: string;
  /** YYYY-MM-DD. */
  readonly date: string;
}

/** The most completions in one transaction. */
const maxBatchSize = 100;
/** How long the completions of a batch wait for other programs' transactions, in milliseconds. */
const lockMs = 20;

/**
 * Records completions, each unless it is there already. Those that arrive while a batch is running
 * share the next transaction. One that another program is inserting is queued again, behind the
 * others.
 *
 * @returns a function that throws the database's error if it rejects the completion, or
 *   TimeLimitError, also when the other transaction takes too long
 */
function createRecordCompletion(em: EntityManager): (completion: Completion) => Promise<unknown> {
  return inBatches(async (completions: readonly Completion[], { waits, assertInTime }) => {
    const transaction = em.fork().getKysely().transaction().setIsolationLevel('read committed');
    return await transaction.execute(async (db) => {
      await sql`select set_config('lock_timeout', ${String(waits ? lockMs : noWaitMs)}, true)`.execute(db);
      await insertCompletions(db, completions);
      assertInTime();
      return completions;
    });
  }, maxBatchSize);
}

/**
 * Stores the completions that are not there yet. One that is there counts even while another
 * transaction deletes it: `on conflict` alone would wait for that one. Every instance inserts them
 * in the same order, since two that wait for each other's would deadlock.
 */
export async function insertCompletions(db: QueryExecutorProvider, completions: readonly Completion[]): Promise<void> {
  await sql`
    insert into daily_completion (anonymous_id, date)
    select player, date
    from unnest(
      ${completions.map(({ player }) => player)}::text[],
      ${completions.map(({ date }) => date)}::date[]
    ) as completion (player, date)
    where (
      select id from daily_completion as recorded
      where recorded.anonymous_id = completion.player and recorded.date = completion.date
      limit 1
    ) is null
    order by player collate "C", date
    on conflict do nothing`.execute(db);
}
