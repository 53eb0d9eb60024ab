import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { createApi } from '../api/api.ts';
import { deskContract } from '../api/contracts.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import type { CalendarRules } from '../calendar/window.ts';
import { deskCheckMs, requestLimits } from '../database/limits.ts';
import { assertReachable, closeOrm, createOrm, type Orm } from '../database/orm.ts';
import type { ObserveChange } from '../desk/change.ts';
import { createDesk } from '../desk/desk.ts';
import { assertDeskUsable } from '../desk/usable.ts';
import { fallbackResponses as fallbacks } from '../generated/operations.desk.ts';
import { createDeskHandlers } from '../handlers/desk/index.ts';
import { createContractRoutes, createDeskPage } from '../pages/routes.ts';
import type { Module } from './module.ts';

export interface DeskOptions {
  /** The URL of the service's database as the role of the desk. */
  readonly url: string;
  /** The service's connections to the same database. */
  readonly serviceOrm: Orm;
  readonly rules: CalendarRules;
  readonly authenticate: Authenticate;
  readonly clock: () => Temporal.Instant;
  readonly observe: ObserveChange;
  readonly logger: Logger;
}

/** The most database connections of the desk: few people use it, and each request holds one. */
const poolSize = 2;

/**
 * The operator's desk: `openapi.desk.yaml` and the page that calls it. Each of its connections is
 * checked before its first use. If the database cannot be used, the log says why, and players are
 * served nevertheless: no probe asks for it.
 *
 * @throws DatabaseUrlError
 */
export async function createDeskModule(options: DeskOptions): Promise<Module & AsyncDisposable> {
  const { url, serviceOrm, rules, authenticate, clock, observe, logger } = options;
  const orm = createOrm(url, poolSize, logger, requestLimits, 'DESK_DATABASE_URL', (client) =>
    pTimeout(assertDeskUsable(client, serviceOrm), { milliseconds: deskCheckMs }),
  );
  try {
    await assertReachable(orm, 'DESK_DATABASE_URL');
  } catch (err) {
    logger.error({ err }, 'desk unavailable: its requests fail until this is mended');
  }
  const observeChange: ObserveChange = (change) => {
    observe(change);
    const { actor, action, dates } = change;
    logger.info({ actor, action, dates }, 'calendar changed');
  };
  const { document } = deskContract;
  const handlers = createDeskHandlers({ desk: createDesk(orm.em, rules, observeChange), rules, clock });
  const api = await createApi({ contract: document, handlers, fallbacks, authenticate, logger });
  const contractRoutes = await createContractRoutes([deskContract]);
  const page = await createDeskPage();
  return {
    contract: deskContract,
    use(app) {
      app.use(api);
      app.use(contractRoutes.routes());
      app.use(page.routes());
    },
    [Symbol.asyncDispose]: () => closeOrm(orm),
  };
}
