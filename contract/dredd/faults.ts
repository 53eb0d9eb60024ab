import type { DreddOptions } from './dredd.ts';
import type { JsonResponse, ProxiedRequest } from './proxy.ts';

interface Fault {
  readonly name: string;
  /** Matches the name and the reason of every transaction that fails because of the fault: `NAME: REASON`. */
  readonly reason: RegExp;
}

export interface ResponseFault extends Fault {
  /** The operation whose responses are spoiled, as in `POST /api/submit-verse`; every one if absent. */
  readonly operation?: string;
  /** The status of the responses that are spoiled. */
  readonly status: number;
  readonly spoil: (response: JsonResponse, request: ProxiedRequest) => void;
}

export interface RunFault extends Fault {
  /** Options that make Dredd omit something. */
  readonly options: DreddOptions['options'];
}

/** Faults in a response. A run must report each of them. */
export const spoiledResponses: readonly ResponseFault[] = [
  {
    name: 'a wrong error text',
    status: 403,
    spoil: ({ body }) => {
      body['error'] = 'Solve the puzzle first';
    },
    reason: /error must be equal to one of the allowed values/,
  },
  {
    name: 'the error text of another kind of 400',
    status: 400,
    spoil: ({ body }) => {
      body['error'] = 'A valid localDate (YYYY-MM-DD) is required';
    },
    reason: /error must (be equal to one of the allowed values|match pattern)/,
  },
  {
    name: 'a missing member',
    status: 201,
    spoil: (response) => {
      const { windowText: _, ...rest } = response.body;
      response.body = rest;
    },
    reason: /must have required property 'windowText'/,
  },
  {
    name: 'a missing fact',
    status: 200,
    spoil: ({ body }) => {
      delete body['accepting'];
      delete body['submissions'];
    },
    reason: /must have required property '(accepting|submissions)'/,
  },
  {
    name: 'an extra member',
    status: 201,
    spoil: ({ body }) => {
      body['id'] = 1;
    },
    reason: /must NOT have additional properties/,
  },
  {
    name: 'a wrong status',
    status: 201,
    spoil: (response) => {
      response.status = 200;
    },
    reason: /the status is 200 instead of 201/,
  },
  {
    name: 'another documented response',
    status: 403,
    spoil: (response) => {
      response.status = 500;
      response.body = { error: 'Failed to schedule submission' };
    },
    reason: /the status is 500 instead of 403/,
  },
  {
    name: 'a wrong date format',
    status: 201,
    spoil: ({ body }) => {
      body['scheduledDate'] = '28/11/2026';
    },
    reason: /scheduledDate must match format "date"/,
  },
  {
    name: 'an instant without milliseconds',
    status: 429,
    spoil: ({ body }) => {
      body['cooldownEndsAt'] = '2026-11-28T09:30:00Z';
    },
    reason: /cooldownEndsAt must match pattern/,
  },
  {
    name: 'a missing Retry-After',
    status: 429,
    spoil: ({ headers }) => headers.delete('Retry-After'),
    reason: /the header Retry-After is missing/,
  },
  {
    name: 'a missing Cache-Control',
    status: 500,
    spoil: ({ headers }) => headers.delete('Cache-Control'),
    reason: /the header Cache-Control is missing/,
  },
  {
    name: 'a missing X-Request-Id',
    status: 404,
    spoil: ({ headers }) => headers.delete('X-Request-Id'),
    reason: /the header X-Request-Id is missing/,
  },
  {
    name: 'a missing WWW-Authenticate',
    status: 401,
    spoil: ({ headers }) => headers.delete('WWW-Authenticate'),
    reason: /the header WWW-Authenticate is missing/,
  },
  {
    name: 'a wrong Allow',
    status: 405,
    spoil: ({ headers }) => headers.set('Allow', 'none'),
    reason: /the header Allow is "none"/,
  },
  {
    name: 'an undeclared header',
    status: 404,
    spoil: ({ headers }) => headers.set('X-Powered-By', 'Koa'),
    reason: /the header x-powered-by is not declared/,
  },
  {
    name: 'a wrong content type',
    status: 413,
    spoil: ({ headers }) => headers.set('Content-Type', 'text/plain'),
    reason: /the Content-Type is text\/plain/,
  },
  {
    name: 'a charset',
    status: 201,
    spoil: ({ headers }) => headers.set('Content-Type', 'application/json; charset=utf-8'),
    reason: /the Content-Type is application\/json; charset=utf-8/,
  },
  ...['GET /api/eligibility', 'GET /api/submissions'].flatMap(faultsOfRead),
];

function faultsOfRead(operation: string): ResponseFault[] {
  return [
    {
      name: `${operation}: a wrong content type`,
      operation,
      status: 200,
      spoil: ({ headers }) => headers.set('Content-Type', 'text/html'),
      reason: /the Content-Type is text\/html/,
    },
    {
      name: `${operation}: a missing header`,
      operation,
      status: 200,
      spoil: ({ headers }) => headers.delete('Cache-Control'),
      reason: /the header Cache-Control is missing/,
    },
    {
      name: `${operation}: an undocumented status`,
      operation,
      status: 200,
      spoil: (response) => {
        response.status = 403;
      },
      reason: /the status is 403 instead of 200/,
    },
    {
      name: `${operation}: a body that violates the schema`,
      operation,
      status: 200,
      spoil: ({ body }) => {
        for (const member of Object.keys(body)) body[member] = 'some';
      },
      reason: /body\/\w+ must be (boolean|array)/,
    },
    {
      name: `${operation}: the 500 of another operation`,
      operation,
      status: 500,
      spoil: ({ body }) => {
        body['error'] = 'Failed to schedule submission';
      },
      reason: /error must be equal to one of the allowed values/,
    },
  ];
}

/** Two checks in the wrong order. Only a request that violates both shows it. */
export const swappedChecks: readonly ResponseFault[] = [
  {
    name: 'the verse is checked before the cooldown',
    operation: 'POST /api/submit-verse',
    status: 429,
    spoil: (response, { body }) => {
      if (JSON.parse(body).verse <= 36) return;
      response.status = 400;
      response.headers.delete('Retry-After');
      response.body = { error: 'verse must be an integer from 1 to 36: John 3 has 36 verses' };
    },
    reason: /^POST \/api\/submit-verse 429 before 400 InvalidVerse: .*the status is 400 instead of 429/,
  },
  {
    name: 'localDate is checked before the token',
    operation: 'GET /api/eligibility',
    status: 401,
    spoil: (response, { path }) => {
      if (/localDate=\d{4}-/.test(path)) return;
      response.status = 400;
      response.headers.delete('WWW-Authenticate');
      response.body = { error: 'A valid localDate (YYYY-MM-DD) is required' };
    },
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
