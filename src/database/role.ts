import pTimeout from 'p-timeout';
import type { ClientBase } from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../start-error.ts';
import { MissingRightError } from './check-database.ts';
import { requestLimits, roleCheckMs } from './limits.ts';
import { assertReachable, createOrm, type Orm } from './orm.ts';
import { missingRights, type Role } from './rights.ts';
import { logIgnoredParameters } from './url.ts';

/** What a module needs to connect as a role of its own. */
export interface RoleOptions {
  /** The URL of the service's database as the role. */
  readonly url: string;
  /** The service's connections to the same database. */
  readonly orm: Orm;
  readonly logger: Logger;
}

/**
 * The connections of a module that has a role of its own. Each one is checked before its first use.
 * If the database cannot be used, the log says why, and players are served nevertheless: no probe
 * asks for it.
 *
 * @param name of the module, for the log
 * @param poolSize the most connections held at once
 * @throws StartError as `clientConfig` does
 */
export async function createRoleOrm(
  { url, orm: serviceOrm, logger }: RoleOptions,
  name: string,
  role: Role,
  variable: string,
  poolSize: number,
): Promise<Orm> {
  const orm = createOrm(url, poolSize, logger, requestLimits, variable, (client) =>
    pTimeout(checkRole(client, serviceOrm, role, variable), { milliseconds: roleCheckMs }),
  );
  logIgnoredParameters(url, variable, logger);
  try {
    await assertReachable(orm, variable);
  } catch (err) {
    logger.error({ err, module: name }, 'module unavailable; its requests return 500');
  }
  return orm;
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
 * @throws StartError
 */
async function checkRole(client: ClientBase, serviceOrm: Orm, role: Role, variable: string): Promise<void> {
  const [{ rows }, [service]] = await Promise.all([
    client.query<{ identity: string; missing: string[] }>(`select ${identity}, ${missingRights(role)} as missing`),
    serviceOrm.em.fork().execute<[{ identity: string }]>(`select ${identity}`),
  ]);
  const [own] = rows as [(typeof rows)[0]];
  if (own.identity !== service.identity) {
    throw new StartError(
      `${variable} leads to another database or schema than DATABASE_URL: it must name the same one, as a role of its own`,
    );
  }
  if (own.missing.length > 0) throw new MissingRightError(own.missing, variable);
}
