// Generated from contract/openapi.desk.yaml by `npm run codegen`. Do not edit.

import type { components } from './openapi.desk.ts';

type Schemas = components['schemas'];

export const actions = [
  'move',
  'swap',
  'withdraw',
  'restore',
  'set',
  'block',
  'unblock',
  'pause',
  'resume',
  'erase',
] as const;

export const calendarLimits = {
  today: 10,
  frozenUntil: 10,
  firstBookable: 10,
  lastBookable: 10,
  coveredUntil: 10,
  firstUnread: 10,
  days: 366,
} as const;

export const deskSubmissionLimits = {
  player: 255,
  reviewedBy: 255,
  reviewedByName: 255,
  reviewedAt: 24,
  reference: 64,
  bookId: 3,
  words: 1024,
  submittedAt: 24,
  movedFrom: 10,
  alsoOn: 5,
} as const;

export const foundSubmissionsLimits = {
  submissions: 50,
} as const;

export const foundBlockedDatesLimits = {
  dates: 400,
} as const;

export const moveLimits = {
  note: 500,
} as const;

export const blockDatesLimits = {
  dates: 400,
  label: 100,
} as const;

export const changeListLimits = {
  changes: 50,
  months: 1200,
} as const;

export const invalidChangeMessages = {
  date: () => `date must be a date from 2000-01-01 to 9999-12-31, YYYY-MM-DD` as const,
  dates: () =>
    `dates must be 1 to 400 different dates from 2000-01-01 to 9999-12-31, each with the latest change that you saw` as const,
  from: () => `from must be the date on which you saw the verse, with the latest change that you saw` as const,
  to: () => `to must be a date from 2000-01-01 to 9999-12-31, with the latest change that you saw` as const,
  change: () => `change must be the number of the latest change that you saw, or 0` as const,
  otherDate: () => `to must be a date other than the one in from` as const,
  swapWith: () => `swapWith must be the id of the other verse` as const,
  endCooldown: () => `endCooldown must be true or false` as const,
  bookId: (values: { count: string | number; first: string | number; last: string | number }) =>
    `bookId must be one of the ${values.count} USFM book codes ${values.first} to ${values.last}, in upper case` as const,
  chapter: (values: { chapters: string | number; book: string | number }) =>
    `chapter must be an integer from 1 to ${values.chapters}: ${values.book} has ${values.chapters} chapters` as const,
  onlyChapter: (values: { book: string | number }) => `chapter must be 1: ${values.book} has 1 chapter` as const,
  verse: (values: { verses: string | number; passage: string | number }) =>
    `verse must be an integer from 1 to ${values.verses}: ${values.passage} has ${values.verses} verses` as const,
  label: () => `label must be a text of 1 to 100 characters without control characters, and not only spaces` as const,
  paused: () => `paused must be true or false` as const,
  reviewed: () => `reviewed must be true or false` as const,
  reviewedAt: () => `reviewedAt must be the instant of the reading that you saw` as const,
  newest: () => `newest must be the id of the latest submission that you have seen` as const,
  note: () => `note must be a text of at most 500 characters without control characters` as const,
} as const;

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

/** The calendar, day by day: its path and limits. */
export const getCalendarOperation = {
  path: '/desk/api/calendar',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface GetCalendarRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly query: { readonly from: string | undefined; readonly to: string | undefined };
}

export const getCalendarResponses = {
  /** 200: The calendar. Clients ignore members that they do not know. */
  calendar: (
    body: Pick<
      Schemas['Calendar'],
      | 'today'
      | 'frozenUntil'
      | 'firstBookable'
      | 'lastBookable'
      | 'repeatDays'
      | 'freeDates'
      | 'reservedDates'
      | 'blockedDates'
      | 'coveredUntil'
      | 'unread'
      | 'firstUnread'
      | 'paused'
      | 'pauseChange'
      | 'role'
      | 'days'
    >,
    headers: { readonly ETag: string },
  ) =>
    ({
      status: 200,
      headers: { ...applicationJson, ETag: headers['ETag'] },
      body: {
        today: body.today,
        frozenUntil: body.frozenUntil,
        firstBookable: body.firstBookable,
        lastBookable: body.lastBookable,
        repeatDays: body.repeatDays,
        freeDates: body.freeDates,
        reservedDates: body.reservedDates,
        blockedDates: body.blockedDates,
        ...(body.coveredUntil !== undefined && { coveredUntil: body.coveredUntil }),
        unread: body.unread,
        ...(body.firstUnread !== undefined && { firstUnread: body.firstUnread }),
        paused: body.paused,
        pauseChange: body.pauseChange,
        role: body.role,
        days: body.days,
      },
    }) as const,
  /** 400: from is malformed */
  invalidFrom: { status: 400, headers: applicationJson, body: { error: 'from must be a date, YYYY-MM-DD' } },
  /** 400: to is malformed */
  invalidTo: { status: 400, headers: applicationJson, body: { error: 'to must be a date, YYYY-MM-DD' } },
  /** 400: The range is empty or too long */
  invalidRange: {
    status: 400,
    headers: applicationJson,
    body: { error: 'to must be the same date as from, or at most 365 days after it' },
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

export type GetCalendarResponse = ResponseOf<typeof getCalendarResponses>;

/** The calendar as a table: its path and limits. */
export const getCalendarCsvOperation = {
  path: '/desk/api/calendar.csv',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface GetCalendarCsvRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly query: { readonly from: string | undefined; readonly to: string | undefined };
}

export const getCalendarCsvResponses = {
  /** 200: The table. */
  calendarTable: (body: Schemas['CalendarTable']) =>
    ({
      status: 200,
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Disposition': 'attachment; filename="calendar.csv"',
      },
      body,
    }) as const,
  /** 400: from is malformed */
  invalidFrom: { status: 400, headers: applicationJson, body: { error: 'from must be a date, YYYY-MM-DD' } },
  /** 400: to is malformed */
  invalidTo: { status: 400, headers: applicationJson, body: { error: 'to must be a date, YYYY-MM-DD' } },
  /** 400: The range is empty or too long */
  invalidRange: {
    status: 400,
    headers: applicationJson,
    body: { error: 'to must be the same date as from, or at most 365 days after it' },
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

export type GetCalendarCsvResponse = ResponseOf<typeof getCalendarCsvResponses>;

/** The calendar for calendar programs: its path and limits. */
export const getCalendarIcsOperation = {
  path: '/desk/api/calendar.ics',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface GetCalendarIcsRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly query: { readonly from: string | undefined; readonly to: string | undefined };
}

export const getCalendarIcsResponses = {
  /** 200: The events. */
  calendarEvents: (body: Schemas['CalendarEvents']) =>
    ({
      status: 200,
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Disposition': 'attachment; filename="calendar.ics"',
      },
      body,
    }) as const,
  /** 400: from is malformed */
  invalidFrom: { status: 400, headers: applicationJson, body: { error: 'from must be a date, YYYY-MM-DD' } },
  /** 400: to is malformed */
  invalidTo: { status: 400, headers: applicationJson, body: { error: 'to must be a date, YYYY-MM-DD' } },
  /** 400: The range is empty or too long */
  invalidRange: {
    status: 400,
    headers: applicationJson,
    body: { error: 'to must be the same date as from, or at most 365 days after it' },
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

export type GetCalendarIcsResponse = ResponseOf<typeof getCalendarIcsResponses>;

/** Find submissions: its path and limits. */
export const findSubmissionsOperation = {
  path: '/desk/api/submissions',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface FindSubmissionsRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly query: {
    readonly player: string | undefined;
    readonly verse: string | undefined;
    readonly text: string | undefined;
    readonly withdrawn: boolean | undefined;
    readonly unread: boolean | undefined;
    readonly before: number | undefined;
  };
}

export const findSubmissionsResponses = {
  /** 200: The submissions. Clients ignore members that they do not know. */
  foundSubmissions: (body: Pick<Schemas['FoundSubmissions'], 'count' | 'submissions' | 'before'>) =>
    ({
      status: 200,
      headers: applicationJson,
      body: {
        count: body.count,
        submissions: body.submissions,
        ...(body.before !== undefined && { before: body.before }),
      },
    }) as const,
  /** 400: player is malformed */
  invalidPlayer: {
    status: 400,
    headers: applicationJson,
    body: { error: "player must be a player's id of 1 to 255 characters" },
  },
  /** 400: verse is malformed */
  invalidVerse: {
    status: 400,
    headers: applicationJson,
    body: { error: 'verse must be a book, a chapter or a verse, such as JHN, JHN.3 or JHN.3.16' },
  },
  /** 400: text is malformed */
  invalidText: { status: 400, headers: applicationJson, body: { error: 'text must be a text of 1 to 255 characters' } },
  /** 400: withdrawn is malformed */
  invalidWithdrawn: { status: 400, headers: applicationJson, body: { error: 'withdrawn must be true or false' } },
  /** 400: unread is malformed */
  invalidUnread: { status: 400, headers: applicationJson, body: { error: 'unread must be true or false' } },
  /** 400: before is malformed */
  invalidBeforeSubmission: {
    status: 400,
    headers: applicationJson,
    body: { error: 'before must be the id of a submission' },
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

export type FindSubmissionsResponse = ResponseOf<typeof findSubmissionsResponses>;

/** Move a verse to another date: its path and limits. */
export const moveSubmissionOperation = {
  path: '/desk/api/submissions/{id}/move',
  method: 'POST',
  maxBodyBytes: 4096,
} as const;

/** The request as the handler gets it. */
export interface MoveSubmissionRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly path: { readonly id: number | undefined };
  readonly readBody: () => Promise<
    JsonBody<'from' | 'to' | 'swapWith' | 'note', typeof fallbackResponses.moveSubmission.unreadable>
  >;
}

export const moveSubmissionResponses = {
  /** 200: The verse is on its new date. Clients ignore members that they do not know. */
  changedDays: (body: Pick<Schemas['ChangedDays'], 'days'>) =>
    ({ status: 200, headers: applicationJson, body: { days: body.days } }) as const,
  /** 400: The body cannot be read as JSON, or its Content-Type is another one */
  invalidJsonBody: { status: 400, headers: applicationJson, body: { error: 'Invalid JSON body' } },
  /** 400: A member or a part of the path is invalid */
  invalidChange: (body: Pick<Schemas['InvalidChange'], 'error'>) =>
    ({ status: 400, headers: applicationJson, body: { error: body.error } }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /** 404: No submission has this id. */
  noSuchSubmission: { status: 404, headers: applicationJson, body: { error: 'No such submission' } },
  /** 409: Somebody has changed a date since */
  unseen: (body: Pick<Schemas['Unseen'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'A date is no longer as you saw it', days: body.days },
    }) as const,
  /** 409: The date has begun somewhere on earth, or is past */
  frozen: (body: Pick<Schemas['Frozen'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'A date that has begun cannot be changed', days: body.days },
    }) as const,
  /** 409: The date is blocked */
  blocked: (body: Pick<Schemas['Blocked'], 'days'>) =>
    ({ status: 409, headers: applicationJson, body: { error: 'The date is blocked', days: body.days } }) as const,
  /** 409: A verse is on the date */
  taken: (body: Pick<Schemas['Taken'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'Another verse is on this date', days: body.days },
    }) as const,
  /**
   * 413: After decompression, the body is larger than the operation allows (`x-max-bytes`). The
   * check `readable` fails with this response instead of 400. The connection is closed after it.
   */
  requestBodyTooLarge: { status: 413, headers: applicationJson, body: { error: 'Request body too large' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type MoveSubmissionResponse = ResponseOf<typeof moveSubmissionResponses>;

/** Withdraw a verse: its path and limits. */
export const withdrawSubmissionOperation = {
  path: '/desk/api/submissions/{id}/withdraw',
  method: 'POST',
  maxBodyBytes: 4096,
} as const;

/** The request as the handler gets it. */
export interface WithdrawSubmissionRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly path: { readonly id: number | undefined };
  readonly readBody: () => Promise<
    JsonBody<'from' | 'endCooldown' | 'note', typeof fallbackResponses.withdrawSubmission.unreadable>
  >;
}

export const withdrawSubmissionResponses = {
  /** 200: The verse is withdrawn. Clients ignore members that they do not know. */
  changedDays: (body: Pick<Schemas['ChangedDays'], 'days'>) =>
    ({ status: 200, headers: applicationJson, body: { days: body.days } }) as const,
  /** 400: The body cannot be read as JSON, or its Content-Type is another one */
  invalidJsonBody: { status: 400, headers: applicationJson, body: { error: 'Invalid JSON body' } },
  /** 400: A member or a part of the path is invalid */
  invalidChange: (body: Pick<Schemas['InvalidChange'], 'error'>) =>
    ({ status: 400, headers: applicationJson, body: { error: body.error } }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /** 404: No submission has this id. */
  noSuchSubmission: { status: 404, headers: applicationJson, body: { error: 'No such submission' } },
  /** 409: Somebody has changed a date since */
  unseen: (body: Pick<Schemas['Unseen'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'A date is no longer as you saw it', days: body.days },
    }) as const,
  /** 409: The date has begun somewhere on earth, or is past */
  frozen: (body: Pick<Schemas['Frozen'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'A date that has begun cannot be changed', days: body.days },
    }) as const,
  /**
   * 413: After decompression, the body is larger than the operation allows (`x-max-bytes`). The
   * check `readable` fails with this response instead of 400. The connection is closed after it.
   */
  requestBodyTooLarge: { status: 413, headers: applicationJson, body: { error: 'Request body too large' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type WithdrawSubmissionResponse = ResponseOf<typeof withdrawSubmissionResponses>;

/** Find blocked dates: its path and limits. */
export const findBlockedDatesOperation = {
  path: '/desk/api/blocked-dates',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface FindBlockedDatesRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly query: { readonly label: string | undefined };
}

export const findBlockedDatesResponses = {
  /** 200: The dates. Clients ignore members that they do not know. */
  foundBlockedDates: (body: Pick<Schemas['FoundBlockedDates'], 'dates' | 'more'>) =>
    ({ status: 200, headers: applicationJson, body: { dates: body.dates, more: body.more } }) as const,
  /** 400: label is malformed. */
  invalidLabel: {
    status: 400,
    headers: applicationJson,
    body: { error: 'label must be a text of 1 to 100 characters without control characters, and not only spaces' },
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

export type FindBlockedDatesResponse = ResponseOf<typeof findBlockedDatesResponses>;

/** Block many dates: its path and limits. */
export const blockDatesOperation = {
  path: '/desk/api/blocked-dates',
  method: 'POST',
  maxBodyBytes: 32768,
} as const;

/** The request as the handler gets it. */
export interface BlockDatesRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly readBody: () => Promise<JsonBody<'dates' | 'label', typeof fallbackResponses.blockDates.unreadable>>;
}

export const blockDatesResponses = {
  /** 200: What became of each date. Clients ignore members that they do not know. */
  dateOutcomes: (body: Pick<Schemas['DateOutcomes'], 'outcomes'>) =>
    ({ status: 200, headers: applicationJson, body: { outcomes: body.outcomes } }) as const,
  /** 400: The body cannot be read as JSON, or its Content-Type is another one */
  invalidJsonBody: { status: 400, headers: applicationJson, body: { error: 'Invalid JSON body' } },
  /** 400: A member is invalid */
  invalidChange: (body: Pick<Schemas['InvalidChange'], 'error'>) =>
    ({ status: 400, headers: applicationJson, body: { error: body.error } }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /**
   * 413: After decompression, the body is larger than the operation allows (`x-max-bytes`). The
   * check `readable` fails with this response instead of 400. The connection is closed after it.
   */
  requestBodyTooLarge: { status: 413, headers: applicationJson, body: { error: 'Request body too large' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type BlockDatesResponse = ResponseOf<typeof blockDatesResponses>;

/** Unblock many dates: its path and limits. */
export const unblockDatesOperation = {
  path: '/desk/api/blocked-dates/unblock',
  method: 'POST',
  maxBodyBytes: 32768,
} as const;

/** The request as the handler gets it. */
export interface UnblockDatesRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly readBody: () => Promise<JsonBody<'dates', typeof fallbackResponses.unblockDates.unreadable>>;
}

export const unblockDatesResponses = {
  /** 200: What became of each date. Clients ignore members that they do not know. */
  dateOutcomes: (body: Pick<Schemas['DateOutcomes'], 'outcomes'>) =>
    ({ status: 200, headers: applicationJson, body: { outcomes: body.outcomes } }) as const,
  /** 400: The body cannot be read as JSON, or its Content-Type is another one */
  invalidJsonBody: { status: 400, headers: applicationJson, body: { error: 'Invalid JSON body' } },
  /** 400: A member is invalid */
  invalidChange: (body: Pick<Schemas['InvalidChange'], 'error'>) =>
    ({ status: 400, headers: applicationJson, body: { error: body.error } }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /**
   * 413: After decompression, the body is larger than the operation allows (`x-max-bytes`). The
   * check `readable` fails with this response instead of 400. The connection is closed after it.
   */
  requestBodyTooLarge: { status: 413, headers: applicationJson, body: { error: 'Request body too large' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type UnblockDatesResponse = ResponseOf<typeof unblockDatesResponses>;

/** Restore a withdrawn verse: its path and limits. */
export const restoreSubmissionOperation = {
  path: '/desk/api/submissions/{id}/restore',
  method: 'POST',
  maxBodyBytes: 4096,
} as const;

/** The request as the handler gets it. */
export interface RestoreSubmissionRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly path: { readonly id: number | undefined };
  readonly readBody: () => Promise<
    JsonBody<'from' | 'to' | 'note', typeof fallbackResponses.restoreSubmission.unreadable>
  >;
}

export const restoreSubmissionResponses = {
  /** 200: The verse is on the date. Clients ignore members that they do not know. */
  changedDays: (body: Pick<Schemas['ChangedDays'], 'days'>) =>
    ({ status: 200, headers: applicationJson, body: { days: body.days } }) as const,
  /** 400: The body cannot be read as JSON, or its Content-Type is another one */
  invalidJsonBody: { status: 400, headers: applicationJson, body: { error: 'Invalid JSON body' } },
  /** 400: A member or a part of the path is invalid */
  invalidChange: (body: Pick<Schemas['InvalidChange'], 'error'>) =>
    ({ status: 400, headers: applicationJson, body: { error: body.error } }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /** 404: No submission has this id. */
  noSuchSubmission: { status: 404, headers: applicationJson, body: { error: 'No such submission' } },
  /** 409: Somebody has changed a date since */
  unseen: (body: Pick<Schemas['Unseen'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'A date is no longer as you saw it', days: body.days },
    }) as const,
  /** 409: The date has begun somewhere on earth, or is past */
  frozen: (body: Pick<Schemas['Frozen'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'A date that has begun cannot be changed', days: body.days },
    }) as const,
  /** 409: The date is blocked */
  blocked: (body: Pick<Schemas['Blocked'], 'days'>) =>
    ({ status: 409, headers: applicationJson, body: { error: 'The date is blocked', days: body.days } }) as const,
  /** 409: A verse is on the date */
  taken: (body: Pick<Schemas['Taken'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'Another verse is on this date', days: body.days },
    }) as const,
  /** 409: The player submitted another verse within a week of this one */
  cooldownOfAnother: (body: Pick<Schemas['CooldownOfAnother'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'The player has another verse within a week', days: body.days },
    }) as const,
  /**
   * 413: After decompression, the body is larger than the operation allows (`x-max-bytes`). The
   * check `readable` fails with this response instead of 400. The connection is closed after it.
   */
  requestBodyTooLarge: { status: 413, headers: applicationJson, body: { error: 'Request body too large' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type RestoreSubmissionResponse = ResponseOf<typeof restoreSubmissionResponses>;

/** Say that a verse is read, or unread again: its path and limits. */
export const reviewSubmissionOperation = {
  path: '/desk/api/submissions/{id}/review',
  method: 'PUT',
  maxBodyBytes: 4096,
} as const;

/** The request as the handler gets it. */
export interface ReviewSubmissionRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly path: { readonly id: number | undefined };
  readonly readBody: () => Promise<
    JsonBody<'reviewed' | 'reviewedAt', typeof fallbackResponses.reviewSubmission.unreadable>
  >;
}

export const reviewSubmissionResponses = {
  /**
   * 200: `reviewed` is as it was sent. `days` has the verse's date, and nothing if the verse is
   * withdrawn. Clients ignore members that they do not know.
   */
  changedDays: (body: Pick<Schemas['ChangedDays'], 'days'>) =>
    ({ status: 200, headers: applicationJson, body: { days: body.days } }) as const,
  /** 400: The body cannot be read as JSON, or its Content-Type is another one */
  invalidJsonBody: { status: 400, headers: applicationJson, body: { error: 'Invalid JSON body' } },
  /** 400: A member is invalid */
  invalidChange: (body: Pick<Schemas['InvalidChange'], 'error'>) =>
    ({ status: 400, headers: applicationJson, body: { error: body.error } }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /** 404: No submission has this id. */
  noSuchSubmission: { status: 404, headers: applicationJson, body: { error: 'No such submission' } },
  /**
   * 409: A colleague has read the verse. `days` has its date as it is now, and nothing if the verse
   * is withdrawn.
   */
  unseen: (body: Pick<Schemas['Unseen'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'A date is no longer as you saw it', days: body.days },
    }) as const,
  /**
   * 413: After decompression, the body is larger than the operation allows (`x-max-bytes`). The
   * check `readable` fails with this response instead of 400. The connection is closed after it.
   */
  requestBodyTooLarge: { status: 413, headers: applicationJson, body: { error: 'Request body too large' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type ReviewSubmissionResponse = ResponseOf<typeof reviewSubmissionResponses>;

/** Say that all verses up to a date are read: its path and limits. */
export const reviewSubmissionsOperation = {
  path: '/desk/api/review',
  method: 'POST',
  maxBodyBytes: 4096,
} as const;

/** The request as the handler gets it. */
export interface ReviewSubmissionsRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly readBody: () => Promise<JsonBody<'to' | 'newest', typeof fallbackResponses.reviewSubmissions.unreadable>>;
}

export const reviewSubmissionsResponses = {
  /**
   * 200: The verses are read. The body says what is unread now. Clients ignore members that they do
   * not know.
   */
  unread: (body: Pick<Schemas['Unread'], 'unread' | 'firstUnread'>) =>
    ({
      status: 200,
      headers: applicationJson,
      body: { unread: body.unread, ...(body.firstUnread !== undefined && { firstUnread: body.firstUnread }) },
    }) as const,
  /** 400: The body cannot be read as JSON, or its Content-Type is another one */
  invalidJsonBody: { status: 400, headers: applicationJson, body: { error: 'Invalid JSON body' } },
  /** 400: A member is invalid */
  invalidChange: (body: Pick<Schemas['InvalidChange'], 'error'>) =>
    ({ status: 400, headers: applicationJson, body: { error: body.error } }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /**
   * 413: After decompression, the body is larger than the operation allows (`x-max-bytes`). The
   * check `readable` fails with this response instead of 400. The connection is closed after it.
   */
  requestBodyTooLarge: { status: 413, headers: applicationJson, body: { error: 'Request body too large' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type ReviewSubmissionsResponse = ResponseOf<typeof reviewSubmissionsResponses>;

/** Set a verse of one's own: its path and limits. */
export const setVerseOperation = {
  path: '/desk/api/verses/{date}',
  method: 'PUT',
  maxBodyBytes: 4096,
} as const;

/** The request as the handler gets it. */
export interface SetVerseRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly path: { readonly date: string | undefined };
  readonly readBody: () => Promise<
    JsonBody<'bookId' | 'chapter' | 'verse' | 'change' | 'note', typeof fallbackResponses.setVerse.unreadable>
  >;
}

export const setVerseResponses = {
  /** 200: The verse is on the date. Clients ignore members that they do not know. */
  changedDays: (body: Pick<Schemas['ChangedDays'], 'days'>) =>
    ({ status: 200, headers: applicationJson, body: { days: body.days } }) as const,
  /** 400: The body cannot be read as JSON, or its Content-Type is another one */
  invalidJsonBody: { status: 400, headers: applicationJson, body: { error: 'Invalid JSON body' } },
  /** 400: A member or a part of the path is invalid */
  invalidChange: (body: Pick<Schemas['InvalidChange'], 'error'>) =>
    ({ status: 400, headers: applicationJson, body: { error: body.error } }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /** 409: Somebody has changed the date since */
  unseen: (body: Pick<Schemas['Unseen'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'A date is no longer as you saw it', days: body.days },
    }) as const,
  /** 409: The date has begun somewhere on earth, or is past */
  frozen: (body: Pick<Schemas['Frozen'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'A date that has begun cannot be changed', days: body.days },
    }) as const,
  /** 409: A verse is on the date */
  taken: (body: Pick<Schemas['Taken'], 'days'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'Another verse is on this date', days: body.days },
    }) as const,
  /**
   * 413: After decompression, the body is larger than the operation allows (`x-max-bytes`). The
   * check `readable` fails with this response instead of 400. The connection is closed after it.
   */
  requestBodyTooLarge: { status: 413, headers: applicationJson, body: { error: 'Request body too large' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type SetVerseResponse = ResponseOf<typeof setVerseResponses>;

/** Pause the calendar, or resume it: its path and limits. */
export const setPauseOperation = {
  path: '/desk/api/pause',
  method: 'PUT',
  maxBodyBytes: 4096,
} as const;

/** The request as the handler gets it. */
export interface SetPauseRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly readBody: () => Promise<
    JsonBody<'paused' | 'change' | 'note', typeof fallbackResponses.setPause.unreadable>
  >;
}

export const setPauseResponses = {
  /** 200: The calendar is as `paused` says. Clients ignore members that they do not know. */
  pauseState: (body: Pick<Schemas['PauseState'], 'paused' | 'pauseChange'>) =>
    ({ status: 200, headers: applicationJson, body: { paused: body.paused, pauseChange: body.pauseChange } }) as const,
  /** 400: The body cannot be read as JSON, or its Content-Type is another one */
  invalidJsonBody: { status: 400, headers: applicationJson, body: { error: 'Invalid JSON body' } },
  /** 400: A member or a part of the path is invalid */
  invalidChange: (body: Pick<Schemas['InvalidChange'], 'error'>) =>
    ({ status: 400, headers: applicationJson, body: { error: body.error } }) as const,
  /** 401: The request has no token, or an invalid one. */
  unauthorized: {
    status: 401,
    headers: { ...applicationJson, 'WWW-Authenticate': 'Bearer' },
    body: { error: 'Unauthorized' },
  },
  /** 403: The token lacks the operation's role. */
  notAllowed: { status: 403, headers: applicationJson, body: { error: 'Not allowed' } },
  /** 409: Somebody else has paused the calendar or resumed it since. */
  unseenPause: (body: Pick<Schemas['UnseenPause'], 'paused' | 'pauseChange'>) =>
    ({
      status: 409,
      headers: applicationJson,
      body: { error: 'The pause is no longer as you saw it', paused: body.paused, pauseChange: body.pauseChange },
    }) as const,
  /**
   * 413: After decompression, the body is larger than the operation allows (`x-max-bytes`). The
   * check `readable` fails with this response instead of 400. The connection is closed after it.
   */
  requestBodyTooLarge: { status: 413, headers: applicationJson, body: { error: 'Request body too large' } },
  /**
   * 500: Something failed unexpectedly. If the database did not confirm a change in time, its
   * outcome is unknown; the same request can be sent again.
   */
  internalError: { status: 500, headers: applicationJson, body: { error: 'Internal error' } },
} as const;

export type SetPauseResponse = ResponseOf<typeof setPauseResponses>;

/** Who changed what: its path and limits. */
export const listChangesOperation = {
  path: '/desk/api/changes',
  method: 'GET',
} as const;

/** The request as the handler gets it. */
export interface ListChangesRequest {
  readonly userId: string;
  readonly userName?: string | undefined;
  readonly roles: readonly string[];
  readonly query: {
    readonly before: number | undefined;
    readonly action: Schemas['Action'] | undefined;
    readonly month: string | undefined;
    readonly date: string | undefined;
    readonly actor: string | undefined;
  };
}

export const listChangesResponses = {
  /** 200: The changes. Clients ignore members that they do not know. */
  changeList: (body: Pick<Schemas['ChangeList'], 'changes' | 'before' | 'months'>) =>
    ({
      status: 200,
      headers: applicationJson,
      body: {
        changes: body.changes,
        ...(body.before !== undefined && { before: body.before }),
        ...(body.months !== undefined && { months: body.months }),
      },
    }) as const,
  /** 400: before is malformed */
  invalidBefore: { status: 400, headers: applicationJson, body: { error: 'before must be the id of a change' } },
  /** 400: action is malformed */
  invalidAction: {
    status: 400,
    headers: applicationJson,
    body: { error: 'action must be one that the record can have' },
  },
  /** 400: month is malformed */
  invalidMonth: { status: 400, headers: applicationJson, body: { error: 'month must be a month, YYYY-MM' } },
  /** 400: date is malformed */
  invalidDate: { status: 400, headers: applicationJson, body: { error: 'date must be a date, YYYY-MM-DD' } },
  /** 400: actor is malformed */
  invalidActor: {
    status: 400,
    headers: applicationJson,
    body: { error: "actor must be an operator's id of 1 to 255 characters" },
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

export type ListChangesResponse = ResponseOf<typeof listChangesResponses>;

/** Every operation. */
export const operations = [
  getCalendarOperation,
  getCalendarCsvOperation,
  getCalendarIcsOperation,
  findSubmissionsOperation,
  moveSubmissionOperation,
  withdrawSubmissionOperation,
  findBlockedDatesOperation,
  blockDatesOperation,
  unblockDatesOperation,
  restoreSubmissionOperation,
  reviewSubmissionOperation,
  reviewSubmissionsOperation,
  setVerseOperation,
  setPauseOperation,
  listChangesOperation,
] as const;

export const middlewarePatterns = {
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
  /** 404: No submission has this id. */
  noSuchSubmission: { status: 404, headers: applicationJson, body: { error: 'No such submission' } },
  /**
   * 413: After decompression, the body is larger than the operation allows (`x-max-bytes`). The
   * check `readable` fails with this response instead of 400. The connection is closed after it.
   */
  requestBodyTooLarge: { status: 413, headers: applicationJson, body: { error: 'Request body too large' } },
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
  getCalendar: {
    unauthorized: getCalendarResponses.unauthorized,
    forbidden: { unless: ['calendar-viewer', 'calendar-editor'], response: getCalendarResponses.notAllowed },
    failed: getCalendarResponses.internalError,
    malformed: {
      from: getCalendarResponses.invalidFrom,
      to: getCalendarResponses.invalidTo,
    },
  },
  getCalendarCsv: {
    unauthorized: getCalendarCsvResponses.unauthorized,
    forbidden: { unless: ['calendar-viewer', 'calendar-editor'], response: getCalendarCsvResponses.notAllowed },
    failed: getCalendarCsvResponses.internalError,
    malformed: {
      from: getCalendarCsvResponses.invalidFrom,
      to: getCalendarCsvResponses.invalidTo,
    },
  },
  getCalendarIcs: {
    unauthorized: getCalendarIcsResponses.unauthorized,
    forbidden: { unless: ['calendar-viewer', 'calendar-editor'], response: getCalendarIcsResponses.notAllowed },
    failed: getCalendarIcsResponses.internalError,
    malformed: {
      from: getCalendarIcsResponses.invalidFrom,
      to: getCalendarIcsResponses.invalidTo,
    },
  },
  findSubmissions: {
    unauthorized: findSubmissionsResponses.unauthorized,
    forbidden: { unless: ['calendar-viewer', 'calendar-editor'], response: findSubmissionsResponses.notAllowed },
    failed: findSubmissionsResponses.internalError,
    malformed: {
      player: findSubmissionsResponses.invalidPlayer,
      verse: findSubmissionsResponses.invalidVerse,
      text: findSubmissionsResponses.invalidText,
      withdrawn: findSubmissionsResponses.invalidWithdrawn,
      unread: findSubmissionsResponses.invalidUnread,
      before: findSubmissionsResponses.invalidBeforeSubmission,
    },
  },
  moveSubmission: {
    unauthorized: moveSubmissionResponses.unauthorized,
    forbidden: { unless: ['calendar-editor'], response: moveSubmissionResponses.notAllowed },
    failed: moveSubmissionResponses.internalError,
    malformed: {},
    unreadable: {
      'not JSON': moveSubmissionResponses.invalidJsonBody,
      'too large': moveSubmissionResponses.requestBodyTooLarge,
    },
  },
  withdrawSubmission: {
    unauthorized: withdrawSubmissionResponses.unauthorized,
    forbidden: { unless: ['calendar-editor'], response: withdrawSubmissionResponses.notAllowed },
    failed: withdrawSubmissionResponses.internalError,
    malformed: {},
    unreadable: {
      'not JSON': withdrawSubmissionResponses.invalidJsonBody,
      'too large': withdrawSubmissionResponses.requestBodyTooLarge,
    },
  },
  findBlockedDates: {
    unauthorized: findBlockedDatesResponses.unauthorized,
    forbidden: { unless: ['calendar-viewer', 'calendar-editor'], response: findBlockedDatesResponses.notAllowed },
    failed: findBlockedDatesResponses.internalError,
    malformed: {
      label: findBlockedDatesResponses.invalidLabel,
    },
  },
  blockDates: {
    unauthorized: blockDatesResponses.unauthorized,
    forbidden: { unless: ['calendar-editor'], response: blockDatesResponses.notAllowed },
    failed: blockDatesResponses.internalError,
    malformed: {},
    unreadable: {
      'not JSON': blockDatesResponses.invalidJsonBody,
      'too large': blockDatesResponses.requestBodyTooLarge,
    },
  },
  unblockDates: {
    unauthorized: unblockDatesResponses.unauthorized,
    forbidden: { unless: ['calendar-editor'], response: unblockDatesResponses.notAllowed },
    failed: unblockDatesResponses.internalError,
    malformed: {},
    unreadable: {
      'not JSON': unblockDatesResponses.invalidJsonBody,
      'too large': unblockDatesResponses.requestBodyTooLarge,
    },
  },
  restoreSubmission: {
    unauthorized: restoreSubmissionResponses.unauthorized,
    forbidden: { unless: ['calendar-editor'], response: restoreSubmissionResponses.notAllowed },
    failed: restoreSubmissionResponses.internalError,
    malformed: {},
    unreadable: {
      'not JSON': restoreSubmissionResponses.invalidJsonBody,
      'too large': restoreSubmissionResponses.requestBodyTooLarge,
    },
  },
  reviewSubmission: {
    unauthorized: reviewSubmissionResponses.unauthorized,
    forbidden: { unless: ['calendar-editor'], response: reviewSubmissionResponses.notAllowed },
    failed: reviewSubmissionResponses.internalError,
    malformed: {},
    unreadable: {
      'not JSON': reviewSubmissionResponses.invalidJsonBody,
      'too large': reviewSubmissionResponses.requestBodyTooLarge,
    },
  },
  reviewSubmissions: {
    unauthorized: reviewSubmissionsResponses.unauthorized,
    forbidden: { unless: ['calendar-editor'], response: reviewSubmissionsResponses.notAllowed },
    failed: reviewSubmissionsResponses.internalError,
    malformed: {},
    unreadable: {
      'not JSON': reviewSubmissionsResponses.invalidJsonBody,
      'too large': reviewSubmissionsResponses.requestBodyTooLarge,
    },
  },
  setVerse: {
    unauthorized: setVerseResponses.unauthorized,
    forbidden: { unless: ['calendar-editor'], response: setVerseResponses.notAllowed },
    failed: setVerseResponses.internalError,
    malformed: {},
    unreadable: {
      'not JSON': setVerseResponses.invalidJsonBody,
      'too large': setVerseResponses.requestBodyTooLarge,
    },
  },
  setPause: {
    unauthorized: setPauseResponses.unauthorized,
    forbidden: { unless: ['calendar-editor'], response: setPauseResponses.notAllowed },
    failed: setPauseResponses.internalError,
    malformed: {},
    unreadable: {
      'not JSON': setPauseResponses.invalidJsonBody,
      'too large': setPauseResponses.requestBodyTooLarge,
    },
  },
  listChanges: {
    unauthorized: listChangesResponses.unauthorized,
    forbidden: { unless: ['calendar-viewer', 'calendar-editor'], response: listChangesResponses.notAllowed },
    failed: listChangesResponses.internalError,
    malformed: {
      before: listChangesResponses.invalidBefore,
      action: listChangesResponses.invalidAction,
      month: listChangesResponses.invalidMonth,
      date: listChangesResponses.invalidDate,
      actor: listChangesResponses.invalidActor,
    },
  },
} as const;

/**
 * The handlers that implement the contract: one for each operation, which returns one of its
 * documented responses.
 */
export type Handlers = {
  /** The calendar, day by day */
  readonly getCalendar: (request: GetCalendarRequest) => Promise<GetCalendarResponse>;
  /** The calendar as a table */
  readonly getCalendarCsv: (request: GetCalendarCsvRequest) => Promise<GetCalendarCsvResponse>;
  /** The calendar for calendar programs */
  readonly getCalendarIcs: (request: GetCalendarIcsRequest) => Promise<GetCalendarIcsResponse>;
  /** Find submissions */
  readonly findSubmissions: (request: FindSubmissionsRequest) => Promise<FindSubmissionsResponse>;
  /** Move a verse to another date */
  readonly moveSubmission: (request: MoveSubmissionRequest) => Promise<MoveSubmissionResponse>;
  /** Withdraw a verse */
  readonly withdrawSubmission: (request: WithdrawSubmissionRequest) => Promise<WithdrawSubmissionResponse>;
  /** Find blocked dates */
  readonly findBlockedDates: (request: FindBlockedDatesRequest) => Promise<FindBlockedDatesResponse>;
  /** Block many dates */
  readonly blockDates: (request: BlockDatesRequest) => Promise<BlockDatesResponse>;
  /** Unblock many dates */
  readonly unblockDates: (request: UnblockDatesRequest) => Promise<UnblockDatesResponse>;
  /** Restore a withdrawn verse */
  readonly restoreSubmission: (request: RestoreSubmissionRequest) => Promise<RestoreSubmissionResponse>;
  /** Say that a verse is read, or unread again */
  readonly reviewSubmission: (request: ReviewSubmissionRequest) => Promise<ReviewSubmissionResponse>;
  /** Say that all verses up to a date are read */
  readonly reviewSubmissions: (request: ReviewSubmissionsRequest) => Promise<ReviewSubmissionsResponse>;
  /** Set a verse of one's own */
  readonly setVerse: (request: SetVerseRequest) => Promise<SetVerseResponse>;
  /** Pause the calendar, or resume it */
  readonly setPause: (request: SetPauseRequest) => Promise<SetPauseResponse>;
  /** Who changed what */
  readonly listChanges: (request: ListChangesRequest) => Promise<ListChangesResponse>;
};
