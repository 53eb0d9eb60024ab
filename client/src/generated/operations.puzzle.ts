// Generated from contract/openapi.puzzle.yaml by `npm run codegen`. Do not edit.

import type { CallOptions } from '../options.js';
import type { components, operations as paths } from './openapi.puzzle.js';

type Schemas = components['schemas'];

/** What recordCompletion takes. */
export type RecordCompletionRequest = NonNullable<paths['recordCompletion']['parameters']['path']>;

/**
 * What recordCompletion can return: switch over `status`. With `retried`, an earlier attempt
 * failed, but may have done the work.
 */
export type RecordCompletionResult =
  | { readonly status: 204; readonly requestId: string | null; readonly retried?: true }
  | ({ readonly status: 400; readonly requestId: string | null; readonly retried?: true } & (
      | Schemas['InvalidDate']
      | Schemas['InvalidPlayer']
    ))
  | ({ readonly status: 401; readonly requestId: string | null; readonly retried?: true } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null; readonly retried?: true } & Schemas['NotAllowed'])
  | ({ readonly status: 500; readonly requestId: string | null; readonly retried?: true } & Schemas['InternalError']);

/** What getVerseOfDate takes. */
export type GetVerseOfDateRequest = NonNullable<paths['getVerseOfDate']['parameters']['path']>;

/** What getVerseOfDate can return: switch over `status`. */
export type GetVerseOfDateResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['VerseOfDate'])
  | ({ readonly status: 400; readonly requestId: string | null } & Schemas['InvalidDate'])
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 404; readonly requestId: string | null } & Schemas['NoVerse'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What exportPlayer takes. */
export type ExportPlayerRequest = NonNullable<paths['exportPlayer']['parameters']['path']>;

/** What exportPlayer can return: switch over `status`. */
export type ExportPlayerResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['PlayerExport'])
  | ({ readonly status: 400; readonly requestId: string | null } & Schemas['InvalidPlayer'])
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What erasePlayer takes. */
export type ErasePlayerRequest = NonNullable<paths['erasePlayer']['parameters']['path']>;

/**
 * What erasePlayer can return: switch over `status`. With `retried`, an earlier attempt failed, but
 * may have done the work.
 */
export type ErasePlayerResult =
  | { readonly status: 204; readonly requestId: string | null; readonly retried?: true }
  | ({ readonly status: 400; readonly requestId: string | null; readonly retried?: true } & Schemas['InvalidPlayer'])
  | ({ readonly status: 401; readonly requestId: string | null; readonly retried?: true } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null; readonly retried?: true } & Schemas['NotAllowed'])
  | ({ readonly status: 500; readonly requestId: string | null; readonly retried?: true } & Schemas['InternalError']);

export interface Operations {
  /**
   * Record that a player has solved the puzzle of a date
   * @example
   * ```ts
   * const result = await client.recordCompletion({ date: '2026-11-21', player: 'demo-player' });
   * ```
   */
  recordCompletion(request: RecordCompletionRequest, options?: CallOptions): Promise<RecordCompletionResult>;
  /**
   * The verse of a date
   * @example
   * ```ts
   * const result = await client.getVerseOfDate({ date: '2026-11-28' });
   * ```
   */
  getVerseOfDate(request: GetVerseOfDateRequest, options?: CallOptions): Promise<GetVerseOfDateResult>;
  /**
   * Everything stored about a player
   * @example
   * ```ts
   * const result = await client.exportPlayer({ player: 'demo-player' });
   * ```
   */
  exportPlayer(request: ExportPlayerRequest, options?: CallOptions): Promise<ExportPlayerResult>;
  /**
   * Erase a player
   * @example
   * ```ts
   * const result = await client.erasePlayer({ player: 'demo-player' });
   * ```
   */
  erasePlayer(request: ErasePlayerRequest, options?: CallOptions): Promise<ErasePlayerResult>;
}

export const operations = {
  recordCompletion: {
    method: 'PUT',
    path: '/puzzle/api/completions/{date}/{player}',
    takes: 'parameters',
    errors: [400, 401, 403, 500],
    responses: {
      204: {},
    },
  },
  getVerseOfDate: {
    method: 'GET',
    path: '/puzzle/api/verses/{date}',
    takes: 'parameters',
    errors: [400, 401, 403, 404, 500],
    responses: {
      200: {
        members: {
          date: 'string',
          bookId: 'string',
          chapter: 'number',
          verse: 'number',
          reference: 'string',
          words: 'string',
          translation: 'string',
        },
      },
    },
  },
  exportPlayer: {
    method: 'GET',
    path: '/puzzle/api/players/{player}',
    takes: 'parameters',
    errors: [400, 401, 403, 500],
    responses: {
      200: { members: { player: 'string', completions: 'array', completionCount: 'number', submissions: 'array' } },
    },
  },
  erasePlayer: {
    method: 'DELETE',
    path: '/puzzle/api/players/{player}',
    takes: 'parameters',
    errors: [400, 401, 403, 500],
    responses: {
      204: {},
    },
  },
} as const;

/** The texts that `error` can have, by name. */
export const errors = {
  unauthorized: 'Unauthorized',
  notAllowed: 'Not allowed',
  invalidDate: 'date must be a date from 2000-01-01 to 9999-12-31, YYYY-MM-DD',
  invalidPlayer: 'player must have 1 to 255 characters, and no NUL among them',
  noVerse: 'No verse on this date',
  internalError: 'Internal error',
} as const;
