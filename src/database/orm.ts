import { Migrator } from '@mikro-orm/migrations';
import { type InferKyselyDB, MikroORM } from '@mikro-orm/postgresql';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { Logger } from 'pino';
import { DailyCompletion } from '../entities/daily-completion.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { StartError } from '../start-error.ts';
import { Client, type ClientConfig } from './client.ts';
import { hostUrls } from './hosts.ts';
import { type ConnectionLimits, requestLimits } from './limits.ts';
import { migrations } from './migrations/index.ts';
import { createFindPrimary } from './primary.ts';

export type Orm = ReturnType<typeof createOrm>;
export type EntityManager = Orm['em'];
/** The tables and columns of the entities. A statement that names an unknown one does not compile. */
export type Tables = InferKyselyDB<typeof DailyCompletion | typeof ScheduledSubmission>;

/**
 * Connects lazily: no query is sent before the first use.
 *
 * @param url a PostgreSQL connection URL; of several hosts, the one that accepts writes is used
 * @param poolSize the most connections held at once
 * @param limits the time limits of the connections
 */
export function createOrm(
  url: string,
  poolSize: number,
  logger: Logger,
  { connectMs, queryMs }: ConnectionLimits = requestLimits,
) {
  const urls = hostUrls(url);
  const { ssl } = parseIntoClientConfig(urls[0] as string); // MikroORM itself ignores sslmode
  const connection: ClientConfig = {
    ...(ssl !== undefined && { ssl }),
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    keepAlive: true,
    ...(urls.length > 1 && { findPrimary: createFindPrimary(urls) }),
  };
  return new MikroORM({
    clientUrl: urls[0] as string,
    entities: [DailyCompletion, ScheduledSubmission],
    pool: { min: 0, max: poolSize },
    driverOptions: { ...connection, Client },
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false },
    logger: (message) => logger.debug(message),
    colors: false,
  });
}

/** The database does not respond, or it rejects the user or the database's name. */
export class DatabaseUnreachableError extends StartError {}

/** The database's encoding cannot hold every player's id. */
export class EncodingError extends StartError {}

/**
 * @throws DatabaseUnreachableError
 * @throws EncodingError unless the encoding is UTF8
 */
export async function assertReachable(orm: Orm): Promise<void> {
  let encoding: string;
  try {
    const [row] = await orm.em.fork().execute<[{ encoding: string }]>('select getdatabaseencoding() as encoding');
    encoding = row.encoding;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseUnreachableError(`The database of DATABASE_URL cannot be reached: ${reason}`, { cause });
  }
  if (encoding === 'UTF8') return;
  throw new EncodingError(`The database of DATABASE_URL has the encoding ${encoding}: create it with encoding 'UTF8'`);
}
