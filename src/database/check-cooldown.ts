import type { Pool } from 'pg';
import { submitVerseOperation } from '../generated/operations.ts';
import { StartError } from '../start-error.ts';
import type { Orm } from './orm.ts';
import { sqlState } from './sqlstate.ts';

const { cooldown } = submitVerseOperation;
const constraint = 'scheduled_submission_cooldown';

/**
 * Checks that the database's own cooldown lasts as long as the contract's `x-cooldown`: a
 * constraint has it a second time. If it lasted longer, players who may submit would get 500.
 *
 * @throws StartError that names both
 */
export async function checkCooldown(orm: Orm): Promise<void> {
  const pool = await orm.em.getConnection().getNativeClient();
  const { rows } = await pool.query<{ range: string | null }>(`
    select (
      select pg_get_indexdef(conindid, position::integer, true)
      from unnest(conexclop) with ordinality as operator (id, position) join pg_operator on pg_operator.oid = id
      where oprname = '&&'
    ) as range
    from pg_constraint
    where conrelid = to_regclass('scheduled_submission') and conname = '${constraint}' and contype = 'x'`);
  const [found] = rows;
  const contractual = `the cooldown of openapi.yaml (x-cooldown) lasts ${cooldown}`;
  if (found === undefined) {
    throw new StartError(
      `The database lacks the exclusion constraint ${constraint}, and ${contractual}: create it as in src/database/migrations`,
    );
  }
  const enforced = found.range === null ? undefined : await durationOf(found.range, pool);
  if (enforced !== undefined && Temporal.Duration.compare(enforced, cooldown) === 0) return;
  const differs = enforced === undefined ? 'has no cooldown that PostgreSQL can tell' : `has a cooldown of ${enforced}`;
  throw new StartError(
    `The constraint ${constraint} of the database ${differs}, but ${contractual}: add a migration that replaces it, or create it as in src/database/migrations`,
  );
}

/**
 * PostgreSQL evaluates the constraint's own expression, since an interval can be written in many
 * ways. Undefined if that has no end, or needs more than `created_at`.
 */
async function durationOf(range: string, pool: Pool): Promise<Temporal.Duration | undefined> {
  try {
    const { rows } = await pool.query<{ microseconds: string | null }>(`
      select (extract(epoch from upper(range) - lower(range)) * 1000000)::bigint as microseconds
      from (select ${range} as range from (select now() as created_at) as submission) as cooldown`);
    const microseconds = rows[0]?.microseconds;
    return microseconds
      ? Temporal.Duration.from({ microseconds: Number(microseconds) }).round({ largestUnit: 'hours' })
      : undefined;
  } catch (error) {
    // The class syntax_error_or_access_rule_violation, such as undefined_column
    if (sqlState(error).startsWith('42')) return undefined;
    throw error;
  }
}
