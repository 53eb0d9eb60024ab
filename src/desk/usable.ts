import type { ClientBase } from 'pg';
import type { Orm } from '../database/orm.ts';
import { missingRights } from '../database/rights.ts';
import { MissingRightError } from '../database/usable.ts';
import { StartError } from '../start-error.ts';

/** The desk would change a calendar that the players do not see. */
export class OtherDatabaseError extends StartError {
  constructor() {
    super(
      'DESK_DATABASE_URL leads to another database or schema than DATABASE_URL: it must name the same one, as the role of the desk',
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
    to_regclass('calendar_pause')::oid
  ) as identity`;

/**
 * Checks that a connection of the desk leads to the tables of the service, though its URL may
 * differ, for example in the host's name or by a PgBouncer; and that the role has the rights of
 * `verses_desk`.
 *
 * @throws OtherDatabaseError
 * @throws MissingRightError
 */
export async function assertDeskUsable(client: ClientBase, serviceOrm: Orm): Promise<void> {
  const [{ rows }, [service]] = await Promise.all([
    client.query<{ identity: string; missing: string[] }>(
      `select ${identity}, ${missingRights('verses_desk')} as missing`,
    ),
    serviceOrm.em.fork().execute<[{ identity: string }]>(`select ${identity}`),
  ]);
  const [desk] = rows as [(typeof rows)[0]];
  if (desk.identity !== service.identity) throw new OtherDatabaseError();
  if (desk.missing.length > 0) throw new MissingRightError(desk.missing, 'DESK_DATABASE_URL');
}
