import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type * as callModule from '../../client/src/call.ts';
import type * as resultModule from '../../client/src/result.ts';
import { installPackedClient, type Project } from '../support/packed-client.ts';

/** What the client does with operations that the contract could have. */
let project: Project;
let call: typeof callModule.call;
let toResult: typeof resultModule.toResult;
beforeAll(async () => {
  project = await installPackedClient();
  const load = (name: string) => import(pathToFileURL(join(project.client, `dist/${name}.js`)).href);
  ({ call } = await load('call'));
  ({ toResult } = await load('result'));
}, 180_000);
afterAll(async () => {
  await project[Symbol.asyncDispose]();
});

describe('a documented response becomes a result', () => {
  const count = { member: 'count', type: 'number', required: true };
  const last = { member: 'last', type: 'boolean', required: false };
  const mark = { member: 'mark', type: 'string', required: false };
  const documented: resultModule.DocumentedResponses = {
    errors: [404],
    responses: {
      200: { members: { name: 'string', note: 'string|null', parts: 'array' } },
      201: { members: {}, headers: { 'X-Count': count, 'X-Last': last, 'X-Mark': mark } },
      203: { isList: true },
      204: {},
    },
  };
  const resultOf = (status: number, body: string, headers: Record<string, string> = {}) =>
    toResult({ status, headers: new Headers(headers), body }, documented);

  test.each<[string, number, string, Record<string, string>, object]>([
    ['text', 200, '{"name":"a","note":"b","parts":[{}]}', {}, { name: 'a', note: 'b', parts: [{}] }],
    ['null', 200, '{"name":"a","note":null,"parts":[]}', {}, { name: 'a', note: null, parts: [] }],
    ['a list', 203, '[{"name":"a"}]', {}, { body: [{ name: 'a' }] }],
    ['no body', 204, '', {}, {}],
    ['an error', 404, '{"error":"None"}', {}, { error: 'None' }],
    ['a header', 201, '{}', { 'X-Count': '-1.5' }, { count: -1.5 }],
    [
      'optional headers',
      201,
      '{}',
      { 'X-Count': '1', 'X-Last': 'false', 'X-Mark': '' },
      { count: 1, last: false, mark: '' },
    ],
    ['true', 201, '{}', { 'X-Count': '1', 'X-Last': 'true' }, { count: 1, last: true }],
  ])('%s', (_title, status, body, headers, want) => {
    expect(resultOf(status, body, headers)).toEqual({ status, requestId: null, ...want });
  });

  test.each<[string, number, string, Record<string, string>, string]>([
    ['null where the contract has none', 200, '{"name":null,"note":null,"parts":[]}', {}, 'The body lacks name'],
    ['null instead of a list', 200, '{"name":"a","note":null,"parts":null}', {}, 'The body lacks parts'],
    ['an object instead of a list', 200, '{"name":"a","note":null,"parts":{}}', {}, 'The body lacks parts'],
    ['a number instead of text or null', 200, '{"name":"a","note":1,"parts":[]}', {}, 'The body lacks note'],
    ['a list instead of an object', 200, '[]', {}, 'The body is not a JSON object'],
    ['an object instead of a list as a body', 203, '{}', {}, 'The body is not a JSON array'],
    ['an error without its text', 404, '{}', {}, 'The body lacks error'],
    ['a missing header', 201, '{}', {}, 'The header X-Count is missing'],
    ['a malformed header', 201, '{}', { 'X-Count': 'one' }, 'The header X-Count is missing, malformed'],
    ['a malformed optional header', 201, '{}', { 'X-Count': '1', 'X-Last': 'yes' }, 'The header X-Last is'],
  ])('but not %s', (_title, status, body, headers, message) => {
    expect(() => resultOf(status, body, headers)).toThrow(message);
  });
});

describe('a request becomes', () => {
  async function sent(operation: Partial<callModule.Operation>, request: object | undefined) {
    const fetch = jest.fn<typeof globalThis.fetch>(async () => new Response(null, { status: 204 }));
    const known = { method: 'PUT', path: '/things/{id}', errors: [], responses: { 204: {} }, ...operation };
    await call({ baseUrl: 'https://things.example/', token: 'a', fetch }, known, request);
    const [[url, init] = []] = fetch.mock.calls;
    const type = new Headers(init?.headers).get('Content-Type');
    return { url, method: init?.method, type, body: init?.body };
  }
  const nothing = { method: 'PUT', type: null, body: undefined };
  const json = { method: 'PUT', type: 'application/json' };

  test.each<[string, Partial<callModule.Operation>, object | undefined, object]>([
    [
      'the parameters of path and query, and a body',
      { takes: 'parameters' },
      { id: 'a/b', draft: true, tags: ['x', 'y'], body: { name: 'c' } },
      { ...json, url: 'https://things.example/things/a%2Fb?draft=true&tags=x&tags=y', body: '{"name":"c"}' },
    ],
    [
      'a body, even one with a member that is called body',
      { takes: 'body', path: '/things' },
      { body: 'c' },
      { ...json, url: 'https://things.example/things', body: '{"body":"c"}' },
    ],
    ['no body', { takes: 'body', path: '/things' }, undefined, { ...nothing, url: 'https://things.example/things' }],
    [
      'no query',
      { takes: 'parameters', path: '/things' },
      undefined,
      { ...nothing, url: 'https://things.example/things' },
    ],
  ])('%s', async (_title, operation, request, want) => {
    expect(await sent(operation, request)).toEqual(want);
  });

  test.each([
    ['GET', 2],
    ['PUT', 2],
    ['DELETE', 2],
    ['POST', 1],
    ['PATCH', 1],
  ])('%s, sent at most %i times', async (method, times) => {
    const fetch = jest.fn<typeof globalThis.fetch>(async () => new Response(null, { status: 503 }));
    const submission = call(
      { baseUrl: 'https://things.example', token: 'a', fetch },
      { method, path: '/', errors: [], responses: {} },
      {},
    );
    await expect(submission).rejects.toMatchObject({ status: 503 });
    expect(fetch).toHaveBeenCalledTimes(times);
  });
});

describe('the result says whether it is that of a retry, where the first request may have done the work', () => {
  const lost = new TypeError('the connection broke off');

  test.each<[string, Partial<callModule.Operation>, first: Error | number, status: number, object]>([
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
