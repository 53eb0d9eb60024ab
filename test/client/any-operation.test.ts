import { describe, expect, jest, test } from '@jest/globals';
import { call, type Operation } from '../../client/src/call.ts';
import { type DocumentedResponses, toResult } from '../../client/src/result.ts';

/** What the client does with operations that the contract could have. */
describe('a documented response becomes a result', () => {
  const count = { member: 'count', type: 'number' };
  const last = { member: 'last', type: 'boolean' };
  const mark = { member: 'mark', type: 'string' };
  const documented: DocumentedResponses = {
    errors: [404],
    responses: {
      200: { members: { name: 'string', parts: 'array' } },
      201: { members: {}, headers: { 'X-Count': count } },
      202: { members: {}, headers: { 'X-Last': last, 'X-Mark': mark } },
      203: { isText: true, headers: { 'X-Mark': mark } },
      204: {},
    },
  };
  const resultOf = (status: number, body: string, headers: Record<string, string> = {}) =>
    toResult({ status, headers: new Headers(headers), body }, documented);

  test.each<[string, number, string, Record<string, string>, object]>([
    ['members', 200, '{"name":"a","parts":[{}]}', {}, { name: 'a', parts: [{}] }],
    ['no body', 204, '', {}, {}],
    ['a text', 203, '{"a"', { 'X-Mark': '' }, { text: '{"a"', mark: '' }],
    ['an error', 404, '{"error":"None"}', {}, { error: 'None' }],
    ['a header', 201, '{}', { 'X-Count': '-10' }, { count: -10 }],
    ['false, and an empty header', 202, '{}', { 'X-Last': 'false', 'X-Mark': '' }, { last: false, mark: '' }],
    ['true', 202, '{}', { 'X-Last': 'true', 'X-Mark': 'a' }, { last: true, mark: 'a' }],
  ])('%s', (_title, status, body, headers, want) => {
    expect(resultOf(status, body, headers)).toEqual({ status, requestId: null, ...want });
  });

  test.each<[string, number, string, Record<string, string>, string]>([
    ['null', 200, '{"name":null,"parts":[]}', {}, 'The body lacks name'],
    ['null instead of a list', 200, '{"name":"a","parts":null}', {}, 'The body lacks parts'],
    ['an object instead of a list', 200, '{"name":"a","parts":{}}', {}, 'The body lacks parts'],
    ['a list instead of an object', 200, '[]', {}, 'The body is not a JSON object'],
    ['an error without its text', 404, '{}', {}, 'The body lacks error'],
    ['nothing of what it must have', 200, '{}', {}, 'The body lacks name, parts (status 200)'],
    ['what is no JSON', 200, '<html>', {}, 'The body is not JSON: is baseUrl right?'],
    ['another status', 418, '{}', {}, 'The status is not in the contract: is baseUrl right?'],
    ['a missing header', 201, '{}', {}, 'The header X-Count is missing'],
    ['a malformed header', 201, '{}', { 'X-Count': 'one' }, 'The header X-Count is missing, malformed'],
    ['a header that begins like a number', 201, '{}', { 'X-Count': '1.5' }, 'The header X-Count is missing, malformed'],
    ['a header that ends like a number', 201, '{}', { 'X-Count': 'v1' }, 'The header X-Count is missing, malformed'],
    ['neither true nor false', 202, '{}', { 'X-Last': 'yes', 'X-Mark': '' }, 'The header X-Last is'],
  ])('but not %s', (_title, status, body, headers, message) => {
    expect(() => resultOf(status, body, headers)).toThrow(message);
  });

  test('the cause of an error is that of the JSON parser', () => {
    const cause = expect.objectContaining({ name: 'SyntaxError' });
    expect(() => resultOf(200, '<html>')).toThrow(expect.objectContaining({ cause }));
  });
});

describe('a request becomes', () => {
  const site = 'https://things.example';
  async function sent(operation: Partial<Operation>, request: object | undefined) {
    const fetch = jest.fn<typeof globalThis.fetch>(async () => new Response(null, { status: 204 }));
    const known = { method: 'PUT', path: '/things', errors: [], responses: { 204: {} }, ...operation };
    await call({ baseUrl: `${site}/`, token: 'a', fetch }, known, request);
    const [[url, init] = []] = fetch.mock.calls;
    const type = new Headers(init?.headers).get('Content-Type');
    return { url: String(url).replace(site, ''), method: init?.method, type, body: init?.body };
  }
  const nothing = { url: '/things', method: 'PUT', type: null, body: undefined };
  const json = { url: '/things', method: 'PUT', type: 'application/json' };
  const one = { takes: 'parameters', path: '/things/{id}' } as const;

  test.each<[string, Partial<Operation>, object | undefined, object]>([
    [
      'the parameters of path and query, and a body',
      one,
      { id: 'a/b', draft: false, page: 0, size: undefined, body: { name: 'c' } },
      { ...json, url: '/things/a%2Fb?draft=false&page=0', body: '{"name":"c"}' },
    ],
    [
      'a body, even one with a member that is called body',
      { takes: 'body' },
      { body: 'c' },
      { ...json, body: '{"body":"c"}' },
    ],
    ['no body', { takes: 'body' }, undefined, nothing],
    ['no query', { takes: 'parameters' }, undefined, nothing],
  ])('%s', async (_title, operation, request, want) => {
    expect(await sent(operation, request)).toEqual(want);
  });

  test.each(['', '.', '..', 'a\ud800'])(
    'nothing with %j in its path, which would be another path or none',
    async (id) => {
      await expect(sent(one, { id })).rejects.toThrow(new TypeError(`id must not be ${id}`));
    },
  );

  test.each([
    ['GET', 2],
    ['PUT', 2],
    ['DELETE', 2],
    ['POST', 1],
  ])('%s, sent at most %i times', async (method, times) => {
    const fetch = jest.fn<typeof globalThis.fetch>(async () => new Response(null, { status: 503 }));
    const operation = { method, path: '/', errors: [], responses: {} };
    await expect(call({ baseUrl: site, token: 'a', fetch }, operation, {})).rejects.toMatchObject({ status: 503 });
    expect(fetch).toHaveBeenCalledTimes(times);
  });
});

describe('the result says whether it is that of a retry, where the first request may have done the work', () => {
  const lost = new TypeError('the connection broke off');

  test.each<[string, Partial<Operation>, first: Error | number, status: number, object]>([
    ['a DELETE whose 204 was lost', { method: 'DELETE' }, lost, 404, { error: 'None', retried: true }],
    ['a PUT after a 503', { method: 'PUT' }, 503, 204, { retried: true }],
    ['a DELETE that succeeds at once', { method: 'DELETE' }, 204, 204, {}],
    ['a DELETE with a fresh token, whose first request was rejected', { method: 'DELETE' }, 401, 204, {}],
    ['a GET, which changes nothing', { method: 'GET' }, lost, 204, {}],
    ['a DELETE with a key, whose retry gets the first response', { method: 'DELETE', key: /./ }, lost, 204, {}],
  ])('%s', async (_title, operation, first, status, want) => {
    const fetch = jest.fn<typeof globalThis.fetch>(async () => {
      if (fetch.mock.calls.length > 1) return new Response(status === 404 ? '{"error":"None"}' : null, { status });
      if (first instanceof Error) throw first;
      return new Response(null, { status: first });
    });
    const known = { method: '', path: '/things', errors: [404], responses: { 204: {} }, ...operation };
    const result = await call({ baseUrl: 'https://things.example', token: () => 'a', fetch }, known, undefined);
    expect(result).toEqual({ status, requestId: null, ...want });
  });
});
