import { sql } from 'kysely';
import { responseMs } from '../database/limits.ts';
import type { EntityManager } from '../database/orm.ts';
import { createSemaphore, withPermit } from '../semaphore.ts';
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

/** How long each request may wait for another program's transaction, in milliseconds. */
const lockMs = 100;
/** `lock_not_available`: the wait was longer. */
const lockTimeout = '55P03';

/**
 * Records completions, each unless it is there already. One that another program is inserting waits
 * for that program's transaction, as long as a statement may take: of those, one waits at a time,
 * so that the others' connections stay free.
 *
 * @throws the database's error, also when the other transaction takes too long
 */
function createRecordCompletion(em: EntityManager): (completion: Completion) => Promise<void> {
  const acquire = createSemaphore(1, responseMs);
  return async (completion) => {
    try {
      await insertCompletion(em.fork(), completion, lockMs);
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockTimeout) throw error;
      await withPermit(acquire, () => insertCompletion(em.fork(), completion, 0));
    }
  };
}

/**
 * Stores a completion unless it is there already. One that is there counts even while another
 * transaction deletes it: `on conflict` alone would wait for that one.
 *
 * @param lockMs 0 for no limit
 */
export async function insertCompletion(em: EntityManager, { player, date }: Completion, lockMs: number): Promise<void> {
  await sql`
    insert into daily_completion (anonymous_id, date)
    select ${player}, ${date}::date
    from (select set_config('lock_timeout', ${String(lockMs)}, true) offset 0) as limits
    where not exists (select from daily_completion where anonymous_id = ${player} and date = ${date}::date)
    on conflict do nothing`.execute(em.getKysely());
}
