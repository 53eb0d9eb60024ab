import { describe, expect, test } from '@jest/globals';
import { assertDocumented, deviations } from '../../contract/response-check.ts';
import { documentedAs } from '../support/examples.ts';

const verses = '/api/submit-verse';

const scheduled = documentedAs('POST /api/submit-verse 201').example as object;
const onCooldown = documentedAs('POST /api/submit-verse 429').example;

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
    ['400 with a message', { status: 400, body: { error: 'chapter must be 1: Jude has 1 chapter' } }],
    ['429', { status: 429, headers: { 'Retry-After': '1' }, body: onCooldown }],
    ['201 of a query that cannot be decoded', { path: `${verses}?%`, status: 201, body: scheduled }],
    [
      '404 of a path that cannot be decoded',
      { method: 'GET', path: '/api/chapters/GEN/%', status: 404, body: { error: 'Not found' } },
    ],
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
    [
      'an undeclared status of HEAD',
      { method: 'HEAD', path: '/', status: 418, body: '' },
      /returned 418, which .* not/,
    ],
    ['a path with a slash at its end', { path: `${verses}/`, status: 201, body: scheduled }, /not declare/],
    ['404 of a documented path', { status: 404, body: { error: 'Not found' } }, /not declare/],
    ['405 of an undocumented path', { path: '/', status: 405, body: {} }, /not declare/],
    ['a missing member', { status: 201, body: { ...scheduled, reference: undefined } }, /'reference'/],
    ['an undocumented member', { status: 201, body: { ...scheduled, id: 1 } }, /additional properties/],
    [
      'an error text of another status',
      { status: 403, body: { error: 'Unauthorized' } },
      /error is "Unauthorized" instead of "Solve today's puzzle first"/,
    ],
    ['an unknown error text', { status: 400, body: { error: 'Bad request' } }, /error must match pattern/],
    [
      'an error text that fits the pattern, but is none of the messages',
      { status: 400, body: { error: 'verse must be better' } },
      /error is "verse must be better" instead of .* or "verse must be an integer from 1 to {verses}: /,
    ],
    ...[
      'chapter must be 1:  has 1 chapter',
      'chapter must be 1: Jude has 1 chapter.',
      'verse must be 1, chapter must be 1: Jude has 1 chapter',
    ].map((error): [string, Given, RegExp] => [
      `the error text ${error}`,
      { status: 400, body: { error } },
      /instead of/,
    ]),
    [
      'a date that does not exist',
      { status: 201, body: { ...scheduled, scheduledDate: '2026-13-45' } },
      /format "date"/,
    ],
    ['a missing header', { status: 429, body: onCooldown }, /the header Retry-After is missing/],
    [
      'a header with another value',
      { status: 201, headers: { 'Cache-Control': 'public' }, body: scheduled },
      /the header Cache-Control is "public" instead of "no-store"/,
    ],
    [
      'a header that does not match its named schema',
      { status: 201, headers: { 'X-Request-Id': 'a b' }, body: scheduled },
      /the header X-Request-Id is "a b"/,
    ],
    [
      'another content type',
      { status: 201, headers: { 'Content-Type': 'text/plain' }, body: scheduled },
      /the Content-Type is text\/plain instead of application\/json/,
    ],
    [
      'an undocumented charset',
      { status: 201, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: scheduled },
      /the Content-Type has charset=utf-8, which the contract does not declare/,
    ],
    [
      'no content type',
      { status: 201, headers: { 'Content-Type': '' }, body: scheduled },
      /the Content-Type is missing instead of application\/json/,
    ],
    ['a body that is not JSON', { status: 201, body: 'Created' }, /the body is not JSON/],
  ])('%s', (_, given, reason) => {
    expect(() => check(given)).toThrow(reason);
  });
});

describe('of a service that is not ours,', () => {
  const request = { path: verses, method: 'PUT' };
  const own = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Request-Id': 'a', Allow: 'POST' };
  test.each<[string, string, Record<string, string>, object, string[]]>([
    ['a success may have members that the contract does not name', 'POST /api/submit-verse 201', {}, { id: 1 }, []],
    ['an error has no such members', '404 NotFound', {}, { id: 1 }, ['body must NOT have additional properties']],
    ['further headers are no fault', '404 NotFound', { 'CF-Ray': '8f0', 'X-Powered-By': 'Express' }, {}, []],
    ...['application/json; charset=utf-8', 'application/json;charset="UTF-8"'].map(
      (type): [string, string, Record<string, string>, object, string[]] => [
        `the Content-Type ${type} is no fault`,
        '404 NotFound',
        { 'Content-Type': type },
        {},
        [],
      ],
    ),
    [
      'another charset is one',
      '404 NotFound',
      { 'Content-Type': 'application/json; charset=latin1' },
      {},
      ['the Content-Type has charset=latin1, which the contract does not declare'],
    ],
    ['more methods are no fault', '405 MethodNotAllowed', { Allow: 'OPTIONS, POST, DELETE' }, {}, []],
    [
      'the method that is not allowed is one',
      '405 MethodNotAllowed',
      { Allow: 'POST, PUT' },
      {},
      ['the header Allow is "POST, PUT" instead of "POST"'],
    ],
  ])('%s', (_, name, headers, members, faults) => {
    const documented = documentedAs(name);
    const received = {
      status: Number(documented.status),
      headers: new Headers({ ...own, ...headers }),
      text: JSON.stringify({ ...(documented.example as object), ...members }),
    };
    const found = deviations(request, received, documented.response, 'openapi.yaml', 'open');
    expect(found.map(({ text }) => text)).toEqual(faults);
  });
});

describe('a response is compared with the documented one of its status', () => {
  const id = 'Request.1';
  /** The faults of the response called `name`, which differs in a few headers or in its body. */
  function faultsOf(name: string, headers: Record<string, string> = {}, body?: unknown, path = verses) {
    const documented = documentedAs(name);
    const sent = body ?? documented.example ?? '';
    const own = name.includes('304')
      ? { 'Cache-Control': 'public, max-age=86400', ETag: '"1"' }
      : { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
    const received = {
      status: Number(documented.status),
      headers: new Headers({ ...own, 'X-Request-Id': id, ...headers }),
      text: typeof sent === 'string' ? sent : JSON.stringify(sent),
    };
    const [method = '', operation] = documented.operation?.split(' ') ?? ['PUT'];
    const request = { method, path: operation ?? path };
    return deviations(request, received, documented.response).map(({ part, text }) => `${part}: ${text}`);
  }

  test.each<[string, Record<string, string>]>([
    ['POST /api/submit-verse 201', { Server: 'nginx', Via: '1.1 proxy', 'X-Content-Type-Options': 'nosniff' }],
    ['GET /api/chapters/{bookId}/{chapter} 304', {}],
    ['GET /api/chapters/{bookId}/{chapter} 304', { 'X-Request-Id': 'of-a-shared-cache' }],
    ['405 MethodNotAllowed', { Allow: 'POST' }],
  ])('%s passes, with the headers %j', (name, headers) => {
    expect(faultsOf(name, headers)).toEqual([]);
  });

  test.each([
    ['GET, HEAD', []],
    ['GET', ['headers: the header Allow is "GET" instead of "GET, HEAD"']],
  ])('of a path with GET, Allow lists GET and HEAD: %j', (methods, faults) => {
    expect(faultsOf('405 MethodNotAllowed', { Allow: methods }, undefined, '/api/submissions')).toEqual(faults);
  });

  test.each<[string, string[], string]>([
    ...['x-powered-by', 'set-cookie'].map((header): [string, string[], string] => [
      `the undeclared header ${header}`,
      faultsOf('404 NotFound', { [header]: 'Koa' }),
      `headers: the header ${header} is not declared`,
    ]),
    [
      "other methods than the path's",
      faultsOf('405 MethodNotAllowed', { Allow: 'HEAD, POST' }),
      'headers: the header Allow is "HEAD, POST" instead of "POST"',
    ],
    ['a body of a 304', faultsOf('GET /api/chapters/{bookId}/{chapter} 304', {}, '{}'), 'body: there is a body'],
  ])('%s is a fault', (_, faults, text) => {
    expect(faults).toEqual([text]);
  });
});
