import { once } from 'node:events';
import cors from '@koa/cors';
import { Router as Routes } from '@koa/router';
import Koa from 'koa';
import type { Document } from 'openapi-backend';
import { type ApiOptions, createApi } from '../../src/api/api.ts';
import { send } from '../../src/api/response.ts';
import { Router } from '../../src/api/router.ts';
import type { State } from '../../src/api/state.ts';
import { readConfig } from '../../src/config.ts';
import type { Desk } from '../../src/desk/desk.ts';
import { exposedHeaders, sharedResponses } from '../../src/generated/operations.ts';
import { createDeskHandlers } from '../../src/handlers/desk/index.ts';
import { createHandlers } from '../../src/handlers/index.ts';
import { createPuzzleHandlers } from '../../src/handlers/puzzle/index.ts';
import { rejectBadRequests } from '../../src/http/bad-requests.ts';
import { handleClientErrors } from '../../src/http/client-errors.ts';
import { urlOf } from '../../src/http/listen.ts';
import { replaceCachedId, setRequestId } from '../../src/http/request-id.ts';
import { setSecurityHeaders } from '../../src/http/security-headers.ts';
import { createLogger } from '../../src/log.ts';
import { createContractRoutes } from '../../src/pages/routes.ts';
import { StartError } from '../../src/start-error.ts';
import { builtChapters, createReadChapter } from '../../src/verse/chapters.ts';
import { createFindVerses } from '../../src/verse/find-verses.ts';
import { operationsOf } from '../document/operations.ts';
import { type ContractFile, contractFiles, nameOf, operationsNameOf, readContract } from '../document/read.ts';
import { authenticationOf } from './authentication.ts';
import { Examples } from './examples.ts';
import { createMemory } from './memory.ts';
import { overview } from './overview.ts';
import { preferExamples } from './prefer.ts';

export interface Mock {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the contracts with the service's own handlers on a memory instead of a database. An
 * operation that has none there gets the contract's example.
 *
 * Prism would serve the examples, but it weighs more than 60 MiB, only warns of an undocumented
 * status, and does not know `x-checks`.
 *
 * @param port 0 takes any free one
 * @param host a name or an address of this machine
 * @param clock returns the current instant; tests replace the system's clock
 * @param stateless every valid submission succeeds, and the list of submissions is the contract's
 *   example
 * @throws StartError when it cannot listen there
 */
export async function startMock(
  port: number,
  host = '127.0.0.1',
  clock: () => Temporal.Instant = Temporal.Now.instant,
  stateless = false,
): Promise<Mock> {
  const app = await createMock(clock, stateless);
  const server = app.listen(port, host);
  handleClientErrors(server);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new StartError(
      `The mock cannot listen on host ${host}, port ${port}: ${reason}. The host must be a name or an address of this machine, the port a free one.`,
      { cause },
    );
  }
  return {
    url: urlOf(server),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function createMock(clock: () => Temporal.Instant, stateless: boolean): Promise<Koa<State>> {
  const { calendar: rules } = readConfig({});
  const memory = createMemory(rules, stateless);
  const readChapter = await createReadChapter(builtChapters);
  const findVerses = createFindVerses(builtChapters, readChapter);
  const dependencies = { ...memory, readChapter, findVerses, rules, clock };
  const { listSubmissions, ...ownHandlers } = createHandlers(dependencies);
  // What the memory lacks is called by handlers that are left out.
  const { getCalendar, getCalendarCsv, getCalendarIcs, moveSubmission, withdrawSubmission } = createDeskHandlers({
    ...dependencies,
    desk: memory.desk as Desk,
  });
  const calendarHandlers = { getCalendar, getCalendarCsv, getCalendarIcs, moveSubmission, withdrawSubmission };
  const handlers: { readonly [file in ContractFile]?: object } = {
    'openapi.yaml': { ...ownHandlers, ...(!stateless && { listSubmissions }) },
    'contract/openapi.desk.yaml': stateless ? {} : calendarHandlers,
    'contract/openapi.puzzle.yaml': stateless ? {} : createPuzzleHandlers(dependencies),
  };
  const contracts = contractFiles.map((file) => {
    const contract = readContract(file);
    const examples = new Map(
      operationsOf(contract).map(({ name, operation }) => [
        operation.operationId,
        new Examples(contract, name, rules, clock),
      ]),
    );
    const router = new Router({ definition: contract as object as Document, ignoreTrailingSlashes: false });
    return { file, name: nameOf(file), contract, examples, router };
  });
  const logger = createLogger('error');
  const apis = contracts.map(async ({ file, contract, examples }) => {
    const exampleHandlers = [...examples].map(([operationId, ofOperation]) => [
      operationId,
      async () => ofOperation.success(),
    ]);
    return await createApi({
      contract,
      handlers: { ...Object.fromEntries(exampleHandlers), ...handlers[file] },
      fallbacks: await fallbacksOf(file),
      ...authenticationOf(contract),
      logger,
    });
  });
  const contractRoutes = await createContractRoutes(
    contracts.map(({ file, contract }) => ({ file, document: contract })),
  );
  const home = new Routes<State>().get('/', (ctx) => {
    ctx.body = overview(contracts);
  });

  const app = new Koa<State>();
  // Any origin, for a frontend on any local port; the exposed headers are the service's, and the
  // one of the preferences.
  app.use(cors({ origin: '*', exposeHeaders: [...exposedHeaders, 'Preference-Applied'] }));
  app.use(setRequestId);
  app.use(replaceCachedId);
  app.use(setSecurityHeaders);
  app.use(rejectBadRequests((_, next) => next()));
  app.use(preferExamples(contracts));
  for (const api of await Promise.all(apis)) app.use(api);
  app.use(contractRoutes.routes());
  app.use(home.routes());
  app.use((ctx) => send(ctx, sharedResponses.notFound));
  return app;
}

/** What the generated code of a contract has for requests that reach no handler. */
async function fallbacksOf(file: ContractFile): Promise<ApiOptions['fallbacks']> {
  const { fallbackResponses } = await import(`../../src/generated/${operationsNameOf(file)}.ts`);
  return fallbackResponses;
}
