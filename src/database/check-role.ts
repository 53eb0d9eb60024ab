import type { ClientBase } from 'pg';
import { StartError } from '../start-error.ts';
import { MissingRightError } from './check-database.ts';
import type { Orm } from './orm.ts';
import { missingRights, type Role } from './rights.ts';

/** A module would change tables that the players' requests do not see. */
class OtherDatabaseError extends StartError {
  constructor(variable: string) {
    super(
      `${variable} leads to another database or schema than DATABASE_URL: it must name the same one, as a role of its own`,
    );
  }
}

/**
 * Tells apart copies of a server by their start, and schemas by their tables. Any role may read all
 * of it.
 */
const identity = `
  concat_ws(
    ' ',
    (select oid from pg_database where datname = current_database()),
    extract(epoch from pg_postmaster_start_time()),
    to_regclass('scheduled_submission')::oid,
    to_regclass('blocked_date')::oid,
    to_regclass('calendar_pause')::oid,
    to_regclass('daily_completion')::oid
  ) as identity`;

/**
 * Checks that a connection leads to the tables of the service, though its URL may differ, for
 * example in the host's name or by a PgBouncer; and that it has the rights of a role.
 *
 * @param variable where its URL comes from, for the error
 * @throws OtherDatabaseError
 * @throws MissingRightError
 */
export async function checkRole(client: ClientBase, serviceOrm: Orm, role: Role, variable: string): Promise<void> {
  const [{ rows }, [service]] = await Promise.all([
    client.query<{ identity: string; missing: string[] }>(`select ${identity}, ${missingRights(role)} as missing`),
    serviceOrm.em.fork().execute<[{ identity: string }]>(`select ${identity}`),
  ]);
  const [own] = rows as [(typeof rows)[0]];
  if (own.identity !== service.identity) throw new OtherDatabaseError(variable);
  if (own.missing.length > 0) throw new MissingRightError(own.missing, variable);
}
