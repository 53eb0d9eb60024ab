import type { Logger } from 'pino';
import { checkDatabase, MissingRightError } from '../database/check-database.ts';
import { PermissionError, SchemaBehindError } from '../database/migrate.ts';
import { type Orm, ReadOnlyError } from '../database/orm.ts';
import { type ReadyzResponse, readyzResponses as responses } from '../generated/operations.admin.ts';
import type { ClockWatch } from './clock.ts';
import { createProbe } from './probe.ts';

export interface Readiness {
  respond(): Promise<ReadyzResponse>;
}

/**
 * An instance is ready if it can verify tokens, the database responds in time with everything that
 * a submission needs, and both clocks agree. The log says why it is not, once for each reason.
 *
 * @param hasKeys whether there are keys to verify tokens with
 * @param stopping once aborted, the instance is not ready, whatever the state of the database
 */
export function createReadiness(
  orm: Orm,
  clock: ClockWatch,
  hasKeys: () => boolean,
  stopping: AbortSignal,
  logger: Logger,
): Readiness {
  const probe = createProbe(() => checkDatabase(orm));
  let last: ReadyzResponse = responses.ready;

  function notReady(response: ReadyzResponse, err?: unknown): ReadyzResponse {
    logger[response === last ? 'debug' : 'warn']({ err, reason: response.body }, 'not ready');
    last = response;
    return response;
  }

  return {
    async respond() {
      if (stopping.aborted) return responses.shuttingDown;
      if (!hasKeys()) return notReady(responses.keySetUnavailable);
      try {
        await probe();
      } catch (err) {
        return notReady(responseTo(err), err);
      }
      if (clock.isWrong()) return notReady(responses.clockWrong);
      last = responses.ready;
      return last;
    },
  };
}

function responseTo(err: unknown): ReadyzResponse {
  if (err instanceof ReadOnlyError) return responses.databaseReadOnly;
  if (err instanceof SchemaBehindError) return responses.schemaBehind;
  if (err instanceof MissingRightError || err instanceof PermissionError) return responses.rightsMissing;
  return responses.databaseUnavailable;
}
