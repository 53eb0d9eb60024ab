// Generated from openapi.yaml by `npm run codegen`. Do not edit.

import type { CallOptions, KeyedCallOptions } from '../options.js';
import type { components, operations as paths } from './openapi.js';

type Schemas = components['schemas'];

/** What submitVerse takes. */
export type SubmitVerseRequest = Schemas['VerseSubmission'];

/** What submitVerse can return: switch over `status`. */
export type SubmitVerseResult =
  | ({ readonly status: 201; readonly requestId: string | null } & Schemas['ScheduledVerse'])
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidJsonBody']
      | Schemas['InvalidLocalDate']
      | Schemas['InvalidVerse']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotSolvedToday'])
  | ({ readonly status: 413; readonly requestId: string | null } & Schemas['RequestBodyTooLarge'])
  | ({
      readonly status: 429;
      readonly requestId: string | null;
      readonly retryAfter: number;
    } & Schemas['CooldownActive'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['SchedulingFailed']);

/** What getEligibility takes. */
export type GetEligibilityRequest = NonNullable<paths['getEligibility']['parameters']['query']>;

/** What getEligibility can return: switch over `status`. */
export type GetEligibilityResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['Eligibility'])
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidLocalDate']
      | Schemas['InvalidVerse']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What listSubmissions can return: switch over `status`. */
export type ListSubmissionsResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['SubmissionList'])
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What getChapter takes. */
export type GetChapterRequest = NonNullable<paths['getChapter']['parameters']['path']>;

/** What getChapter can return: switch over `status`. */
export type GetChapterResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['Chapter'])
  | ({ readonly status: 404; readonly requestId: string | null } & Schemas['InvalidVerse'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What findVerses takes. */
export type FindVersesRequest = NonNullable<paths['findVerses']['parameters']['query']>;

/** What findVerses can return: switch over `status`. */
export type FindVersesResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['FoundVerses'])
  | ({ readonly status: 400; readonly requestId: string | null } & Schemas['InvalidWords'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

export interface Operations {
  /**
   * Submit a verse for a future puzzle
   * @example
   * ```ts
   * const result = await client.submitVerse({
   *   localDate: '2026-11-21',
   *   bookId: 'JHN',
   *   chapter: 3,
   *   verse: 16,
   * });
   * ```
   */
  submitVerse(request: SubmitVerseRequest, options?: KeyedCallOptions): Promise<SubmitVerseResult>;
  /**
   * Whether the player can submit, and if not, why
   * @example
   * ```ts
   * const result = await client.getEligibility({
   *   localDate: '2026-11-21',
   *   bookId: 'JHN',
   *   chapter: 3,
   *   verse: 16,
   * });
   * ```
   */
  getEligibility(request: GetEligibilityRequest, options?: CallOptions): Promise<GetEligibilityResult>;
  /**
   * The player's own submissions
   * @example
   * ```ts
   * const result = await client.listSubmissions();
   * ```
   */
  listSubmissions(options?: CallOptions): Promise<ListSubmissionsResult>;
  /**
   * The text of a chapter
   * @example
   * ```ts
   * const result = await client.getChapter({ bookId: 'PSA', chapter: 117 });
   * ```
   */
  getChapter(request: GetChapterRequest, options?: CallOptions): Promise<GetChapterResult>;
  /**
   * The verses that have some words
   * @example
   * ```ts
   * const result = await client.findVerses({ words: 'for god so loved' });
   * ```
   */
  findVerses(request: FindVersesRequest, options?: CallOptions): Promise<FindVersesResult>;
}

export const operations = {
  submitVerse: {
    method: 'POST',
    path: '/api/submit-verse',
    takes: 'body',
    key: new RegExp('^[!-~]{1,255}$', 'u'),
    cooldown: 604800000,
    errors: [400, 401, 403, 413, 500],
    responses: {
      201: { members: { scheduledDate: 'string', reference: 'string', windowText: 'string' } },
      429: {
        members: { error: 'string', cooldownEndsAt: 'string' },
        headers: { 'Retry-After': { member: 'retryAfter', type: 'number' } },
      },
    },
  },
  getEligibility: {
    method: 'GET',
    path: '/api/eligibility',
    takes: 'parameters',
    errors: [400, 401, 500],
    responses: {
      200: { members: { maySubmit: 'boolean', solvedToday: 'boolean', accepting: 'boolean' } },
    },
  },
  listSubmissions: {
    method: 'GET',
    path: '/api/submissions',
    errors: [401, 500],
    responses: {
      200: { members: { submissions: 'array' } },
    },
  },
  getChapter: {
    method: 'GET',
    path: '/api/chapters/{bookId}/{chapter}',
    takes: 'parameters',
    isPublic: true,
    errors: [404, 500],
    responses: {
      200: { members: { translation: 'string', verses: 'array' } },
    },
  },
  findVerses: {
    method: 'GET',
    path: '/api/verses',
    takes: 'parameters',
    isPublic: true,
    errors: [400, 500],
    responses: {
      200: { members: { verses: 'array' } },
    },
  },
} as const;

/** The texts that `error` can have, by name. */
export const errors = {
  unauthorized: 'Unauthorized',
  invalidJsonBody: 'Invalid JSON body',
  requestBodyTooLarge: 'Request body too large',
  invalidLocalDate: 'A valid localDate (YYYY-MM-DD) is required',
  notSolvedToday: "Solve today's puzzle first",
  cooldownActive: 'Cooldown active',
  invalidWords: 'words must have 3 to 200 characters',
  schedulingFailed: 'Failed to schedule submission',
  badRequest: 'Bad request',
  notFound: 'Not found',
  methodNotAllowed: 'Method not allowed',
  internalError: 'Internal error',
} as const;
