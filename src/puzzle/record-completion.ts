import { type QueryExecutorProvider, sql } from 'kysely';
import { isConflict } from '../calendar/transaction.ts';
import { BeginAgain, type IsOver, inBatches } from '../database/batches.ts';
import { askingIfDeferred, isLockTimeout, rejectsRow, storeTogether } from '../database/isolate.ts';
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
/** How long the completions of a transaction wait for other programs' transactions, in milliseconds. */
const lockMs = 20;

/**
 * Records completions, each unless it is there already. Those that arrive while a batch is running
 * share the next transaction. If another program is inserting one of them, all of its batch go on
 * in batches of their own: there, the one that waits begins again behind the others.
 *
 * @returns a function that throws the database's error if it rejects the completion, or
 *   TimeLimitError, also when the other transaction takes too long
 */
function createRecordCompletion(em: EntityManager): (completion: Completion) => Promise<void> {
  async function recordAtOnce(completions: readonly Completion[], isOver: IsOver) {
    try {
      return await recordTogether(em, completions, isOver, isAboutRow);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return completions.map(() => 'waits' as const);
    }
  }

  async function recordLater(completions: readonly Completion[], isOver: IsOver) {
    const again = (cause: unknown) => new BeginAgain('Another transaction is inserting the completion', { cause });
    try {
      const isRejection = (error: unknown) => isLockTimeout(error) || isAboutRow(error);
      const outcomes = await recordTogether(em, completions, isOver, isRejection);
      return outcomes.map((outcome) => (isLockTimeout(outcome) ? again(outcome) : outcome));
    } catch (error) {
      if (!isLockTimeout(error)) throw error; // of one that is alone
      return completions.map(() => again(error));
    }
  }

  const atOnce = inBatches(recordAtOnce, maxBatchSize);
  const later = inBatches(recordLater, maxBatchSize);
  return async (completion) => {
    if ((await atOnce(completion)) === 'waits') await later(completion);
  };
}

/** Nothing is retried here, so that a conflict, too, is about the row that has it. */
const isAboutRow = (error: unknown) => rejectsRow(error) || isConflict(error);

async function recordTogether(
  em: EntityManager,
  completions: readonly Completion[],
  isOver: IsOver,
  isRejection: (error: unknown) => boolean,
): Promise<('recorded' | Error)[]> {
  return await askingIfDeferred(completions.length, async (asksDeferred) => {
    const transaction = em.fork().getKysely().transaction().setIsolationLevel('read committed');
    return await transaction.execute(async (db) => {
      await sql`select set_config('lock_timeout', ${String(lockMs)}, true)`.execute(db);
      return await storeTogether(
        db,
        completions,
        async (part, undoably) => {
          await undoably(() => insertCompletions(db, part));
          return part.map(() => 'recorded' as const);
        },
        { isOver, asksDeferred, isRejection },
      );
    });
  });
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
