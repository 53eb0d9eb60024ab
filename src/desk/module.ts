import type { ServerResponse } from 'node:http';
import compose from 'koa-compose';
import { createApi } from '../api/api.ts';
import { deskContract } from '../api/contracts.ts';
import type { Module } from '../api/module.ts';
import type { BeforeHandler } from '../api/operation-handler.ts';
import type { Middleware } from '../api/state.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { createChangeCalendar, type ObserveChange } from '../calendar/change.ts';
import type { CalendarRules } from '../calendar/window.ts';
import { responseMs } from '../database/limits.ts';
import { closeOrm } from '../database/orm.ts';
import { createRoleOrm, type RoleOptions } from '../database/role.ts';
import { createSemaphore } from '../semaphore.ts';
import type { ReadChapter } from '../verse/chapters.ts';
import type { ReadWordIndex } from '../verse/find-verses.ts';
import { blockDates } from './block-dates.ts';
import { compressReads } from './compress-reads.ts';
import type { DeskConfig } from './config.ts';
import type { DeskDependencies } from './dependencies.ts';
import { findBlockedDates } from './find-blocked-dates.ts';
import { findSubmissions } from './find-submissions.ts';
import { fallbackResponses as fallbacks, type Handlers } from './generated/operations.desk.ts';
import { getCalendar } from './get-calendar.ts';
import { getCalendarCsv } from './get-calendar-csv.ts';
import { getCalendarIcs } from './get-calendar-ics.ts';
import { listChanges } from './list-changes.ts';
import { moveSubmission } from './move-submission.ts';
import { createDeskPage } from './page.ts';
import { createPresentDays } from './present.ts';
import { restoreSubmission } from './restore-submission.ts';
import { reviewSubmission } from './review-submission.ts';
import { reviewSubmissions } from './review-submissions.ts';
import { setPause } from './set-pause.ts';
import { setVerse } from './set-verse.ts';
import { unblockDates } from './unblock-dates.ts';
import { withdrawSubmission } from './withdraw-submission.ts';

interface DeskOptions extends RoleOptions, DeskConfig {
  readonly rules: CalendarRules;
  readonly readChapter: ReadChapter;
  readonly readWordIndex: ReadWordIndex;
  readonly authenticate: Authenticate;
  readonly clock: () => Temporal.Instant;
  readonly observe: ObserveChange;
}

/** The most reads of an instance at a time. Few people use the desk, and players come first. */
export const maxReads = 2;

/** The most database connections of the desk: few people use it, and each request holds one. */
const poolSize = 2;

/**
 * The operator's desk: `openapi.desk.yaml` and the page that calls it.
 *
 * @throws StartError as `createRoleOrm` does
 */
export async function createDeskModule(options: DeskOptions): Promise<Module & AsyncDisposable> {
  const { oidc, rules, readChapter, readWordIndex, authenticate, clock, observe, logger } = options;
  const orm = await createRoleOrm(options, 'desk', 'verses_desk', 'DESK_DATABASE_URL', poolSize);
  const { document } = deskContract;
  const handlers = createDeskHandlers({
    read: (query) => query(orm.em.fork()),
    change: createChangeCalendar(orm.em, observe),
    rules,
    presentDays: createPresentDays(readChapter),
    readChapter,
    readWordIndex,
    clock,
  });
  const awaitTurn = limitReads(maxReads, responseMs);
  const beforeHandler: BeforeHandler = async ({ method }, { res }) => {
    if (method === 'get') await awaitTurn(res);
  };
  const api = await createApi({ contract: document, handlers, fallbacks, authenticate, logger, beforeHandler });
  const page = await createDeskPage(oidc, readChapter);
  return {
    contract: deskContract,
    prefix: '/desk',
    serve: compose([compressReads, api, page.routes() as Middleware]),
    [Symbol.asyncDispose]: () => closeOrm(orm),
  };
}

/**
 * The handler of each operation in `contract/openapi.desk.yaml`. A request without a token or
 * without its role, or with a malformed parameter that has a row in `x-checks`, gets its response
 * before it reaches a handler: the numbers of the checks begin after those.
 */
export function createDeskHandlers(dependencies: DeskDependencies): Handlers {
  return {
    getCalendar: getCalendar(dependencies),
    getCalendarCsv: getCalendarCsv(dependencies),
    getCalendarIcs: getCalendarIcs(dependencies),
    findSubmissions: findSubmissions(dependencies),
    findBlockedDates: findBlockedDates(dependencies),
    listChanges: listChanges(dependencies),
    moveSubmission: moveSubmission(dependencies),
    withdrawSubmission: withdrawSubmission(dependencies),
    restoreSubmission: restoreSubmission(dependencies),
    reviewSubmission: reviewSubmission(dependencies),
    reviewSubmissions: reviewSubmissions(dependencies),
    setVerse: setVerse(dependencies),
    blockDates: blockDates(dependencies),
    unblockDates: unblockDates(dependencies),
    setPause: setPause(dependencies),
  };
}

/**
 * Limits how many reads of the desk run at a time, since each holds as much memory as its response
 * has. Others wait, in the order in which they came.
 *
 * @param waitMs how long a read may wait, in milliseconds; then it rejects, as it does if its
 *   client has left
 * @returns resolves when a read may begin, which then counts until the client has taken the
 *   response, or has left
 */
function limitReads(max: number, waitMs: number): (outgoing: ServerResponse) => Promise<void> {
  const acquire = createSemaphore(max, waitMs);
  return async (outgoing) => {
    const release = await acquire();
    if (outgoing.closed) {
      release();
      throw new Error('The client has left');
    }
    outgoing.once('close', release);
  };
}
