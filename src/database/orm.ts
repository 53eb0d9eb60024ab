import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { CalendarFrontier } from '../entities/calendar-frontier.ts';
import { DailyCompletion } from '../entities/daily-completion.ts';
import { FreedDate } from '../entities/freed-date.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
import { StartError } from '../start-error.ts';
import { migrations } from './migrations/index.ts';

export type Orm = ReturnType<typeof createOrm>;
export type EntityManager = Orm['em'];

/**
 * Connects lazily: no query is sent before the first use.
 *
 * @param url a PostgreSQL connection URL
 * @param poolSize the most connections held at once
 */
export function createOrm(url: string, poolSize: number, logger: Logger) {
  return new MikroORM({
    clientUrl: url,
    entities: [DailyCompletion, ScheduledSubmission, CalendarFrontier, FreedDate],
    pool: { min: 0, max: poolSize },
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false },
    logger: (message) => logger.debug(message),
    colors: false,
  });
}

/** The database cannot be had: not there, or it refuses the user or the database's name. */
export class DatabaseUnreachableError extends StartError {}

/** @throws DatabaseUnreachableError */
export async function assertReachable(orm: Orm): Promise<void> {
  try {
    await orm.em.fork().execute('select 1');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseUnreachableError(`The database of DATABASE_URL cannot be reached: ${reason}`, { cause });
  }
}
