import { createApi } from '../api/api.ts';
import { deskContract } from '../api/contracts.ts';
import type { Module } from '../api/module.ts';
import type { BeforeHandler } from '../api/operation-handler.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import type { CalendarRules } from '../calendar/window.ts';
import type { DeskOidc } from '../config.ts';
import { responseMs } from '../database/limits.ts';
import { closeOrm } from '../database/orm.ts';
import { createRoleOrm, type RoleOptions } from '../database/role-orm.ts';
import { createDeskHandlers } from '../handlers/desk/index.ts';
import { createContractRoutes, createDeskPage } from '../pages/routes.ts';
import type { ReadChapter } from '../verse/chapters.ts';
import type { ObserveChange } from './change.ts';
import { createDesk } from './desk.ts';
import { fallbackResponses as fallbacks } from './generated/operations.desk.ts';
import { limitReads } from './reads.ts';

interface DeskOptions extends RoleOptions {
  /** Where operators sign in; undefined if they come with links. */
  readonly oidc: DeskOidc | undefined;
  readonly rules: CalendarRules;
  readonly readChapter: ReadChapter;
  readonly authenticate: Authenticate;
  readonly clock: () => Temporal.Instant;
  readonly observe: ObserveChange;
}

/** The most reads of an instance at a time. Few people use the desk, and players come first. */
const maxReads = 2;

/** The most database connections of the desk: few people use it, and each request holds one. */
const poolSize = 2;

/**
 * The operator's desk: `openapi.desk.yaml` and the page that calls it.
 *
 * @throws DatabaseUrlError
 */
export async function createDeskModule(options: DeskOptions): Promise<Module & AsyncDisposable> {
  const { oidc, rules, readChapter, authenticate, clock, observe, logger } = options;
  const orm = await createRoleOrm(options, 'desk', 'verses_desk', 'DESK_DATABASE_URL', poolSize);
  const { document } = deskContract;
  const handlers = createDeskHandlers({ desk: createDesk(orm.em, rules, observe), rules, readChapter, clock });
  const awaitTurn = limitReads(maxReads, responseMs);
  const beforeHandler: BeforeHandler = async ({ method }, { res }) => {
    if (method === 'get') await awaitTurn(res);
  };
  const api = await createApi({ contract: document, handlers, fallbacks, authenticate, logger, beforeHandler });
  const contractRoutes = await createContractRoutes(deskContract);
  const page = await createDeskPage(oidc);
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
