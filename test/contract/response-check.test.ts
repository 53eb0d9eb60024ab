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

const created = (members: object = {}, headers: Record<string, string> = {}): Given => {
  return { status: 201, headers, body: { ...scheduled, ...members } };
};
const rejected = (status: number, error: string, more: Partial<Given> = {}): Given => {
  return { status, body: { error }, ...more };
};
const ofHead = (status: number): Given => ({ method: 'HEAD', path: '/', status, body: '' });

/** An empty value means that the header is missing. */
function headersOf(headers: Record<string, string>): Headers {
  const usual = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Request-Id': 'Request.1' };
  return new Headers(Object.entries({ ...usual, ...headers }).filter(([, value]) => value));
}

function check({ method = 'POST', path = verses, status, headers = {}, body }: Given): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  assertDocumented(method, path, { status, headers: headersOf(headers), text });
}

test.each<[string, Given]>([
  ['201', created()],
  ['400 with a message', rejected(400, 'chapter must be 1: Jude has 1 chapter')],
  ['429', { status: 429, headers: { 'Retry-After': '1' }, body: onCooldown }],
  ['201 of a query that cannot be decoded', { ...created(), path: `${verses}?%` }],
  ['404 of a path that cannot be decoded', rejected(404, 'Not found', { method: 'GET', path: '/api/chapters/GEN/%' })],
  ['404 of an undocumented path', rejected(404, 'Not found', { path: '/' })],
  ['405 of an undocumented method', rejected(405, 'Method not allowed', { method: 'GET', headers: { Allow: 'POST' } })],
  ['a response to HEAD, which has no body', ofHead(404)],
])('a documented response passes: %s', (_, given) => {
  expect(() => check(given)).not.toThrow();
});

test.each<[string, Given, RegExp]>([
  ['an undeclared status', rejected(418, 'Unauthorized'), /returned 418, which .* not declare/],
  ['an undeclared status of HEAD', ofHead(418), /returned 418, which .* not/],
  ['a path with a slash at its end', { ...created(), path: `${verses}/` }, /not declare/],
  ['404 of a documented path', rejected(404, 'Not found'), /not declare/],
  ['405 of an undocumented path', { path: '/', status: 405, body: {} }, /not declare/],
  ['a missing member', created({ reference: undefined }), /'reference'/],
  ['an undocumented member', created({ id: 1 }), /additional properties/],
  [
    'the error of another status',
    rejected(403, 'Unauthorized'),
    /"Unauthorized" instead of "Solve today's puzzle first"/,
  ],
  ['an unknown error text', rejected(400, 'Bad request'), /error must match pattern/],
  [
    'an error text that fits the pattern, but is none of the messages',
    rejected(400, 'verse must be better'),
    /error is "verse must be better" instead of .* or "verse must be an integer from 1 to {verses}: /,
  ],
  ['a message without its book', rejected(400, 'chapter must be 1:  has 1 chapter'), /instead of/],
  ['a message with more behind', rejected(400, 'chapter must be 1: Jude has 1 chapter.'), /instead of/],
  ['two messages', rejected(400, 'verse must be 1, chapter must be 1: Jude has 1 chapter'), /instead of/],
  ['a date that does not exist', created({ scheduledDate: '2026-13-45' }), /format "date"/],
  ['a missing header', { status: 429, body: onCooldown }, /the header Retry-After is missing/],
  [
    'a header with another value',
    created({}, { 'Cache-Control': 'public' }),
    /the header Cache-Control is "public" instead of "no-store"/,
  ],
  ['a header that its schema rejects', created({}, { 'X-Request-Id': 'a b' }), /the header X-Request-Id is "a b"/],
  [
    'another content type',
    created({}, { 'Content-Type': 'text/plain' }),
    /the Content-Type is text\/plain instead of application\/json/,
  ],
  [
    'an undocumented charset',
    created({}, { 'Content-Type': 'application/json; charset=utf-8' }),
    /the Content-Type has charset=utf-8, which the contract does not declare/,
  ],
  ['no content type', created({}, { 'Content-Type': '' }), /the Content-Type is missing instead of application\/json/],
  ['a body that is not JSON', { status: 201, body: 'Created' }, /the body is not JSON/],
])('any other response is rejected, with the reason: %s', (_, given, reason) => {
  expect(() => check(given)).toThrow(reason);
});

describe('a response is compared with the documented one of its status', () => {
  interface Difference {
    readonly headers?: Record<string, string>;
    /** Members beside those of the example, or a text instead of it. */
    readonly body?: object | string;
    /** Of the request, where the response belongs to no operation. */
    readonly path?: string;
    readonly members?: 'open';
  }
  function faultsOf(name: string, { headers = {}, body = {}, path = verses, members }: Difference): string[] {
    const { status, example, response, operation } = documentedAs(name);
    const cached = { 'Content-Type': '', 'Cache-Control': 'public, max-age=86400', ETag: '"1"' };
    const text = example === undefined ? '' : JSON.stringify({ ...(example as object), ...(body as object) });
    const received = {
      status: Number(status),
      headers: headersOf({ ...(status === '304' && cached), ...(status === '405' && { Allow: 'POST' }), ...headers }),
      text: typeof body === 'string' ? body : text,
    };
    const [method = '', own] = operation?.split(' ') ?? ['PUT'];
    const found = deviations({ path: own ?? path, method }, received, response, 'openapi.yaml', members);
    return found.map(({ part, text }) => `${part}: ${text}`);
  }
  const chapter = 'GET /api/chapters/{bookId}/{chapter} 304';
  const proxy = { Server: 'nginx', Via: '1.1 proxy', 'X-Content-Type-Options': 'nosniff' };
  const toGet = '/api/submissions';

  test.each<[string, Difference, string[]]>([
    ['POST /api/submit-verse 201', { headers: proxy }, []],
    [chapter, {}, []],
    [chapter, { headers: { 'X-Request-Id': 'of-a-shared-cache' } }, []],
    [chapter, { body: '{}' }, ['body: there is a body']],
    ['404 NotFound', { headers: { 'X-Powered-By': 'Koa' } }, ['headers: the header x-powered-by is not declared']],
    ['404 NotFound', { headers: { 'Set-Cookie': 'a=b' } }, ['headers: the header set-cookie is not declared']],
    ['405 MethodNotAllowed', {}, []],
    ['405 MethodNotAllowed', { path: toGet, headers: { Allow: 'GET, HEAD' } }, []],
    ...[
      [{ headers: { Allow: 'HEAD, POST' } }, 'is "HEAD, POST" instead of "POST"'] as const,
      [{ path: toGet, headers: { Allow: 'GET' } }, 'is "GET" instead of "GET, HEAD"'] as const,
    ].map(([difference, text]): [string, Difference, string[]] => [
      '405 MethodNotAllowed',
      difference,
      [`headers: the header Allow ${text}`],
    ]),
  ])('%s with %j has the faults %j', (name, difference, faults) => {
    expect(faultsOf(name, difference)).toEqual(faults);
  });

  const typed = (type: string) => ({ headers: { 'Content-Type': type } });
  test.each<[string, Difference, string[]]>([
    ['POST /api/submit-verse 201', { body: { id: 1 } }, []],
    ['404 NotFound', { body: { id: 1 } }, ['body: body must NOT have additional properties']],
    ['404 NotFound', { headers: { 'CF-Ray': '8f0', 'X-Powered-By': 'Express' } }, []],
    ['404 NotFound', typed('application/json; charset=utf-8'), []],
    ['404 NotFound', typed('application/json;charset="UTF-8"'), []],
    [
      '404 NotFound',
      typed('application/json; charset=latin1'),
      ['headers: the Content-Type has charset=latin1, which the contract does not declare'],
    ],
    ['405 MethodNotAllowed', { headers: { Allow: 'OPTIONS, POST, DELETE' } }, []],
    [
      '405 MethodNotAllowed',
      { headers: { Allow: 'POST, PUT' } },
      ['headers: the header Allow is "POST, PUT" instead of "POST"'],
    ],
  ])('of a service that is not ours, %s with %j has the faults %j', (name, difference, faults) => {
    expect(faultsOf(name, { ...difference, members: 'open' })).toEqual(faults);
  });
});
