import type { Orm } from '../database/orm.ts';
import { StartError } from '../start-error.ts';

/** The desk would change a calendar that the players do not see. */
export class OtherDatabaseError extends StartError {
  constructor() {
    super(
      'DESK_DATABASE_URL leads to another database than DATABASE_URL: it must name the same one, as the role of the desk',
    );
  }
}

/**
 * Checks that two connections reach the same database. Their URLs may differ, for example in the host's name or by a PgBouncer.
 *
 * @throws OtherDatabaseError
 */
export async function assertSameDatabase(orm: Orm, deskOrm: Orm): Promise<void> {
  if ((await identityOf(orm)) !== (await identityOf(deskOrm))) throw new OtherDatabaseError();
}

/** The start of the server tells servers apart, since a copy of a server has the same ids. Any role may read both. */
async function identityOf(orm: Orm): Promise<string> {
  const [{ identity }] = await orm.em.fork().execute<[{ identity: string }]>(`
    select oid || ' ' || extract(epoch from pg_postmaster_start_time()) as identity
    from pg_database where datname = current_database()`);
  return identity;
}
