import { sql } from 'kysely';
import type { Logger } from 'pino';
import { StartError } from '../start-error.ts';
import type { DatabaseVariable } from './client-config.ts';
import { execute } from './execute.ts';
import { requestLimits, statementMs } from './limits.ts';
import { lockForTransaction, locks } from './lock.ts';
import { assertReachable, createOrm } from './orm.ts';

/**
 * Sets the role's `statement_timeout` in this database to `statementMs`, unless it is that short already. A statement that waits for a lock
 * would otherwise continue in PostgreSQL, and hold a connection there, after the service has given up on it.
 *
 * It is a setting of the role, which may change its own, because PgBouncer rejects it as a connection parameter and would pass a setting of
 * the session on to others. It applies to connections that are opened later. If it cannot be set, this logs a warning.
 *
 * @throws DatabaseUnreachableError
 * @throws EncodingError
 */
export async function limitStatements(
  url: string,
  logger: Logger,
  variable: DatabaseVariable = 'DATABASE_URL',
): Promise<void> {
  const orm = createOrm(url, 1, logger, requestLimits, variable);
  try {
    await assertReachable(orm, variable);
    // Kysely's transaction, for the reason given in calendar/reservation.ts.
    const db = orm.em.fork().getKysely();
    await db.transaction().execute(async (transaction) => {
      await lockForTransaction(transaction, locks.setting);
      const { rows } = await sql<{ current: number; role: string }>`
        select reset_val::integer as current, session_user::text as role
        from pg_settings where name = 'statement_timeout'`.execute(transaction);
      const { current, role } = rows[0] as (typeof rows)[0];
      if (current > 0 && current <= statementMs) return;
      const limit = sql`
        do $$ begin
          execute format(
            'alter role session_user in database %I set statement_timeout = %L', current_database(), ${sql.lit(statementMs)}
          );
        end $$`;
      await execute(transaction, limit);
      logger.info({ role, milliseconds: statementMs }, 'statement_timeout set');
    });
  } catch (err) {
    if (err instanceof StartError) throw err;
    logger.warn({ err }, 'statement_timeout cannot be set: statements that wait for a lock may use up all connections');
  } finally {
    await orm.close();
  }
}
