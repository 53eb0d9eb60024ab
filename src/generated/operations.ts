// Generated from openapi.yaml by `npm run codegen`. Do not edit.

import type { components } from './openapi.ts';

type Schemas = components['schemas'];

export const bookIds = [
  'GEN',
  'EXO',
  'LEV',
  'NUM',
  'DEU',
  'JOS',
  'JDG',
  'RUT',
  '1SA',
  '2SA',
  '1KI',
  '2KI',
  '1CH',
  '2CH',
  'EZR',
  'NEH',
  'EST',
  'JOB',
  'PSA',
  'PRO',
  'ECC',
  'SNG',
  'ISA',
  'JER',
  'LAM',
  'EZK',
  'DAN',
  'HOS',
  'JOL',
  'AMO',
  'OBA',
  'JON',
  'MIC',
  'NAM',
  'HAB',
  'ZEP',
  'HAG',
  'ZEC',
  'MAL',
  'MAT',
  'MRK',
  'LUK',
  'JHN',
  'ACT',
  'ROM',
  '1CO',
  '2CO',
  'GAL',
  'EPH',
  'PHP',
  'COL',
  '1TH',
  '2TH',
  '1TI',
  '2TI',
  'TIT',
  'PHM',
  'HEB',
  'JAS',
  '1PE',
  '2PE',
  '1JN',
  '2JN',
  '3JN',
  'JUD',
  'REV',
] as const;

export const submissionListLimits = {
  submissions: 100,
  withdrawn: 100,
} as const;

export const foundVersesLimits = {
  verses: 10,
} as const;

export const invalidVerseMessages = {
  bookId: (values: { count: string | number; first: string | number; last: string | number }) =>
    `bookId must be one of the ${values.count} USFM book codes ${values.first} to ${values.last}, in upper case` as const,
  chapter: (values: { chapters: string | number; book: string | number }) =>
    `chapter must be an integer from 1 to ${values.chapters}: ${values.book} has ${values.chapters} chapters` as const,
  onlyChapter: (values: { book: string | number }) => `chapter must be 1: ${values.book} has 1 chapter` as const,
  verse: (values: { verses: string | number; passage: string | number }) =>
    `verse must be an integer from 1 to ${values.verses}: ${values.passage} has ${values.verses} verses` as const,
} as const;

/** Limits of the player's id, in characters. */
export const bearerAuthSubject = {
  minLength: 1,
  maxLength: 255,
} as const;

/** How far `nbf` may lie ahead (ISO 8601). */
export const bearerAuthNotBeforeTolerance = 'PT5S';

/**
 * The members of a JSON body that the contract names, or the response to a body that was not read.
 */
export type JsonBody<Member extends string, Responses> =
  | { readonly members: { readonly [name in Member]?: unknown } }
  | { readonly response: Responses[keyof Responses] };

/** The responses among constants and functions that return them. */
type ResponseOf<Responses> = {
  [Name in keyof Responses]: Responses[Name] extends (...given: never[]) => infer Returned ? Returned : Responses[Name];
}[keyof Responses];

const applicationJson = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } as const;

/** Submit a verse for a future puzzle: its path and limits. */
export const submitVerseOperation = {
  path: '/api/submit-verse',
  method: 'POST',
  maxBodyBytes: 65536,
  cooldown: 'PT168H',
} as const;

/** The request as the handler gets it. */
export interface SubmitVerseRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly header: { readonly 'Idempotency-Key': string | undefined };
  readonly readBody: () => Promise<
    JsonBody<'localDate' | 'bookId' | 'chapter' | 'verse', typeof fallbackResponses.submitVerse.unreadable>
  >;
}

export const submitVerseResponses = {
  /** 201: The verse is scheduled. Clients ignore members that they do not know. */
  scheduledVerse: (body: Pick<Schemas['ScheduledVerse'], 'scheduledDate' | 'reference' | 'windowText'>) =>
    ({
      status: 201,
      headers: applicationJson,
      body: { scheduledDate: body.scheduledDate, reference: body.reference, windowText: body.windowText },
    }) as const,
  /** 400: The body cannot be read as JSON (check 2) */
  invalidJsonBody: { status: 400, headers: applicationJson, body: { error: 'Invalid JSON body' } },
  /** 400: localDate is missing or malformed (check 3) */
  invalidLocalDate: {
    status: 400,
    headers: applicationJson,
    body: { error: 'A valid localDate (YYYY-MM-DD) is required' },
  },
  /** 400: The verse does not exist (check 6) */
  invalidVerse: (body: Pick<Schemas['InvalidVerse'], 'error'>) =>
    ({ status: 400, headers: applicationJson, body: { error: body.error } }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The puzzle has not recorded that this player completed `localDate`. */
  notSolvedToday: { status: 403, headers: applicationJson, body: { error: "Solve today's puzzle first" } },
  /**
   * 413: The body is larger than 64 KiB after decompression. Check 2 fails with this response
   * instead of 400. The connection is closed after it.
   */
  requestBodyTooLarge: { status: 413, headers: applicationJson, body: { error: 'Request body too large' } },
  /** 429: The player submitted a verse less than 7 × 24 hours ago. */
  cooldownActive: (
    body: Pick<Schemas['CooldownActive'], 'cooldownEndsAt'>,
    headers: { readonly 'Retry-After': number },
  ) =>
    ({
      status: 429,
      headers: { ...applicationJson, 'Retry-After': headers['Retry-After'] },
      body: { error: 'Cooldown active', cooldownEndsAt: body.cooldownEndsAt },
    }) as const,
  /**
   * 500: No date could be reserved, or something failed unexpectedly. The outcome can be unknown
   * ("What is stored"): a retry with the same `Idempotency-Key` gets the stored 201 or a new
   * attempt.
   */
  schedulingFailed: { status: 500, headers: applicationJson, body: { error: 'Failed to schedule submission' } },
} as const;

export type SubmitVerseResponse = ResponseOf<typeof submitVerseResponses>;

export const submitVersePatterns = {
  localDate: new RegExp('^\\d{4}-\\d{2}-\\d{2}$', 'u'),
} as const;

/** Whether the player can submit, and if not, why: its path and limits. */
export const getEligibilityOperation = {
  path: '/api/eligibility',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface GetEligibilityRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly query: {
    readonly localDate: string;
    readonly bookId: Schemas['BookId'] | undefined;
    readonly chapter: number | undefined;
    readonly verse: number | undefined;
  };
  readonly malformed: ReadonlySet<string>;
}

export const getEligibilityResponses = {
  /** 200: The facts. Clients ignore members that they do not know. */
  eligibility: (
    body: Pick<
      Schemas['Eligibility'],
      'maySubmit' | 'solvedToday' | 'accepting' | 'cooldownEndsAt' | 'nextFreeDate' | 'acceptingFrom'
    >,
  ) =>
    ({
      status: 200,
      headers: applicationJson,
      body: {
        maySubmit: body.maySubmit,
        solvedToday: body.solvedToday,
        accepting: body.accepting,
        ...(body.cooldownEndsAt !== undefined && { cooldownEndsAt: body.cooldownEndsAt }),
        ...(body.nextFreeDate !== undefined && { nextFreeDate: body.nextFreeDate }),
        ...(body.acceptingFrom !== undefined && { acceptingFrom: body.acceptingFrom }),
      },
    }) as const,
  /** 400: localDate is missing or malformed (check 2) */
  invalidLocalDate: {
    status: 400,
    headers: applicationJson,
    body: { error: 'A valid localDate (YYYY-MM-DD) is required' },
  },
  /** 400: The verse does not exist (check 3) */
  invalidVerse: (body: Pick<Schemas['InvalidVerse'], 'error'>) =>
    ({ status: 400, headers: applicationJson, body: { error: body.error } }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 500: Something failed unexpectedly. */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type GetEligibilityResponse = ResponseOf<typeof getEligibilityResponses>;

/** The player's own submissions: its path and limits. */
export const listSubmissionsOperation = {
  path: '/api/submissions',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface ListSubmissionsRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
}

export const listSubmissionsResponses = {
  /** 200: The submissions. Clients ignore members that they do not know. */
  submissionList: (body: Pick<Schemas['SubmissionList'], 'submissions' | 'withdrawn'>) =>
    ({
      status: 200,
      headers: applicationJson,
      body: { submissions: body.submissions, ...(body.withdrawn !== undefined && { withdrawn: body.withdrawn }) },
    }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 500: Something failed unexpectedly. */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type ListSubmissionsResponse = ResponseOf<typeof listSubmissionsResponses>;

/** The text of a chapter: its path and limits. */
export const getChapterOperation = {
  path: '/api/chapters/{bookId}/{chapter}',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface GetChapterRequest {
  readonly path: { readonly bookId: Schemas['BookId'] | undefined; readonly chapter: number | undefined };
}

export const getChapterResponses = {
  /** 200: The text of the chapter. Clients ignore members that they do not know. */
  chapter: (body: Pick<Schemas['Chapter'], 'translation' | 'verses'>, headers: { readonly ETag: string }) =>
    ({
      status: 200,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=86400', ETag: headers['ETag'] },
      body: { translation: body.translation, verses: body.verses },
    }) as const,
  /** 404: The book or the chapter does not exist. */
  invalidVerse: (body: Pick<Schemas['InvalidVerse'], 'error'>) =>
    ({ status: 404, headers: applicationJson, body: { error: body.error } }) as const,
  /** 500: Something failed unexpectedly. */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type GetChapterResponse = ResponseOf<typeof getChapterResponses>;

/** The verses that have some words: its path and limits. */
export const findVersesOperation = {
  path: '/api/verses',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface FindVersesRequest {
  readonly query: { readonly words: string };
}

export const findVersesResponses = {
  /** 200: The verses, or an empty list. Clients ignore members that they do not know. */
  foundVerses: (body: Pick<Schemas['FoundVerses'], 'verses'>, headers: { readonly ETag: string }) =>
    ({
      status: 200,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=86400', ETag: headers['ETag'] },
      body: { verses: body.verses },
    }) as const,
  /** 400: `words` is missing, too short, too long or repeated. */
  invalidWords: { status: 400, headers: applicationJson, body: { error: 'words must have 3 to 200 characters' } },
  /** 500: Something failed unexpectedly. */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type FindVersesResponse = ResponseOf<typeof findVersesResponses>;

/** Every operation. */
export const operations = [
  submitVerseOperation,
  getEligibilityOperation,
  listSubmissionsOperation,
  getChapterOperation,
  findVersesOperation,
] as const;

export const middlewarePatterns = {
  'If-None-Match': new RegExp('^[\\t -~]*$', 'u'),
  'X-Request-Id': new RegExp('^[A-Za-z0-9._-]{1,64}$', 'u'),
} as const;

export const sharedResponses = {
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 500: Something failed unexpectedly. */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
  /**
   * 400: The request is ambiguous or not HTTP, such as one with an invalid target or several `Host`
   * headers.
   */
  badRequest: { status: 400, headers: applicationJson, body: { error: 'Bad request' } },
  /** 404: The path is not in this document. */
  notFound: { status: 404, headers: applicationJson, body: { error: 'Not found' } },
  /** 405: The path is in this document, but not with this method. */
  methodNotAllowed: (headers: { readonly Allow: string }) =>
    ({
      status: 405,
      headers: { ...applicationJson, Allow: headers['Allow'] },
      body: { error: 'Method not allowed' },
    }) as const,
} as const;

/** The headers that a page of another origin may read. */
export const exposedHeaders = ['ETag', 'Retry-After', 'X-Request-Id'];

export const headerMaximums = {
  'Retry-After': 2147483647,
} as const;

/** The responses that are returned without the operation's handler. */
export const fallbackResponses = {
  submitVerse: {
    unauthorized: submitVerseResponses.unauthorized,
    failed: submitVerseResponses.schedulingFailed,
    malformed: {},
    unreadable: {
      'not JSON': submitVerseResponses.invalidJsonBody,
      'too large': submitVerseResponses.requestBodyTooLarge,
    },
  },
  getEligibility: {
    unauthorized: getEligibilityResponses.unauthorized,
    failed: getEligibilityResponses.internalError,
    malformed: {
      localDate: getEligibilityResponses.invalidLocalDate,
    },
  },
  listSubmissions: {
    unauthorized: listSubmissionsResponses.unauthorized,
    failed: listSubmissionsResponses.internalError,
    malformed: {},
  },
  getChapter: {
    failed: getChapterResponses.internalError,
    malformed: {},
  },
  findVerses: {
    failed: findVersesResponses.internalError,
    malformed: {
      words: findVersesResponses.invalidWords,
    },
  },
} as const;

/**
 * The handlers that implement the contract: one for each operation, which returns one of its
 * documented responses.
 */
export type Handlers = {
  /** Submit a verse for a future puzzle */
  readonly submitVerse: (request: SubmitVerseRequest) => Promise<SubmitVerseResponse>;
  /** Whether the player can submit, and if not, why */
  readonly getEligibility: (request: GetEligibilityRequest) => Promise<GetEligibilityResponse>;
  /** The player's own submissions */
  readonly listSubmissions: (request: ListSubmissionsRequest) => Promise<ListSubmissionsResponse>;
  /** The text of a chapter */
  readonly getChapter: (request: GetChapterRequest) => Promise<GetChapterResponse>;
  /** The verses that have some words */
  readonly findVerses: (request: FindVersesRequest) => Promise<FindVersesResponse>;
};
