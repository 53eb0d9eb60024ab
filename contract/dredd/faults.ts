import type { Options } from './dredd.ts';
import type { JsonResponse } from './proxy.ts';

/** Something that makes a run go wrong. */
export interface Fault {
  readonly name: string;
  /** The status of the responses that are spoiled. */
  readonly status?: number;
  readonly spoil?: (response: JsonResponse) => void;
  /** Options of Dredd with which it leaves something out. */
  readonly options?: Options['options'];
  /** What the run must say, of every answer that it is not content with. */
  readonly reason: RegExp;
}

/** The run must notice each of them. */
export const faults: readonly Fault[] = [
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
    reason: /answered 200, which the contract does not declare/,
  },
  {
    name: 'another documented answer',
    status: 403,
    spoil: (response) => {
      response.status = 500;
      response.body = { error: 'Failed to schedule submission' };
    },
    reason: /Expected status code '403', but got '500'/,
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
  {
    name: 'skipped transactions',
    options: { only: ['POST /api/submit-verse 201'] },
    reason: /no transaction showed this answer/,
  },
  {
    name: 'hooks that are not read',
    options: { hookfiles: [] },
    // Dredd's own requests get 401 then, whatever they are to show.
    reason: /no transaction showed this answer|but got '401'/,
  },
];
