import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pTimeout from 'p-timeout';
import type { ClientBase } from 'pg';
import type { Logger } from 'pino';
import { BlockedDate } from '../entities/blocked-date.ts';
import { CalendarChange } from '../entities/calendar-change.ts';
import { CalendarPause } from '../entities/calendar-pause.ts';
import { DailyCompletion } from '../entities/daily-completion.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { StartError } from '../start-error.ts';
import { Client, createStatementLimit, isLimitRejected } from './client.ts';
import { type ConnectionLimits, databaseClosingMs, requestLimits } from './limits.ts';
import { migrations, migrationsTable } from './migrations/index.ts';
import { sqlState, sqlStates } from './sqlstate.ts';
import { clientConfig } from './url.ts';

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
 * @throws StartError as `clientConfig` does
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
    // The migrator writes it between quotes to ask whether the database exists.
    dbName: (connection.database as string).replaceAll("'", "''"),
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
    migrations: { migrationsList: migrations, tableName: migrationsTable, snapshot: false },
    logger: (message) => logger.debug(message),
    colors: false,
  });
}

/** Waits at most for the limit, since the database may not respond. */
export async function closeOrm(orm: Orm, limitMs = databaseClosingMs): Promise<void> {
  await pTimeout(orm.close(), { milliseconds: limitMs, fallback: () => {} });
}

/** The database is a standby, or its transactions are read-only by default. */
export class ReadOnlyError extends StartError {
  constructor() {
    super(
      'The database of DATABASE_URL accepts no writes: name the primary, or turn default_transaction_read_only off',
    );
  }
}

/**
 * Checks that the database can be used. All of the service's tables are in the schema that the
 * search path names first.
 *
 * @throws StartError unless it responds, with the encoding UTF8, which holds every player's id, and
 *   that schema exists, and the role may use it
 */
export async function assertReachable(orm: Orm, variable = 'DATABASE_URL'): Promise<void> {
  let state: State;
  try {
    state = await readState(orm).catch((error) => {
      // A pooler may have rejected the limit of this connection; the next one asks for none.
      if (isLimitRejected(error)) return readState(orm);
      throw error;
    });
  } catch (cause) {
    throw explainUnreachable(cause, variable);
  }
  const { encoding, path, schema, role } = state;
  if (encoding !== 'UTF8') {
    throw new StartError(`The database of ${variable} has the encoding ${encoding}: create it with encoding 'UTF8'`);
  }
  if (schema !== null && schema === firstSchema(path, schema, role)) return;
  throw new StartError(
    `The search path of ${variable} begins with no schema that exists and that the role ${role} may use (${path || 'empty'}): create the schema and grant usage on it, or name another one`,
  );
}

/** Returns a StartError for an error of a connection, in one line that says what to do. */
export function explainUnreachable(cause: unknown, variable = 'DATABASE_URL'): StartError {
  if (cause instanceof StartError) return cause; // by `onConnect`
  const { message } = cause as { message: string };
  const advice = unreachableAdvice[sqlState(cause)] ?? '';
  return new StartError(`The database of ${variable} cannot be reached: ${firstLine(message)}${advice}`, {
    cause,
  });
}

const nameAuthority = ". Name its authority's certificate by sslrootcert";

/** What to do, by SQLSTATE or Node's code. */
const unreachableAdvice: Readonly<Record<string, string>> = {
  [sqlStates.invalidCatalogName]: '. Correct the name, or create the database',
  DEPTH_ZERO_SELF_SIGNED_CERT: nameAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: nameAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: nameAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: nameAuthority,
};

/** Without the details that MikroORM adds, in which rows can be, and OpenSSL's line feed. */
export function firstLine(message: string): string {
  return message.split('\n', 1).join().trim();
}

interface State {
  readonly encoding: string;
  /** As it is set: names that need quotes have them. */
  readonly path: string;
  /** The first schema of the path that exists and may be used; null if there is none. */
  readonly schema: string | null;
  readonly role: string;
}

async function readState(orm: Orm): Promise<State> {
  const pool = await orm.em.getConnection().getNativeClient();
  const { rows } = await pool.query<State>(`
    select getdatabaseencoding() as encoding, current_setting('search_path') as path,
      current_schema() as schema, current_user as role`);
  return rows[0] as State;
}

/**
 * The schema that a search path names first. PostgreSQL's default begins with `"$user"`, which need
 * not exist.
 */
function firstSchema(path: string, schema: string, role: string): string | undefined {
  const names = (path.match(/"(?:[^"]|"")*"|[^,\s]+/g) ?? []).map((name) =>
    name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase(),
  );
  const [first, second] = names;
  if (first !== '$user') return first;
  return schema === role ? role : second;
}
