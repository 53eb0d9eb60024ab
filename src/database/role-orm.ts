import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { checkRole } from './check-role.ts';
import { logIgnoredParameters } from './client-config.ts';
import { requestLimits, roleCheckMs } from './limits.ts';
import { assertReachable, createOrm, type Orm } from './orm.ts';
import type { Role } from './rights.ts';

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
 * @throws DatabaseUrlError
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
