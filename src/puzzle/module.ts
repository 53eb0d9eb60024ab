import { createApi } from '../api/api.ts';
import { puzzleContract } from '../api/contracts.ts';
import type { Module } from '../api/module.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { createChangeCalendar, type ObserveChange } from '../calendar/change.ts';
import { responseMs } from '../database/limits.ts';
import { closeOrm } from '../database/orm.ts';
import { createRoleOrm, type RoleOptions } from '../database/role.ts';
import { createSemaphore } from '../semaphore.ts';
import type { ReadChapter } from '../verse/chapters.ts';
import type { PuzzleDependencies } from './dependencies.ts';
import { erasePlayer } from './erase-player.ts';
import { exportPlayer } from './export-player.ts';
import { fallbackResponses as fallbacks, type Handlers } from './generated/operations.puzzle.ts';
import { getVerseOfDate } from './get-verse-of-date.ts';
import { recordCompletion } from './record-completion.ts';

interface PuzzleOptions extends RoleOptions {
  readonly readChapter: ReadChapter;
  readonly authenticate: Authenticate;
  readonly clock: () => Temporal.Instant;
  readonly observe: ObserveChange;
}

/** The most database connections of the puzzle. */
const poolSize = 4;
/** The most erasures and exports of an instance at a time: completions need connections, too. */
const maxOfPlayers = 2;

/**
 * What the site's own server calls: `openapi.puzzle.yaml`.
 *
 * @throws StartError as `createRoleOrm` does
 */
export async function createPuzzleModule(options: PuzzleOptions): Promise<Module & AsyncDisposable> {
  const { readChapter, authenticate, clock, observe, logger } = options;
  const orm = await createRoleOrm(options, 'puzzle', 'verses_puzzle', 'PUZZLE_DATABASE_URL', poolSize);
  const handlers = createPuzzleHandlers({
    em: orm.em,
    change: createChangeCalendar(orm.em, observe),
    acquire: createSemaphore(maxOfPlayers, responseMs),
    readChapter,
    clock,
  });
  const serve = await createApi({ contract: puzzleContract.document, handlers, fallbacks, authenticate, logger });
  return { contract: puzzleContract, prefix: '/puzzle', serve, [Symbol.asyncDispose]: () => closeOrm(orm) };
}

/**
 * The handler of each operation in `contract/openapi.puzzle.yaml`. A request without a token or
 * without its role, or with a malformed date or player, gets its response before it reaches a
 * handler: the numbers of the checks begin after those.
 */
export function createPuzzleHandlers(dependencies: PuzzleDependencies): Handlers {
  return {
    recordCompletion: recordCompletion(dependencies),
    getVerseOfDate: getVerseOfDate(dependencies),
    exportPlayer: exportPlayer(dependencies),
    erasePlayer: erasePlayer(dependencies),
  };
}
