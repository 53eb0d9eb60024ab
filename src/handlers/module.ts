import type { Router } from '@koa/router';
import compose from 'koa-compose';
import type { Logger } from 'pino';
import { createApi } from '../api/api.ts';
import { apiContract } from '../api/contracts.ts';
import type { Module } from '../api/module.ts';
import type { Middleware, State } from '../api/state.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { createForecast } from '../calendar/forecast.ts';
import { createCalendar, type ObserveReservations } from '../calendar/reservation.ts';
import type { CalendarRules } from '../calendar/window.ts';
import type { Orm } from '../database/orm.ts';
import { fallbackResponses as fallbacks, type Handlers } from '../generated/operations.ts';
import { allowOrigins } from '../http/cors.ts';
import { createPlayers } from '../player/players.ts';
import type { ReadChapter } from '../verse/chapters.ts';
import { createFindVerses, type ReadWordIndex } from '../verse/find-verses.ts';
import type { Dependencies } from './dependencies.ts';
import { findVerses } from './find-verses.ts';
import { getChapter } from './get-chapter.ts';
import { getEligibility } from './get-eligibility.ts';
import { listSubmissions } from './list-submissions.ts';
import { submitVerse } from './submit-verse.ts';

interface PlayersOptions {
  readonly orm: Orm;
  readonly rules: CalendarRules;
  readonly observeReservations: ObserveReservations;
  readonly readChapter: ReadChapter;
  readonly readWordIndex: ReadWordIndex;
  readonly clock: () => Temporal.Instant;
  readonly authenticate: Authenticate;
  readonly corsOrigins: readonly string[];
  /** Where players submit without a page of the site's own; undefined if there are none. */
  readonly pages: Router<State> | undefined;
  readonly logger: Logger;
}

/** What players use: `openapi.yaml`, and pages. */
export async function createPlayersModule(options: PlayersOptions): Promise<Module> {
  const { orm, rules, observeReservations, readChapter, readWordIndex, clock, authenticate, logger } = options;
  const { document } = apiContract;
  const calendar = createCalendar(orm.em, rules, clock, observeReservations);
  const observeFailure = (err: unknown) => logger.warn({ err }, 'forecast left out');
  const handlers = createHandlers({
    players: createPlayers(orm.em),
    calendar,
    forecast: createForecast(orm.em, rules, clock, calendar.accepting, observeFailure),
    readChapter,
    findVerses: createFindVerses(readWordIndex, readChapter),
    clock,
  });
  const api = await createApi({ contract: document, handlers, fallbacks, authenticate, logger });
  const { corsOrigins, pages } = options;
  const routes = pages === undefined ? [] : [pages.routes() as Middleware];
  return { contract: apiContract, prefix: '', serve: compose([allowOrigins(corsOrigins), api, ...routes]) };
}

/** The handler of each operation in the contract. */
function createHandlers(dependencies: Dependencies): Handlers {
  return {
    findVerses: findVerses(dependencies),
    getChapter: getChapter(dependencies),
    getEligibility: getEligibility(dependencies),
    listSubmissions: listSubmissions(dependencies),
    submitVerse: submitVerse(dependencies),
  };
}
