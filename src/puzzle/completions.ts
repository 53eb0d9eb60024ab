import { sql } from 'kysely';
import { execute } from '../database/execute.ts';
import type { EntityManager } from '../database/orm.ts';

/** That a player has solved the puzzle of a date. */
export interface Completion {
  readonly player: string;
  /** YYYY-MM-DD. */
  readonly date: string;
}

/**
 * Stores the completions that are not there yet, in one statement. Every instance inserts them in
 * the same order, since two that wait for each other's would deadlock.
 */
export async function recordCompletions(em: EntityManager, completions: readonly Completion[]): Promise<void> {
  const insert = sql`
    insert into daily_completion (anonymous_id, date)
    select player, date
    from unnest(
      ${completions.map(({ player }) => player)}::text[],
      ${completions.map(({ date }) => date)}::date[]
    ) as completion (player, date)
    order by player collate "C", date
    on conflict do nothing`;
  await execute(em.getKysely(), insert);
}
