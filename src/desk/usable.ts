import type { Orm } from '../database/orm.ts';
import { MissingRightError } from '../database/usable.ts';

/**
 * Checks in one round trip that the role may do what the desk does: `grants.sql` grants `verses_desk` just that. Rights on single columns are
 * checked for each.
 *
 * @throws MissingRightError
 */
export async function assertDeskUsable(orm: Orm): Promise<void> {
  const [{ missing }] = await orm.em.fork().execute<[{ missing: string[] }]>(`
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
    select array(
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
    ) as missing`);
  if (missing.length > 0) throw new MissingRightError(missing, 'DESK_DATABASE_URL');
}
