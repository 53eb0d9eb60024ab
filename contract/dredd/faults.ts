import type { DreddOptions } from './dredd.ts';
import type { ProxiedRequest } from './proxy.ts';

export interface ResponseFault {
  readonly name: string;
  /** The status of the responses that are spoiled. */
  readonly status: number;
  /** The operation whose responses are spoiled, as in `POST /api/submit-verse`; every one if absent. */
  readonly operation?: string;
  /** Whether the response to a request is spoiled; always if absent. */
  readonly when?: (request: ProxiedRequest) => boolean;
  readonly instead: Instead;
  readonly reason: Reason;
}

export interface RunFault {
  readonly name: string;
  /** Options that make Dredd omit something. */
  readonly options: DreddOptions['options'];
  readonly reason: Reason;
}

/** What a spoiled response has instead. An undefined header or member is removed. */
interface Instead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Matches the name and the reason of every transaction that fails because of the fault: `NAME: REASON`. */
type Reason = RegExp;

type Row = [name: string, status: number, instead: Instead, reason: Reason];

const wrongDate = 'A valid localDate (YYYY-MM-DD) is required';
const wrongVerse = 'verse must be an integer from 1 to 36: John 3 has 36 verses';
const wrongText = /error must be equal to one of the allowed values/;
const wrongTextOr = /error must (be equal to one of the allowed values|match pattern)/;
const noFact = /must have required property '(accepting|submissions)'/;

const ofAnyOperation: readonly Row[] = [
  ['a wrong error text', 403, { body: { error: 'Solve the puzzle first' } }, wrongText],
  ['the error text of another kind of 400', 400, { body: { error: wrongDate } }, wrongTextOr],
  ['a missing member', 201, { body: { windowText: undefined } }, /must have required property 'windowText'/],
  ['a missing fact', 200, { body: { accepting: undefined, submissions: undefined } }, noFact],
  ['an extra member', 201, { body: { id: 1 } }, /must NOT have additional properties/],
  ['a wrong status', 201, { status: 200 }, /the status is 200 instead of 201/],
  [
    'another documented response',
    403,
    { status: 500, body: { error: 'Failed to schedule submission' } },
    /is 500 instead of 403/,
  ],
  ['a wrong date format', 201, { body: { scheduledDate: '28/11/2026' } }, /scheduledDate must match format "date"/],
  [
    'an instant without milliseconds',
    429,
    { body: { cooldownEndsAt: '2026-11-28T09:30:00Z' } },
    /cooldownEndsAt must match pattern/,
  ],
  ['a missing Retry-After', 429, { headers: { 'Retry-After': undefined } }, /the header Retry-After is missing/],
  ['a missing Cache-Control', 500, { headers: { 'Cache-Control': undefined } }, /the header Cache-Control is missing/],
  ['a missing X-Request-Id', 404, { headers: { 'X-Request-Id': undefined } }, /the header X-Request-Id is missing/],
  [
    'a missing WWW-Authenticate',
    401,
    { headers: { 'WWW-Authenticate': undefined } },
    /the header WWW-Authenticate is missing/,
  ],
  ['a wrong Allow', 405, { headers: { Allow: 'none' } }, /the header Allow is "none"/],
  ['an undeclared header', 404, { headers: { 'X-Powered-By': 'Koa' } }, /the header x-powered-by is not declared/],
  ['a wrong content type', 413, { headers: { 'Content-Type': 'text/plain' } }, /the Content-Type is text\/plain/],
  [
    'a charset',
    201,
    { headers: { 'Content-Type': 'application/json; charset=utf-8' } },
    /the Content-Type is .*charset=utf-8/,
  ],
];

/** The reads' responses are open to further members, so both can have the same faults. */
const ofEachRead: readonly Row[] = [
  ['a wrong content type', 200, { headers: { 'Content-Type': 'text/html' } }, /the Content-Type is text\/html/],
  ['a missing header', 200, { headers: { 'Cache-Control': undefined } }, /the header Cache-Control is missing/],
  ['an undocumented status', 200, { status: 403 }, /the status is 403 instead of 200/],
  [
    'a member of another type',
    200,
    { body: { accepting: 'some', submissions: 'some' } },
    /body\/\w+ must be (boolean|array)/,
  ],
  ['the 500 of another operation', 500, { body: { error: 'Failed to schedule submission' } }, wrongText],
];

/** Faults in a response. A run must report each of them. */
export const spoiledResponses: readonly ResponseFault[] = [
  ...ofAnyOperation.map(([name, status, instead, reason]) => ({ name, status, instead, reason })),
  ...['GET /api/eligibility', 'GET /api/submissions'].flatMap((operation) =>
    ofEachRead.map(([name, status, instead, reason]) => ({
      name: `${operation}: ${name}`,
      operation,
      status,
      instead,
      reason,
    })),
  ),
];

/** Two checks in the wrong order. Only a request that violates both shows it. */
export const swappedChecks: readonly ResponseFault[] = [
  {
    name: 'the verse is checked before the cooldown',
    operation: 'POST /api/submit-verse',
    status: 429,
    when: ({ body }) => JSON.parse(body).verse > 36,
    instead: {
      status: 400,
      headers: { 'Retry-After': undefined },
      body: { error: wrongVerse, cooldownEndsAt: undefined },
    },
    reason: /^POST \/api\/submit-verse 429 before 400 InvalidVerse: .*the status is 400 instead of 429/,
  },
  {
    name: 'localDate is checked before the token',
    operation: 'GET /api/eligibility',
    status: 401,
    when: ({ path }) => !/localDate=\d{4}-/.test(path),
    instead: { status: 400, headers: { 'WWW-Authenticate': undefined }, body: { error: wrongDate } },
    reason: /^GET \/api\/eligibility 401 before 400: .*the status is 400 instead of 401/,
  },
];

/** Faults in a run that produce no wrong response. A run must report each of them. */
export const spoiledRuns: readonly RunFault[] = [
  {
    name: 'skipped transactions',
    options: { only: ['POST /api/submit-verse 201'] },
    reason: /no transaction showed it/,
  },
  {
    name: 'unread hooks',
    options: { hookfiles: [] },
    // Dredd's own requests have no valid token, and get 401 whatever they should provoke.
    reason: /no transaction showed it|but got '401'/,
  },
];
