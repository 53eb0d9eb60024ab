// Generated from contract/openapi.desk.yaml by `npm run codegen`. Do not edit.

import type { CallOptions } from '../../../client/src/options.ts';
import type { components, operations as paths } from '../../../src/desk/generated/openapi.desk.ts';

type Schemas = components['schemas'];

/** What getCalendar takes. */
export type GetCalendarRequest = NonNullable<paths['getCalendar']['parameters']['query']>;

/** What getCalendar can return: switch over `status`. */
export type GetCalendarResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['Calendar'])
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidFrom']
      | Schemas['InvalidTo']
      | Schemas['InvalidRange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What getCalendarCsv takes. */
export type GetCalendarCsvRequest = NonNullable<paths['getCalendarCsv']['parameters']['query']>;

/** What getCalendarCsv can return: switch over `status`. */
export type GetCalendarCsvResult =
  | ({ readonly status: 200; readonly requestId: string | null } & { readonly text: string })
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidFrom']
      | Schemas['InvalidTo']
      | Schemas['InvalidRange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What getCalendarIcs takes. */
export type GetCalendarIcsRequest = NonNullable<paths['getCalendarIcs']['parameters']['query']>;

/** What getCalendarIcs can return: switch over `status`. */
export type GetCalendarIcsResult =
  | ({ readonly status: 200; readonly requestId: string | null } & { readonly text: string })
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidFrom']
      | Schemas['InvalidTo']
      | Schemas['InvalidRange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What findSubmissions takes. */
export type FindSubmissionsRequest = NonNullable<paths['findSubmissions']['parameters']['query']>;

/** What findSubmissions can return: switch over `status`. */
export type FindSubmissionsResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['FoundSubmissions'])
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidPlayer']
      | Schemas['InvalidVerse']
      | Schemas['InvalidText']
      | Schemas['InvalidWithdrawn']
      | Schemas['InvalidUnread']
      | Schemas['InvalidBeforeSubmission']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What moveSubmission takes. */
export type MoveSubmissionRequest = NonNullable<paths['moveSubmission']['parameters']['path']> & {
  readonly body: Schemas['Move'];
};

/** What moveSubmission can return: switch over `status`. */
export type MoveSubmissionResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['ChangedDays'])
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidJsonBody']
      | Schemas['InvalidChange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 404; readonly requestId: string | null } & Schemas['NoSuchSubmission'])
  | ({ readonly status: 409; readonly requestId: string | null } & (
      | Schemas['Unseen']
      | Schemas['Frozen']
      | Schemas['Blocked']
      | Schemas['Taken']
    ))
  | ({ readonly status: 413; readonly requestId: string | null } & Schemas['RequestBodyTooLarge'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What withdrawSubmission takes. */
export type WithdrawSubmissionRequest = NonNullable<paths['withdrawSubmission']['parameters']['path']> & {
  readonly body: Schemas['Withdrawal'];
};

/** What withdrawSubmission can return: switch over `status`. */
export type WithdrawSubmissionResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['ChangedDays'])
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidJsonBody']
      | Schemas['InvalidChange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 404; readonly requestId: string | null } & Schemas['NoSuchSubmission'])
  | ({ readonly status: 409; readonly requestId: string | null } & (Schemas['Unseen'] | Schemas['Frozen']))
  | ({ readonly status: 413; readonly requestId: string | null } & Schemas['RequestBodyTooLarge'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What findBlockedDates takes. */
export type FindBlockedDatesRequest = NonNullable<paths['findBlockedDates']['parameters']['query']>;

/** What findBlockedDates can return: switch over `status`. */
export type FindBlockedDatesResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['FoundBlockedDates'])
  | ({ readonly status: 400; readonly requestId: string | null } & Schemas['InvalidLabel'])
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What blockDates takes. */
export type BlockDatesRequest = Schemas['BlockDates'];

/** What blockDates can return: switch over `status`. */
export type BlockDatesResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['DateOutcomes'])
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidJsonBody']
      | Schemas['InvalidChange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 413; readonly requestId: string | null } & Schemas['RequestBodyTooLarge'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What unblockDates takes. */
export type UnblockDatesRequest = Schemas['UnblockDates'];

/** What unblockDates can return: switch over `status`. */
export type UnblockDatesResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['DateOutcomes'])
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidJsonBody']
      | Schemas['InvalidChange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 413; readonly requestId: string | null } & Schemas['RequestBodyTooLarge'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What restoreSubmission takes. */
export type RestoreSubmissionRequest = NonNullable<paths['restoreSubmission']['parameters']['path']> & {
  readonly body: Schemas['Restoration'];
};

/** What restoreSubmission can return: switch over `status`. */
export type RestoreSubmissionResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['ChangedDays'])
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidJsonBody']
      | Schemas['InvalidChange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 404; readonly requestId: string | null } & Schemas['NoSuchSubmission'])
  | ({ readonly status: 409; readonly requestId: string | null } & (
      | Schemas['Unseen']
      | Schemas['Frozen']
      | Schemas['Blocked']
      | Schemas['Taken']
      | Schemas['CooldownOfAnother']
    ))
  | ({ readonly status: 413; readonly requestId: string | null } & Schemas['RequestBodyTooLarge'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What reviewSubmission takes. */
export type ReviewSubmissionRequest = NonNullable<paths['reviewSubmission']['parameters']['path']> & {
  readonly body: Schemas['Review'];
};

/**
 * What reviewSubmission can return: switch over `status`. With `retried`, an earlier attempt
 * failed, but may have done the work.
 */
export type ReviewSubmissionResult =
  | ({ readonly status: 200; readonly requestId: string | null; readonly retried?: true } & Schemas['ChangedDays'])
  | ({ readonly status: 400; readonly requestId: string | null; readonly retried?: true } & (
      | Schemas['InvalidJsonBody']
      | Schemas['InvalidChange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null; readonly retried?: true } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null; readonly retried?: true } & Schemas['NotAllowed'])
  | ({ readonly status: 404; readonly requestId: string | null; readonly retried?: true } & Schemas['NoSuchSubmission'])
  | ({ readonly status: 409; readonly requestId: string | null; readonly retried?: true } & Schemas['Unseen'])
  | ({
      readonly status: 413;
      readonly requestId: string | null;
      readonly retried?: true;
    } & Schemas['RequestBodyTooLarge'])
  | ({ readonly status: 500; readonly requestId: string | null; readonly retried?: true } & Schemas['InternalError']);

/** What reviewSubmissions takes. */
export type ReviewSubmissionsRequest = Schemas['ReviewUpTo'];

/** What reviewSubmissions can return: switch over `status`. */
export type ReviewSubmissionsResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['Unread'])
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidJsonBody']
      | Schemas['InvalidChange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 413; readonly requestId: string | null } & Schemas['RequestBodyTooLarge'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

/** What setVerse takes. */
export type SetVerseRequest = NonNullable<paths['setVerse']['parameters']['path']> & {
  readonly body: Schemas['OwnVerse'];
};

/**
 * What setVerse can return: switch over `status`. With `retried`, an earlier attempt failed, but
 * may have done the work.
 */
export type SetVerseResult =
  | ({ readonly status: 200; readonly requestId: string | null; readonly retried?: true } & Schemas['ChangedDays'])
  | ({ readonly status: 400; readonly requestId: string | null; readonly retried?: true } & (
      | Schemas['InvalidJsonBody']
      | Schemas['InvalidChange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null; readonly retried?: true } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null; readonly retried?: true } & Schemas['NotAllowed'])
  | ({ readonly status: 409; readonly requestId: string | null; readonly retried?: true } & (
      | Schemas['Unseen']
      | Schemas['Frozen']
      | Schemas['Taken']
    ))
  | ({
      readonly status: 413;
      readonly requestId: string | null;
      readonly retried?: true;
    } & Schemas['RequestBodyTooLarge'])
  | ({ readonly status: 500; readonly requestId: string | null; readonly retried?: true } & Schemas['InternalError']);

/** What setPause takes. */
export type SetPauseRequest = Schemas['Pause'];

/**
 * What setPause can return: switch over `status`. With `retried`, an earlier attempt failed, but
 * may have done the work.
 */
export type SetPauseResult =
  | ({ readonly status: 200; readonly requestId: string | null; readonly retried?: true } & Schemas['PauseState'])
  | ({ readonly status: 400; readonly requestId: string | null; readonly retried?: true } & (
      | Schemas['InvalidJsonBody']
      | Schemas['InvalidChange']
    ))
  | ({ readonly status: 401; readonly requestId: string | null; readonly retried?: true } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null; readonly retried?: true } & Schemas['NotAllowed'])
  | ({ readonly status: 409; readonly requestId: string | null; readonly retried?: true } & Schemas['UnseenPause'])
  | ({
      readonly status: 413;
      readonly requestId: string | null;
      readonly retried?: true;
    } & Schemas['RequestBodyTooLarge'])
  | ({ readonly status: 500; readonly requestId: string | null; readonly retried?: true } & Schemas['InternalError']);

/** What listChanges takes. */
export type ListChangesRequest = NonNullable<paths['listChanges']['parameters']['query']>;

/** What listChanges can return: switch over `status`. */
export type ListChangesResult =
  | ({ readonly status: 200; readonly requestId: string | null } & Schemas['ChangeList'])
  | ({ readonly status: 400; readonly requestId: string | null } & (
      | Schemas['InvalidBefore']
      | Schemas['InvalidAction']
      | Schemas['InvalidMonth']
      | Schemas['InvalidDate']
      | Schemas['InvalidActor']
    ))
  | ({ readonly status: 401; readonly requestId: string | null } & Schemas['Unauthorized'])
  | ({ readonly status: 403; readonly requestId: string | null } & Schemas['NotAllowed'])
  | ({ readonly status: 500; readonly requestId: string | null } & Schemas['InternalError']);

export interface Operations {
  /**
   * The calendar, day by day
   * @example
   * ```ts
   * const result = await client.getCalendar({ from: '2026-12-24', to: '2026-12-26' });
   * ```
   */
  getCalendar(request?: GetCalendarRequest, options?: CallOptions): Promise<GetCalendarResult>;
  /**
   * The calendar as a table
   * @example
   * ```ts
   * const result = await client.getCalendarCsv({ from: '2026-12-24', to: '2026-12-26' });
   * ```
   */
  getCalendarCsv(request?: GetCalendarCsvRequest, options?: CallOptions): Promise<GetCalendarCsvResult>;
  /**
   * The calendar for calendar programs
   * @example
   * ```ts
   * const result = await client.getCalendarIcs({ from: '2026-12-24', to: '2026-12-26' });
   * ```
   */
  getCalendarIcs(request?: GetCalendarIcsRequest, options?: CallOptions): Promise<GetCalendarIcsResult>;
  /**
   * Find submissions
   * @example
   * ```ts
   * const result = await client.findSubmissions({
   *   player: 'demo-player',
   *   verse: 'JHN.3.16',
   *   text: 'so loved the world',
   *   withdrawn: false,
   *   unread: false,
   *   before: 10,
   * });
   * ```
   */
  findSubmissions(request?: FindSubmissionsRequest, options?: CallOptions): Promise<FindSubmissionsResult>;
  /**
   * Move a verse to another date
   * @example
   * ```ts
   * const result = await client.moveSubmission({
   *   id: 7,
   *   body: {
   *     from: { date: '2026-12-24', change: 0 },
   *     to: { date: '2026-12-26', change: 0 },
   *     note: 'Closer to the feast',
   *   },
   * });
   * ```
   */
  moveSubmission(request: MoveSubmissionRequest, options?: CallOptions): Promise<MoveSubmissionResult>;
  /**
   * Withdraw a verse
   * @example
   * ```ts
   * const result = await client.withdrawSubmission({
   *   id: 7,
   *   body: {
   *     from: { date: '2026-12-24', change: 12 },
   *     endCooldown: true,
   *     note: 'Not a verse for children',
   *   },
   * });
   * ```
   */
  withdrawSubmission(request: WithdrawSubmissionRequest, options?: CallOptions): Promise<WithdrawSubmissionResult>;
  /**
   * Find blocked dates
   * @example
   * ```ts
   * const result = await client.findBlockedDates({ label: 'christ' });
   * ```
   */
  findBlockedDates(request?: FindBlockedDatesRequest, options?: CallOptions): Promise<FindBlockedDatesResult>;
  /**
   * Block many dates
   * @example
   * ```ts
   * const result = await client.blockDates({
   *   dates: [{ date: '2026-12-25', change: 0 }, { date: '2026-12-26', change: 12 }],
   *   label: 'Christmas',
   * });
   * ```
   */
  blockDates(request: BlockDatesRequest, options?: CallOptions): Promise<BlockDatesResult>;
  /**
   * Unblock many dates
   * @example
   * ```ts
   * const result = await client.unblockDates({
   *   dates: [{ date: '2026-12-25', change: 12 }, { date: '2026-12-26', change: 0 }],
   * });
   * ```
   */
  unblockDates(request: UnblockDatesRequest, options?: CallOptions): Promise<UnblockDatesResult>;
  /**
   * Restore a withdrawn verse
   * @example
   * ```ts
   * const result = await client.restoreSubmission({
   *   id: 7,
   *   body: {
   *     from: { date: '2026-12-24', change: 13 },
   *     to: { date: '2026-12-24', change: 13 },
   *     note: 'Withdrawn by mistake',
   *   },
   * });
   * ```
   */
  restoreSubmission(request: RestoreSubmissionRequest, options?: CallOptions): Promise<RestoreSubmissionResult>;
  /**
   * Say that a verse is read, or unread again
   * @example
   * ```ts
   * const result = await client.reviewSubmission({ id: 7, body: { reviewed: true } });
   * ```
   */
  reviewSubmission(request: ReviewSubmissionRequest, options?: CallOptions): Promise<ReviewSubmissionResult>;
  /**
   * Say that all verses up to a date are read
   * @example
   * ```ts
   * const result = await client.reviewSubmissions({ to: '2026-12-31', newest: 9 });
   * ```
   */
  reviewSubmissions(request: ReviewSubmissionsRequest, options?: CallOptions): Promise<ReviewSubmissionsResult>;
  /**
   * Set a verse of one's own
   * @example
   * ```ts
   * const result = await client.setVerse({
   *   date: '2026-12-25',
   *   body: { bookId: 'JHN', chapter: 1, verse: 14, change: 12, note: 'For Christmas' },
   * });
   * ```
   */
  setVerse(request: SetVerseRequest, options?: CallOptions): Promise<SetVerseResult>;
  /**
   * Pause the calendar, or resume it
   * @example
   * ```ts
   * const result = await client.setPause({
   *   paused: true,
   *   change: 0,
   *   note: 'Until the new puzzle is ready',
   * });
   * ```
   */
  setPause(request: SetPauseRequest, options?: CallOptions): Promise<SetPauseResult>;
  /**
   * Who changed what
   * @example
   * ```ts
   * const result = await client.listChanges({
   *   before: 13,
   *   action: 'move',
   *   month: '2026-11',
   *   date: '2026-12-24',
   *   actor: 'editor',
   * });
   * ```
   */
  listChanges(request?: ListChangesRequest, options?: CallOptions): Promise<ListChangesResult>;
}

export const operations = {
  getCalendar: {
    method: 'GET',
    path: '/desk/api/calendar',
    takes: 'parameters',
    errors: [400, 401, 403, 500],
    responses: {
      200: {
        members: {
          today: 'string',
          frozenUntil: 'string',
          firstBookable: 'string',
          lastBookable: 'string',
          repeatDays: 'number',
          freeDates: 'number',
          reservedDates: 'number',
          blockedDates: 'number',
          unread: 'number',
          paused: 'boolean',
          pauseChange: 'object',
          role: 'string',
          days: 'array',
        },
      },
    },
  },
  getCalendarCsv: {
    method: 'GET',
    path: '/desk/api/calendar.csv',
    takes: 'parameters',
    errors: [400, 401, 403, 500],
    responses: {
      200: { isText: true },
    },
  },
  getCalendarIcs: {
    method: 'GET',
    path: '/desk/api/calendar.ics',
    takes: 'parameters',
    errors: [400, 401, 403, 500],
    responses: {
      200: { isText: true },
    },
  },
  findSubmissions: {
    method: 'GET',
    path: '/desk/api/submissions',
    takes: 'parameters',
    errors: [400, 401, 403, 500],
    responses: {
      200: { members: { count: 'number', submissions: 'array' } },
    },
  },
  moveSubmission: {
    method: 'POST',
    path: '/desk/api/submissions/{id}/move',
    takes: 'parameters',
    errors: [400, 401, 403, 404, 413, 500],
    responses: {
      200: { members: { days: 'array' } },
      409: { members: { error: 'string', days: 'array' } },
    },
  },
  withdrawSubmission: {
    method: 'POST',
    path: '/desk/api/submissions/{id}/withdraw',
    takes: 'parameters',
    errors: [400, 401, 403, 404, 413, 500],
    responses: {
      200: { members: { days: 'array' } },
      409: { members: { error: 'string', days: 'array' } },
    },
  },
  findBlockedDates: {
    method: 'GET',
    path: '/desk/api/blocked-dates',
    takes: 'parameters',
    errors: [400, 401, 403, 500],
    responses: {
      200: { members: { dates: 'array', more: 'boolean' } },
    },
  },
  blockDates: {
    method: 'POST',
    path: '/desk/api/blocked-dates',
    takes: 'body',
    errors: [400, 401, 403, 413, 500],
    responses: {
      200: { members: { outcomes: 'array' } },
    },
  },
  unblockDates: {
    method: 'POST',
    path: '/desk/api/blocked-dates/unblock',
    takes: 'body',
    errors: [400, 401, 403, 413, 500],
    responses: {
      200: { members: { outcomes: 'array' } },
    },
  },
  restoreSubmission: {
    method: 'POST',
    path: '/desk/api/submissions/{id}/restore',
    takes: 'parameters',
    errors: [400, 401, 403, 404, 413, 500],
    responses: {
      200: { members: { days: 'array' } },
      409: { members: { error: 'string', days: 'array' } },
    },
  },
  reviewSubmission: {
    method: 'PUT',
    path: '/desk/api/submissions/{id}/review',
    takes: 'parameters',
    errors: [400, 401, 403, 404, 413, 500],
    responses: {
      200: { members: { days: 'array' } },
      409: { members: { error: 'string', days: 'array' } },
    },
  },
  reviewSubmissions: {
    method: 'POST',
    path: '/desk/api/review',
    takes: 'body',
    errors: [400, 401, 403, 413, 500],
    responses: {
      200: { members: { unread: 'number' } },
    },
  },
  setVerse: {
    method: 'PUT',
    path: '/desk/api/verses/{date}',
    takes: 'parameters',
    errors: [400, 401, 403, 413, 500],
    responses: {
      200: { members: { days: 'array' } },
      409: { members: { error: 'string', days: 'array' } },
    },
  },
  setPause: {
    method: 'PUT',
    path: '/desk/api/pause',
    takes: 'body',
    errors: [400, 401, 403, 413, 500],
    responses: {
      200: { members: { paused: 'boolean', pauseChange: 'object' } },
      409: { members: { error: 'string', paused: 'boolean', pauseChange: 'object' } },
    },
  },
  listChanges: {
    method: 'GET',
    path: '/desk/api/changes',
    takes: 'parameters',
    errors: [400, 401, 403, 500],
    responses: {
      200: { members: { changes: 'array' } },
    },
  },
} as const;

/** The texts that `error` can have, by name. */
export const errors = {
  unauthorized: 'Unauthorized',
  notAllowed: 'Not allowed',
  invalidJsonBody: 'Invalid JSON body',
  requestBodyTooLarge: 'Request body too large',
  invalidFrom: 'from must be a date, YYYY-MM-DD',
  invalidTo: 'to must be a date, YYYY-MM-DD',
  invalidRange: 'to must be the same date as from, or at most 365 days after it',
  invalidBefore: 'before must be the id of a change',
  invalidAction: 'action must be one that the record can have',
  invalidMonth: 'month must be a month, YYYY-MM',
  invalidDate: 'date must be a date, YYYY-MM-DD',
  invalidActor: "actor must be an operator's id of 1 to 255 characters",
  invalidPlayer: "player must be a player's id of 1 to 255 characters",
  invalidVerse: 'verse must be a book, a chapter or a verse, such as JHN, JHN.3 or JHN.3.16',
  invalidText: 'text must be a text of 1 to 255 characters',
  invalidWithdrawn: 'withdrawn must be true or false',
  invalidUnread: 'unread must be true or false',
  invalidBeforeSubmission: 'before must be the id of a submission',
  invalidLabel: 'label must be a text of 1 to 100 characters without control characters, and not only spaces',
  noSuchSubmission: 'No such submission',
  unseen: 'A date is no longer as you saw it',
  unseenPause: 'The pause is no longer as you saw it',
  frozen: 'A date that has begun cannot be changed',
  blocked: 'The date is blocked',
  taken: 'Another verse is on this date',
  cooldownOfAnother: 'The player has another verse within a week',
  internalError: 'Internal error',
} as const;
