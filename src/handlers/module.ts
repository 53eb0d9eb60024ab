import type { Logger } from 'pino';
import { createApi } from '../api/api.ts';
import { apiContract } from '../api/contracts.ts';
import type { Module } from '../api/module.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { fallbackResponses as fallbacks } from '../generated/operations.ts';
import { allowAnyOrigin, allowOrigins } from '../http/cors.ts';
import { createContractRoutes, createPages, type PagesOptions } from '../pages/routes.ts';
import { createHandlers, type Dependencies } from './index.ts';

interface PlayersOptions extends Dependencies {
  readonly authenticate: Authenticate;
  readonly corsOrigins: readonly string[];
  /** Undefined if there are no pages. */
  readonly pages: PagesOptions | undefined;
  readonly logger: Logger;
}

/**
 * What players use: `openapi.yaml` and the page to submit a verse. It comes last, since its origins
 * hold for whatever follows.
 */
export async function createPlayersModule(options: PlayersOptions): Promise<Module> {
  const { authenticate, corsOrigins, pages, logger, ...dependencies } = options;
  const { document } = apiContract;
  const handlers = createHandlers(dependencies);
  const api = await createApi({ contract: document, handlers, fallbacks, authenticate, logger });
  const contractRoutes = await createContractRoutes(apiContract);
  const pageRoutes = pages && (await createPages(pages));
  return {
    contract: apiContract,
    use(app) {
      if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins));
      app.use(allowAnyOrigin); // after the list, which it overrides
      app.use(api);
      app.use(contractRoutes.routes());
      if (pageRoutes !== undefined) app.use(pageRoutes.routes()); // after the API, whose requests never get here
    },
  };
}
