import type { DreddOptions } from './dredd.ts';
import type { ProxiedRequest } from './proxy.ts';

export interface ResponseFault {
  readonly name: string;
  /** The status of the responses that are spoiled. */
  readonly status: number;
  readonly instead: Instead;
  readonly reason: Reason;
  /** The operation whose responses are spoiled, as in `POST /api/submit-verse`; every one if absent. */
  readonly operation?: string | undefined;
  /** Whether the response to a request is spoiled; always if absent. */
  readonly when?: (request: ProxiedRequest) => boolean;
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

function fault(name: string, status: number, instead: Instead, reason: Reason, operation?: string): ResponseFault {
  return { name: operation === undefined ? name : `${operation}: ${name}`, status, instead, reason, operation };
}

const error = (text: string) => ({ body: { error: text } });
const header = (name: string, value?: string) => ({ headers: { [name]: value } });

const wrongDate = 'A valid localDate (YYYY-MM-DD) is required';
const wrongVerse = 'verse must be an integer from 1 to 36: John 3 has 36 verses';
const failed = 'Failed to schedule submission';
const wrongText = /error must be equal to one of the allowed values/;
const wrongTextOrPattern = /error must (be equal to one of the allowed values|match pattern)/;
const noFact = /must have required property '(accepting|submissions)'/;

/** Faults in a response. A run must report each of them. */
export const spoiledResponses: readonly ResponseFault[] = [
  fault('a wrong error text', 403, error('Solve the puzzle first'), wrongText),
  fault('the error text of another kind of 400', 400, error(wrongDate), wrongTextOrPattern),
  fault('a missing member', 201, { body: { windowText: undefined } }, /must have required property 'windowText'/),
  fault('a missing fact', 200, { body: { accepting: undefined, submissions: undefined } }, noFact),
  fault('an extra member', 201, { body: { id: 1 } }, /must NOT have additional properties/),
  fault('a wrong status', 201, { status: 200 }, /the status is 200 instead of 201/),
  fault('another documented response', 403, { status: 500, ...error(failed) }, /the status is 500 instead of 403/),
  fault('a wrong date', 201, { body: { scheduledDate: '28/11/2026' } }, /scheduledDate must match format "date"/),
  fault('no milliseconds', 429, { body: { cooldownEndsAt: '2026-11-28T09:30:00Z' } }, /EndsAt must match pattern/),
  fault('a missing Retry-After', 429, header('Retry-After'), /the header Retry-After is missing/),
  fault('a missing Cache-Control', 500, header('Cache-Control'), /the header Cache-Control is missing/),
  fault('a missing X-Request-Id', 404, header('X-Request-Id'), /the header X-Request-Id is missing/),
  fault('a missing WWW-Authenticate', 401, header('WWW-Authenticate'), /the header WWW-Authenticate is missing/),
  fault('a wrong Allow', 405, header('Allow', 'none'), /the header Allow is "none"/),
  fault('an undeclared header', 404, header('X-Powered-By', 'Koa'), /the header x-powered-by is not declared/),
  fault('a wrong content type', 413, header('Content-Type', 'text/plain'), /the Content-Type is text\/plain/),
  fault(
    'a charset',
    201,
    header('Content-Type', 'application/json; charset=utf-8'),
    /the Content-Type is .*; charset=/,
  ),
  fault(
    'a text that no cache keeps',
    200,
    header('Cache-Control', 'no-store'),
    /the header Cache-Control is "no-store"/,
    'GET /api/chapters/PSA/117',
  ),
  ...['GET /api/eligibility', 'GET /api/submissions'].flatMap((read) => [
    fault('a wrong content type', 200, header('Content-Type', 'text/html'), /the Content-Type is text\/html/, read),
    fault('a missing header', 200, header('Cache-Control'), /the header Cache-Control is missing/, read),
    fault('an undocumented status', 200, { status: 403 }, /the status is 403 instead of 200/, read),
    fault('a wrong type', 200, { body: { accepting: '', submissions: '' } }, /body\/\w+ must be (boolean|array)/, read),
    fault('the 500 of another operation', 500, error(failed), wrongText, read),
  ]),
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
      ...header('Retry-After'),
      body: { error: wrongVerse, cooldownEndsAt: undefined },
    },
    reason: /^POST \/api\/submit-verse 429 before 400 InvalidVerse: .*the status is 400 instead of 429/,
  },
  {
    name: 'localDate is checked before the token',
    operation: 'GET /api/eligibility',
    status: 401,
    when: ({ path }) => !/localDate=\d{4}-/.test(path),
    instead: { status: 400, ...header('WWW-Authenticate'), ...error(wrongDate) },
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
