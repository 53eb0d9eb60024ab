import { StartError } from '../start-error.ts';
import type { DatabaseVariable } from './client-config.ts';
import { explainUnreadable, SchemaBehindError } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import type { Orm } from './orm.ts';

/** The database lacks a table that a role needs, or the role a right on one. The message says which. */
export class MissingRightError extends StartError {
  constructor(missing: readonly string[], variable: DatabaseVariable = 'DATABASE_URL') {
    super(
      `The role of ${variable} lacks ${missing.join(', ')}. Run npm run db:migrate as the tables' owner, which grants rights; ` +
        'restore a table from a backup',
    );
  }
}

/**
 * Checks in one round trip that the database has every migration of this version, and that the role may do what a submission does:
 * `grants.sql` grants `verses_service` just that.
 *
 * @throws SchemaBehindError
 * @throws PermissionError when the role may not read which migrations have been applied
 * @throws MissingRightError
 */
export async function assertUsable(orm: Orm): Promise<void> {
  const { applied, missing } = await lookUp(orm);
  const pending = migrations.map(({ name }) => name).filter((name) => !applied.includes(name));
  if (pending.length > 0) throw new SchemaBehindError(pending);
  if (missing.length > 0) throw new MissingRightError(missing);
}

async function lookUp(orm: Orm): Promise<{ applied: string[]; missing: string[] }> {
  try {
    const [row] = await orm.em.fork().execute<[{ applied: string[]; missing: string[] }]>(`
      select
        array(select name::text from mikro_orm_migrations) as applied,
        array(
          select distinct case when to_regclass(tablename) is null then 'the table ' else privilege || ' on ' end || tablename
          from (values
            ('daily_completion', 'select'),
            ('scheduled_submission', 'select'),
            ('scheduled_submission', 'insert'),
            ('blocked_date', 'select'),
            ('calendar_pause', 'select')
          ) as needed (tablename, privilege)
          where has_table_privilege(to_regclass(tablename), privilege) is not true
          order by 1
        ) as missing`);
    return row;
  } catch (error) {
    // SQLSTATE 42P01 is undefined_table
    if ((error as { code?: unknown }).code === '42P01') return { applied: [], missing: [] };
    throw explainUnreadable(error);
  }
}
