// Generated from contract/openapi.puzzle.yaml by `npm run codegen`. Do not edit.

import type { components } from './openapi.puzzle.ts';

type Schemas = components['schemas'];

export const playerExportLimits = {
  player: 255,
  completions: 10000,
  submissions: 10000,
} as const;

/** The responses among constants and functions that return them. */
type ResponseOf<Responses> = {
  [Name in keyof Responses]: Responses[Name] extends (...given: never[]) => infer Returned ? Returned : Responses[Name];
}[keyof Responses];

const applicationJson = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } as const;

/** Record that a player has solved the puzzle of a date: its path and limits. */
export const recordCompletionOperation = {
  path: '/puzzle/api/completions/{date}/{player}',
  method: 'PUT',
} as const;

/** The request as the handler gets it. */
export interface RecordCompletionRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly path: { readonly date: string; readonly player: string };
}

export const recordCompletionResponses = {
  /** 204: The completion is recorded. */
  noContent: { status: 204, headers: { 'Cache-Control': 'no-store' } },
  /** 400: The date does not exist or is malformed */
  invalidDate: {
    status: 400,
    headers: applicationJson,
    body: { error: 'date must be a date from 2000-01-01 to 9999-12-31, YYYY-MM-DD' },
  },
  /** 400: No player can have this id */
  invalidPlayer: {
    status: 400,
    headers: applicationJson,
    body: { error: 'player must have 1 to 255 characters, and no NUL among them' },
  },
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type RecordCompletionResponse = ResponseOf<typeof recordCompletionResponses>;

/** The verse of a date: its path and limits. */
export const getVerseOfDateOperation = {
  path: '/puzzle/api/verses/{date}',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface GetVerseOfDateRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly path: { readonly date: string };
}

export const getVerseOfDateResponses = {
  /** 200: The verse. Clients ignore members that they do not know. */
  verseOfDate: (
    body: Pick<
      Schemas['VerseOfDate'],
      'date' | 'bookId' | 'chapter' | 'verse' | 'reference' | 'words' | 'translation' | 'player'
    >,
    headers: { readonly ETag: string },
  ) =>
    ({
      status: 200,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-cache', ETag: headers['ETag'] },
      body: {
        date: body.date,
        bookId: body.bookId,
        chapter: body.chapter,
        verse: body.verse,
        reference: body.reference,
        words: body.words,
        translation: body.translation,
        ...(body.player !== undefined && { player: body.player }),
      },
    }) as const,
  /** 400: The date does not exist or is malformed. */
  invalidDate: {
    status: 400,
    headers: applicationJson,
    body: { error: 'date must be a date from 2000-01-01 to 9999-12-31, YYYY-MM-DD' },
  },
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /** 404: No verse is on the date. */
  noVerse: (body: Pick<Schemas['NoVerse'], 'blocked'>) =>
    ({
      status: 404,
      headers: applicationJson,
      body: { error: 'No verse on this date', ...(body.blocked !== undefined && { blocked: body.blocked }) },
    }) as const,
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type GetVerseOfDateResponse = ResponseOf<typeof getVerseOfDateResponses>;

/** Everything stored about a player: its path and limits. */
export const exportPlayerOperation = {
  path: '/puzzle/api/players/{player}',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface ExportPlayerRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly path: { readonly player: string };
}

export const exportPlayerResponses = {
  /** 200: What is stored. Clients ignore members that they do not know. */
  playerExport: (body: Pick<Schemas['PlayerExport'], 'player' | 'completions' | 'completionCount' | 'submissions'>) =>
    ({
      status: 200,
      headers: applicationJson,
      body: {
        player: body.player,
        completions: body.completions,
        completionCount: body.completionCount,
        submissions: body.submissions,
      },
    }) as const,
  /** 400: No player can have this id. */
  invalidPlayer: {
    status: 400,
    headers: applicationJson,
    body: { error: 'player must have 1 to 255 characters, and no NUL among them' },
  },
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type ExportPlayerResponse = ResponseOf<typeof exportPlayerResponses>;

/** Erase a player: its path and limits. */
export const erasePlayerOperation = {
  path: '/puzzle/api/players/{player}',
  method: 'DELETE',
} as const;

/** The request as the handler gets it. */
export interface ErasePlayerRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly path: { readonly player: string };
}

export const erasePlayerResponses = {
  /** 204: Nothing is stored about the player. */
  noContent: { status: 204, headers: { 'Cache-Control': 'no-store' } },
  /** 400: No player can have this id. */
  invalidPlayer: {
    status: 400,
    headers: applicationJson,
    body: { error: 'player must have 1 to 255 characters, and no NUL among them' },
  },
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type ErasePlayerResponse = ResponseOf<typeof erasePlayerResponses>;

/** Every operation. */
export const operations = [
  recordCompletionOperation,
  getVerseOfDateOperation,
  exportPlayerOperation,
  erasePlayerOperation,
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
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /** 400: No player can have this id. */
  invalidPlayer: {
    status: 400,
    headers: applicationJson,
    body: { error: 'player must have 1 to 255 characters, and no NUL among them' },
  },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

/** The headers that a page of another origin may read. */
export const exposedHeaders = ['ETag', 'X-Request-Id'];

/** The responses that are returned without the operation's handler. */
export const fallbackResponses = {
  recordCompletion: {
    unauthorized: recordCompletionResponses.unauthorized,
    forbidden: { unless: ['puzzle'], response: recordCompletionResponses.notAllowed },
    failed: recordCompletionResponses.internalError,
    malformed: {
      date: recordCompletionResponses.invalidDate,
      player: recordCompletionResponses.invalidPlayer,
    },
  },
  getVerseOfDate: {
    unauthorized: getVerseOfDateResponses.unauthorized,
    forbidden: { unless: ['puzzle'], response: getVerseOfDateResponses.notAllowed },
    failed: getVerseOfDateResponses.internalError,
    malformed: {
      date: getVerseOfDateResponses.invalidDate,
    },
  },
  exportPlayer: {
    unauthorized: exportPlayerResponses.unauthorized,
    forbidden: { unless: ['puzzle'], response: exportPlayerResponses.notAllowed },
    failed: exportPlayerResponses.internalError,
    malformed: {
      player: exportPlayerResponses.invalidPlayer,
    },
  },
  erasePlayer: {
    unauthorized: erasePlayerResponses.unauthorized,
    forbidden: { unless: ['puzzle'], response: erasePlayerResponses.notAllowed },
    failed: erasePlayerResponses.internalError,
    malformed: {
      player: erasePlayerResponses.invalidPlayer,
    },
  },
} as const;

/**
 * The handlers that implement the contract: one for each operation, which returns one of its
 * documented responses.
 */
export type Handlers = {
  /** Record that a player has solved the puzzle of a date */
  readonly recordCompletion: (request: RecordCompletionRequest) => Promise<RecordCompletionResponse>;
  /** The verse of a date */
  readonly getVerseOfDate: (request: GetVerseOfDateRequest) => Promise<GetVerseOfDateResponse>;
  /** Everything stored about a player */
  readonly exportPlayer: (request: ExportPlayerRequest) => Promise<ExportPlayerResponse>;
  /** Erase a player */
  readonly erasePlayer: (request: ErasePlayerRequest) => Promise<ErasePlayerResponse>;
};
