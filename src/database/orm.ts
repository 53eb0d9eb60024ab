import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { DailyCompletion } from '../entities/daily-completion.ts';
import { ScheduledSubmission } from '../entities/scheduled-submission.ts';
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
    entities: [DailyCompletion, ScheduledSubmission],
    pool: { min: 0, max: poolSize },
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false },
    logger: (message) => logger.debug(message),
    colors: false,
  });
}
