import type { DreddOptions } from './dredd.ts';
import type { JsonResponse } from './proxy.ts';

interface Fault {
  readonly name: string;
  /** Matches the reason of every response that fails because of the fault. */
  readonly reason: RegExp;
}

export interface ResponseFault extends Fault {
  /** The status of the responses that are spoiled. */
  readonly status: number;
  readonly spoil: (response: JsonResponse) => void;
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
