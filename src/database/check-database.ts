import { StartError } from '../start-error.ts';
import { explainUnreadable, SchemaBehindError } from './migrate.ts';
import { migrations, migrationsTable } from './migrations/index.ts';
import { explainUnreachable, type Orm, ReadOnlyError } from './orm.ts';
import { missingRights } from './rights.ts';
import { sqlState, sqlStates } from './sqlstate.ts';

/**
 * The database lacks a table that a role needs, or the role a right on one. The message says which.
 */
export class MissingRightError extends StartError {
  constructor(missing: readonly string[], variable = 'DATABASE_URL') {
    super(
      `The role of ${variable} lacks ${missing.join(', ')}. Run npm run db:migrate as the tables' owner, which grants rights; ` +
        'restore a table from a backup',
    );
  }
}

/**
 * Checks in one round trip that the database accepts writes and has every migration of this
 * version, and that the role has the rights of `verses_service`.
 *
 * @throws ReadOnlyError
 * @throws SchemaBehindError
 * @throws PermissionError when the role may not read which migrations have been applied
 * @throws MissingRightError
 */
export async function checkDatabase(orm: Orm): Promise<void> {
  const { readOnly, applied, missing } = await lookUp(orm);
  if (readOnly) throw new ReadOnlyError();
  const pending = migrations.map(({ name }) => name).filter((name) => !applied.includes(name));
  if (pending.length > 0) throw new SchemaBehindError(pending);
  if (missing.length > 0) throw new MissingRightError(missing);
}

interface State {
  readonly readOnly: boolean;
  readonly applied: readonly string[];
  readonly missing: readonly string[];
}

async function lookUp(orm: Orm): Promise<State> {
  const pool = await orm.em.getConnection().getNativeClient();
  const client = await pool.connect().catch((error) => {
    throw explainUnreachable(error);
  });
  let readOnly = false;
  try {
    const { rows } = await client.query<State>(`
      select
        current_setting('transaction_read_only')::boolean as "readOnly",
        array(select name::text from ${migrationsTable}) as applied,
        ${missingRights('verses_service')} as missing`);
    const row = rows[0] as State;
    ({ readOnly } = row);
    return row;
  } catch (error) {
    if (sqlState(error) === sqlStates.undefinedTable) return { readOnly, applied: [], missing: [] };
    throw explainUnreadable(error);
  } finally {
    // Only a new session notices that `default_transaction_read_only` was turned off.
    client.release(readOnly);
  }
}
