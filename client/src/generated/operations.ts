// Generated from openapi.yaml by `npm run codegen`. Do not edit.

import type { components } from './openapi.js';

type Schemas = components['schemas'];

/** What submitVerse takes. */
export type SubmitVerseRequest = Schemas['VerseSubmission'];

/** What submitVerse can return: switch over `status`. */
export type SubmitVerseResult =
  | ({ readonly status: 201; } & (Schemas['ScheduledVerse']))
  | ({ readonly status: 400; } & (Schemas['InvalidJsonBody'] | Schemas['InvalidLocalDate'] | Schemas['InvalidVerse']))
  | ({ readonly status: 401; } & (Schemas['Unauthorized']))
  | ({ readonly status: 403; } & (Schemas['NotSolvedToday']))
  | ({ readonly status: 413; } & (Schemas['RequestBodyTooLarge']))
  | ({ readonly status: 429; readonly retryAfter: number; } & (Schemas['CooldownActive']))
  | ({ readonly status: 500; } & (Schemas['SchedulingFailed']));

export const submitVerseOperation = {
  method: 'POST',
  path: '/api/submit-verse',
  patterns: {
    "Idempotency-Key": new RegExp("^[!-~]{1,255}$"),
    "X-Request-Id": new RegExp("^[A-Za-z0-9._-]{1,64}$"),
  },
  responses: {
    201: {"members":["scheduledDate","reference","windowText"],"numbers":{}},
    400: {"members":["error"],"numbers":{}},
    401: {"members":["error"],"numbers":{}},
    403: {"members":["error"],"numbers":{}},
    413: {"members":["error"],"numbers":{}},
    429: {"members":["error","cooldownEndsAt"],"numbers":{"Retry-After":"retryAfter"}},
    500: {"members":["error"],"numbers":{}},
  },
} as const;

