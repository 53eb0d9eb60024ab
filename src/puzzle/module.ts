import { createApi } from '../api/api.ts';
import { puzzleContract } from '../api/contracts.ts';
import type { Module } from '../api/module.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { closeOrm } from '../database/orm.ts';
import { createRoleOrm, type RoleOptions } from '../database/role-orm.ts';
import type { ObserveChange } from '../desk/change.ts';
import { createPuzzleHandlers } from '../handlers/puzzle/index.ts';
import { createContractRoutes } from '../pages/routes.ts';
import type { ReadChapter } from '../verse/chapters.ts';
import { fallbackResponses as fallbacks } from './generated/operations.puzzle.ts';
import { createPuzzle } from './puzzle.ts';

interface PuzzleOptions extends RoleOptions {
  readonly readChapter: ReadChapter;
  readonly authenticate: Authenticate;
  readonly clock: () => Temporal.Instant;
  readonly observe: ObserveChange;
}

/** The most database connections of the puzzle: completions of the same moment share one. */
const poolSize = 4;

/**
 * What the site's own server calls: `openapi.puzzle.yaml`.
 *
 * @throws DatabaseUrlError
 */
export async function createPuzzleModule(options: PuzzleOptions): Promise<Module & AsyncDisposable> {
  const { readChapter, authenticate, clock, observe, logger } = options;
  const orm = await createRoleOrm(options, 'puzzle', 'verses_puzzle', 'PUZZLE_DATABASE_URL', poolSize);
  const { document } = puzzleContract;
  const handlers = createPuzzleHandlers({ puzzle: createPuzzle(orm.em, observe), readChapter, clock });
  const api = await createApi({ contract: document, handlers, fallbacks, authenticate, logger });
  const contractRoutes = await createContractRoutes(puzzleContract);
  return {
    contract: puzzleContract,
    use(app) {
      app.use(api);
      app.use(contractRoutes.routes());
    },
    [Symbol.asyncDispose]: () => closeOrm(orm),
  };
}
