import type { Logger } from 'pino';
import { assertSchemaIsCurrent, SchemaBehindError } from '../database/migrate.ts';
import type { Orm } from '../database/orm.ts';
import { type ReadyzResponse, readyzResponses as responses } from '../generated/operations.admin.ts';
import { createProbe } from './probe.ts';

export interface Readiness {
  respond(): Promise<ReadyzResponse>;
  /** From then on the instance is not ready, whatever the state of the database. */
  stop(): void;
}

/** An instance is ready if the database responds in time and has the schema that this version needs. */
export function createReadiness(orm: Orm, logger: Logger): Readiness {
  const probe = createProbe(() => assertSchemaIsCurrent(orm));
  let stopping = false;
  return {
    async respond() {
      if (stopping) return responses.shuttingDown;
      try {
        await probe();
        return responses.ready;
      } catch (err) {
        logger.debug({ err }, 'not ready');
        return err instanceof SchemaBehindError ? responses.schemaBehind : responses.databaseUnavailable;
      }
    },
    stop() {
      stopping = true;
    },
  };
}
