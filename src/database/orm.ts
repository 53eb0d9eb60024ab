import { setTimeout as wait } from 'node:timers/promises';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import type { Logger } from 'pino';
import { BlockedDate } from '../entities/blocked-date.ts';
import { CalendarChange } from '../entities/calendar-change.ts';
import { CalendarPause } from '../entities/calendar-pause.ts';
import { DailyCompletion } from '../entities/daily-completion.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { StartError } from '../start-error.ts';
import { clientConfig } from './client-config.ts';
import { type ConnectionLimits, databaseClosingMs, requestLimits } from './limits.ts';
import { migrations } from './migrations/index.ts';
import { Client, isLimitRejected } from './pg-client.ts';
import { createStatementLimit } from './statement-limit.ts';

export type Orm = ReturnType<typeof createOrm>;
export type EntityManager = Orm['em'];

/**
 * Connects lazily: no query is sent before the first use.
 *
 * @param url a PostgreSQL connection URL; of several hosts, the one that accepts writes is used
 * @param poolSize the most connections held at once
 * @param limits the time limits of the connections
 * @param variable where the URL comes from, for the error
 * @param onConnect checks a new connection, which is used only if this resolves
 * @throws DatabaseUrlError
 */
export function createOrm(
  url: string,
  poolSize: number,
  logger: Logger,
  { connectMs, queryMs, statementMs }: ConnectionLimits = requestLimits,
  variable = 'DATABASE_URL',
  onConnect?: (client: ClientBase) => Promise<void>,
) {
  const connection = clientConfig(url, variable);
  return new MikroORM({
    dbName: connection.database as string,
    ensureDatabase: false, // a wrong name must not become a new, empty database
    entities: [BlockedDate, CalendarChange, CalendarPause, DailyCompletion, ScheduledSubmission],
    pool: { min: 0, max: poolSize },
    driverOptions: {
      ...connection,
      connectionTimeoutMillis: connectMs,
      query_timeout: queryMs,
      statementLimit: createStatementLimit(statementMs, logger),
      keepAlive: true,
      Client,
      onConnect,
    },
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false },
    logger: (message) => logger.debug(message),
    colors: false,
  });
}

/** Waits at most for the limit, since the database may not respond. */
export async function closeOrm(orm: Orm, limitMs = databaseClosingMs): Promise<void> {
  await Promise.race([orm.close(), wait(limitMs, undefined, { ref: false })]);
}

/** The database does not respond, or it rejects the user or the database's name. */
class DatabaseUnreachableError extends StartError {}

/** The database's encoding cannot hold every player's id. */
class EncodingError extends StartError {}

/** The database is a standby, or its transactions are read-only by default. */
export class ReadOnlyError extends StartError {
  constructor() {
    super(
      'The database of DATABASE_URL accepts no writes: name the primary, or turn default_transaction_read_only off',
    );
  }
}

/**
 * @throws DatabaseUnreachableError
 * @throws EncodingError unless the encoding is UTF8
 */
export async function assertReachable(orm: Orm, variable = 'DATABASE_URL'): Promise<void> {
  let encoding: string;
  try {
    encoding = await readEncoding(orm).catch((error) => {
      // A pooler may have rejected the limit of this connection; the next one asks for none.
      if (isLimitRejected(error)) return readEncoding(orm);
      throw error;
    });
  } catch (cause) {
    if (cause instanceof StartError) throw cause; // by `onConnect`
    const { message, code } = cause as { message: string; code?: unknown };
    // SQLSTATE 3D000 is invalid_catalog_name
    const advice = code === '3D000' ? '. Correct the name, or create the database' : '';
    throw new DatabaseUnreachableError(`The database of ${variable} cannot be reached: ${message}${advice}`, {
      cause,
    });
  }
  if (encoding === 'UTF8') return;
  throw new EncodingError(`The database of ${variable} has the encoding ${encoding}: create it with encoding 'UTF8'`);
}

async function readEncoding(orm: Orm): Promise<string> {
  const pool = await orm.em.getConnection().getNativeClient();
  const { rows } = await pool.query<{ encoding: string }>('select getdatabaseencoding() as encoding');
  return (rows[0] as (typeof rows)[0]).encoding;
}
