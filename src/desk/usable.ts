import type { ClientBase } from 'pg';
import type { Orm } from '../database/orm.ts';
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

/** Tells apart copies of a server by their start, and schemas by their tables. Any role may read all of it. */
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
 * Checks that a connection of the desk leads to the tables of the service, though its URL may differ, for example in the host's name or by a
 * PgBouncer; and that the role may do what the desk does: `grants.sql` grants `verses_desk` just that. Rights on single columns are checked
 * for each.
 *
 * @throws OtherDatabaseError
 * @throws MissingRightError
 */
export async function assertDeskUsable(client: ClientBase, serviceOrm: Orm): Promise<void> {
  const [{ rows }, [service]] = await Promise.all([
    client.query<{ identity: string; missing: string[] }>(`
    with needed (tablename, privilege, columnname) as (
      select 'scheduled_submission', 'select', unnest(array[
        'id', 'user_id', 'book_id', 'chapter', 'verse', 'scheduled_date', 'created_at',
        'moved_from', 'withdrawn_at', 'withdrawn_from', 'cooldown_ended'
      ])
      union all
      select 'scheduled_submission', 'update', unnest(array[
        'scheduled_date', 'moved_from', 'withdrawn_at', 'withdrawn_from', 'cooldown_ended'
      ])
      union all
      select 'calendar_change', 'insert', unnest(array['actor', 'action', 'dates', 'submission', 'note'])
      union all
      values
        ('blocked_date', 'select', null), ('blocked_date', 'insert', null), ('blocked_date', 'delete', null),
        ('blocked_date', 'update', 'label'),
        ('calendar_pause', 'select', null), ('calendar_pause', 'insert', null), ('calendar_pause', 'delete', null),
        ('calendar_change', 'select', null)
    )
    select ${identity}, array(
      select distinct case
        when to_regclass(tablename) is null then 'the table ' || tablename
        else privilege || coalesce(' (' || columnname || ')', '') || ' on ' || tablename
      end
      from needed
      where case
        when columnname is null then has_table_privilege(to_regclass(tablename), privilege)
        else has_column_privilege(to_regclass(tablename), columnname, privilege)
      end is not true
      order by 1
    ) as missing`),
    serviceOrm.em.fork().execute<[{ identity: string }]>(`select ${identity}`),
  ]);
  const [desk] = rows as [(typeof rows)[0]];
  if (desk.identity !== service.identity) throw new OtherDatabaseError();
  if (desk.missing.length > 0) throw new MissingRightError(desk.missing, 'DESK_DATABASE_URL');
}
