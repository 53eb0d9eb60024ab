import { describe, expect, test } from '@jest/globals';
import { assertDocumented } from '../../contract/response-check.ts';

const verses = '/api/submit-verse';
const scheduled = {
  scheduledDate: '2026-11-28',
  reference: 'John 3:16',
  windowText: 'November 28\u2009\u2013\u2009December 11, 2026',
};
const onCooldown = { error: 'Cooldown active', cooldownEndsAt: '2026-11-28T09:30:00.000Z' };

/** A response as a test of the service receives it. */
interface Given {
  readonly method?: string;
  readonly path?: string;
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

function check({ method = 'POST', path = verses, status, headers, body }: Given): void {
  const all = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Request-Id': 'a-name',
    ...headers,
  };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  // An empty value means that the header is missing.
  assertDocumented(method, path, {
    status,
    headers: new Headers(Object.entries(all).filter(([, value]) => value)),
    text,
  });
}

describe('a documented response passes', () => {
  test.each<[string, Given]>([
    ['201', { status: 201, body: scheduled }],
    ['400 with a fixed text', { status: 400, body: { error: 'Invalid JSON body' } }],
    ['400 with a message', { status: 400, body: { error: 'chapter must be 1: Jude has 1 chapter' } }],
    ['401', { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: { error: 'Unauthorized' } }],
    ['429', { status: 429, headers: { 'Retry-After': '1' }, body: onCooldown }],
    ['404 of an undocumented path', { path: '/', status: 404, body: { error: 'Not found' } }],
    [
      '405 of an undocumented method',
      { method: 'GET', status: 405, headers: { Allow: 'POST' }, body: { error: 'Method not allowed' } },
    ],
    ['a response to HEAD, which has no body', { method: 'HEAD', path: '/', status: 404, body: '' }],
  ])('%s', (_, given) => {
    expect(() => check(given)).not.toThrow();
  });
});

describe('any other response is rejected, with the reason', () => {
  test.each<[string, Given, RegExp]>([
    ['an undeclared status', { status: 418, body: { error: 'Unauthorized' } }, /returned 418, which .* not declare/],
    ['404 of a documented path', { status: 404, body: { error: 'Not found' } }, /not declare/],
    ['405 of an undocumented path', { path: '/', status: 405, body: {} }, /not declare/],
    ['a missing member', { status: 201, body: { ...scheduled, reference: undefined } }, /'reference'/],
    ['an undocumented member', { status: 201, body: { ...scheduled, id: 1 } }, /additional properties/],
    ['a member of another type', { status: 201, body: { ...scheduled, reference: 316 } }, /reference must be string/],
    [
      'an error text of another status',
      { status: 403, body: { error: 'Unauthorized' } },
      /error must be equal to one of/,
    ],
    ['an unknown error text', { status: 400, body: { error: 'Bad request' } }, /error must match pattern/],
    [
      'a date that does not exist',
      { status: 201, body: { ...scheduled, scheduledDate: '2026-13-45' } },
      /format "date"/,
    ],
    [
      'an instant that does not exist',
      {
        status: 429,
        headers: { 'Retry-After': '1' },
        body: { ...onCooldown, cooldownEndsAt: '2026-11-28T25:30:00.000Z' },
      },
      /format "date-time"/,
    ],
    ['a missing header', { status: 429, body: onCooldown }, /the header Retry-After is missing/],
    [
      'a header in another format',
      { status: 429, headers: { 'Retry-After': 'soon' }, body: onCooldown },
      /the header Retry-After is "soon"/,
    ],
    [
      'a header with another value',
      { status: 201, headers: { 'Cache-Control': 'public' }, body: scheduled },
      /the header Cache-Control is "public"/,
    ],
    [
      'a missing header of every response',
      { path: '/', status: 404, headers: { 'X-Request-Id': '' }, body: { error: 'Not found' } },
      /the header X-Request-Id is missing/,
    ],
    [
      'a header that does not match its named schema',
      { status: 201, headers: { 'X-Request-Id': 'a b' }, body: scheduled },
      /the header X-Request-Id is "a b"/,
    ],
    [
      'another content type',
      { status: 201, headers: { 'Content-Type': 'text/plain' }, body: scheduled },
      /the Content-Type is text\/plain/,
    ],
    [
      'an undocumented charset',
      { status: 201, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: scheduled },
      /the Content-Type is application\/json; charset=utf-8/,
    ],
    [
      'no content type',
      { status: 201, headers: { 'Content-Type': '' }, body: scheduled },
      /the Content-Type is missing/,
    ],
    ['a body that is not JSON', { status: 201, body: 'Created' }, /the body is not JSON/],
  ])('%s', (_, given, reason) => {
    expect(() => check(given)).toThrow(reason);
  });
});
