import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import Koa, { type Middleware } from 'koa';
import { pino } from 'pino';
import { type ApiOptions, createApi } from '../../src/api/api.ts';
import type { Authenticate } from '../../src/auth/authenticate.ts';
import { echo, generate, madeUpContract } from '../support/made-up-contract.ts';

const logger = pino({ level: 'silent' });
const contract = madeUpContract();
const { fallbackResponses: fallbacks } = await generate(contract);
const authenticate: Authenticate = async (authorization) =>
  authorization === undefined ? undefined : { id: authorization.replace('Bearer ', ''), roles: [] };

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** A real Koa app with the API of the made-up contract and the given middleware around it. */
async function start(options: Partial<ApiOptions> = {}, ...around: Middleware[]): Promise<string> {
  const app = new Koa();
  for (const middleware of around) app.use(middleware);
  app.use(await createApi({ contract, handlers: echo, fallbacks, authenticate, logger, ...options }));
  app.use((ctx) => {
    ctx.body = 'the next middleware';
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ann = { Authorization: 'Bearer ann' };
const query = 'since=2026-11-21';

async function list(target: string, headers: Record<string, string> = ann) {
  const response = await fetch((await start()) + target, { headers });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

describe('a handler gets', () => {
  test('the parameters of all places with the types of the contract, and the user', async () => {
    const target = `/shelves/7/items?${query}&limit=3&ratio=0.5&archived=true&order=asc&tags=a&tags=b`;
    expect(await list(target, { ...ann, 'X-Version': '2', 'X-Trace': 'abc' })).toEqual({
      status: 200,
      body: {
        request: {
          userId: 'ann',
          path: { shelf: 7 },
          query: { since: '2026-11-21', limit: 3, ratio: 0.5, archived: true, order: 'asc', tags: ['a', 'b'] },
          header: { 'X-Version': 2, 'X-Trace': 'abc' },
        },
      },
    });
  });

  test('a list of one where the query has one value', async () => {
    const { body } = await list(`/shelves/7/items?${query}&tags=a`);
    expect(body.request.query.tags).toEqual(['a']);
  });

  test('nothing that is not in the contract', async () => {
    const target = `/shelves/7/items?${query}&other=1&limit[a]=2&__proto__=3&constructor=4`;
    const { body } = await list(target, { ...ann, 'X-Other': '1', 'X-Request-Id': 'a', Cookie: 'a=b' });
    expect(body.request).toEqual({ userId: 'ann', path: { shelf: 7 }, query: { since: '2026-11-21' }, header: {} });
  });

  test.each([
    ['ratio', 'ratio=x'],
    ['ratio', 'ratio=0x1'],
    ['ratio', 'ratio=1&ratio=2'],
    ['archived', 'archived=yes'],
    ['order', 'order=up'],
  ])('no %s for the query %s, because no row of x-checks rejects it', async (name, malformed) => {
    const { status, body } = await list(`/shelves/7/items?${query}&${malformed}`);
    expect(status).toBe(200);
    expect(body.request.query).not.toHaveProperty(name);
  });

  test('no malformed header, because no row of x-checks rejects it', async () => {
    const { status, body } = await list(`/shelves/7/items?${query}`, { ...ann, 'X-Trace': 'ABC' });
    expect({ status, header: body.request.header }).toEqual({ status: 200, header: {} });
  });

  test('the members of the body when it reads the body', async () => {
    const url = await start();
    const post = async (body: string) => await (await fetch(`${url}/shelves/1/items`, { method: 'POST', body })).json();
    expect(await post('{"title":"a","other":1}')).toMatchObject({ request: { body: { members: { title: 'a' } } } });
    expect(await post('{')).toMatchObject({ request: { body: { rejected: 'not JSON' } } });
    expect(await post(' '.repeat(101))).toMatchObject({ request: { body: { rejected: 'too large' } } });
    expect(await post('{}')).not.toHaveProperty('request.userId');
  });
});

test('a 204 has neither a body nor a Content-Type', async () => {
  const listItems = async () => ({ status: 204, headers: { 'Cache-Control': 'no-store', 'X-Last': true } });
  const url = `${await start({ handlers: { ...echo, listItems } })}/shelves/1/items?${query}`;
  const response = await fetch(url, { headers: ann });
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(response.headers.get('Content-Type')).toBeNull();
  expect([response.headers.get('Cache-Control'), response.headers.get('X-Last')]).toEqual(['no-store', 'true']);
});

describe('a malformed parameter with a row in x-checks is rejected by that row', () => {
  test.each([
    ['no user, whatever the parameters are', '/shelves/x/items?since=x&limit=x', {}, 401, 'Nobody'],
    ['the first of several', '/shelves/x/items?since=x&limit=x', ann, 400, 'No such shelf'],
    ['the second, if the first is valid', '/shelves/1/items?limit=x&since=x', ann, 400, 'No such date'],
    ['the last', `/shelves/1/items?${query}&limit=x`, ann, 400, 'No such limit'],
    ['a path below its minimum', `/shelves/0/items?${query}`, ann, 400, 'No such shelf'],
    ['a path with a fraction', `/shelves/1.5/items?${query}`, ann, 400, 'No such shelf'],
    ['a path with a leading zero', `/shelves/01/items?${query}`, ann, 400, 'No such shelf'],
    ['a path with a hexadecimal integer', `/shelves/0x1/items?${query}`, ann, 400, 'No such shelf'],
    ['a path with an encoded slash', `/shelves/1%2F2/items?${query}`, ann, 400, 'No such shelf'],
    ['a missing query', '/shelves/1/items', ann, 400, 'No such date'],
    ['a query of another format', '/shelves/1/items?since=2026-02-31', ann, 400, 'No such date'],
    ['a repeated query', `/shelves/1/items?${query}&${query}`, ann, 400, 'No such date'],
    ['an empty query', `/shelves/1/items?${query}&limit=`, ann, 400, 'No such limit'],
    ['a query with a space', `/shelves/1/items?${query}&limit=%203`, ann, 400, 'No such limit'],
    ['a query with a plus sign', `/shelves/1/items?${query}&limit=%2B3`, ann, 400, 'No such limit'],
    ['a query above its maximum', `/shelves/1/items?${query}&limit=101`, ann, 400, 'No such limit'],
    ['a header with an exponent', `/shelves/1/items?${query}`, { ...ann, 'X-Version': '1e1' }, 400, 'No such version'],
    ['a header', `/shelves/1/items?${query}`, { ...ann, 'X-Version': '1, 2' }, 400, 'No such version'],
  ])('%s', async (_title, target, headers, status, error) => {
    expect(await list(target, headers as Record<string, string>)).toEqual({ status, body: { error } });
  });
});

describe('an unexpected failure gets the 500 of its operation', () => {
  const fail = async () => Promise.reject(new Error('a secret'));

  test.each<[string, Partial<ApiOptions>]>([
    ['in the handler', { handlers: { ...echo, listItems: fail } }],
    ['during authentication', { authenticate: fail }],
  ])('%s', async (_title, options) => {
    const response = await fetch(`${await start(options)}/shelves/1/items?${query}`, { headers: ann });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ error: 'Not listed' });
  });
});

describe('on a path with several operations', () => {
  test('HEAD is the GET without its body', async () => {
    const url = `${await start()}/shelves/1/items?${query}`;
    const [whole, head] = [await fetch(url, { headers: ann }), await fetch(url, { method: 'HEAD', headers: ann })];
    expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'application/json']);
    expect(Number(head.headers.get('Content-Length'))).toBe((await whole.arrayBuffer()).byteLength);
    expect(await head.text()).toBe('');
  });

  test.each(['PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s gets a 405, and Allow lists the methods', async (method) => {
    const response = await fetch(`${await start()}/shelves/1/items`, { method });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test.each(['/shelves', '/shelves/1', '/shelves/1/items/', '/shelves//items', '/shelves/%zz/items', '/%'])(
    'other paths, such as %s, are left to the next middleware',
    async (target) => {
      const response = await fetch(`${await start()}${target}?${query}`, { headers: ann });
      expect(await response.text()).toBe('the next middleware');
    },
  );
});

test('rejects an operation without a handler at start', async () => {
  const { addItem } = echo;
  await expect(start({ handlers: { addItem } })).rejects.toThrow('The operation listItems has no handler');
});

describe('any Koa middleware works on the responses', () => {
  /** As Koa documents it: middleware can read and replace the response after `await next()`. */
  const wrap: Middleware = async (ctx, next) => {
    await next();
    ctx.body = { status: ctx.status, original: ctx.body };
    ctx.etag = 'v1';
    if (ctx.fresh) ctx.status = 304;
  };

  test.each<[string, string, RequestInit, number, object]>([
    ['a success', `/shelves/1/items?${query}`, { headers: ann }, 200, { request: expect.anything() }],
    ['a rejection', `/shelves/1/items?${query}`, {}, 401, { error: 'Nobody' }],
    ['a 405', '/shelves/1/items', { method: 'PUT' }, 405, { error: 'Method not allowed' }],
  ])('%s', async (_title, target, init, status, original) => {
    const response = await fetch((await start({}, wrap)) + target, init);
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('ETag')).toBe('"v1"');
    expect(await response.json()).toEqual({ status, original });
  });

  test('a success that the client has cached', async () => {
    const headers = { ...ann, 'If-None-Match': '"v1"', 'Cache-Control': 'max-age=0' };
    const response = await fetch(`${await start({}, wrap)}/shelves/1/items?${query}`, { headers });
    expect(response.status).toBe(304);
  });
});
