import { createMethods } from './call.ts';
import { type Operations, operations } from './generated/operations.puzzle.ts';
import type { ClientOptions } from './options.ts';

export { NetworkError, UnexpectedResponseError } from './errors.ts';
export type { components, paths } from './generated/openapi.puzzle.js';
export type * from './generated/operations.puzzle.ts';
export { errors } from './generated/operations.puzzle.ts';
export type { CallOptions, ClientOptions } from './options.ts';

/** A method for each operation of the puzzle's contract. */
export type PuzzleClient = Operations;

/**
 * Creates a client for the site's own server, which has a token with the role `puzzle`. It has a
 * method for each operation of the puzzle's contract.
 *
 * @throws TypeError, NetworkError, UnexpectedResponseError and the reason of an abort: from the
 *   methods, never from this function
 *
 * @example
 * ```ts
 * const puzzle = createPuzzleClient({ baseUrl: 'https://verses.example', token: 'the token of the server' });
 *
 * const result = await puzzle.getVerseOfDate({ date: '2026-11-28' });
 * switch (result.status) {
 *   case 200:
 *     console.log(result.words);
 *     break;
 *   case 404:
 *     console.log(result.blocked ?? 'Nobody has submitted a verse for this date.');
 *     break;
 *   default:
 *     console.log(result.error);
 * }
 * ```
 */
export function createPuzzleClient(options: ClientOptions): PuzzleClient {
  return createMethods<PuzzleClient>(operations, options);
}
