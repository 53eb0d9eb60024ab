import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import Koa, { type Middleware } from 'koa';
import { type ApiOptions, createApi } from '../../src/api/api.ts';
import { type Authenticate, createAuthenticate } from '../../src/auth/authenticate.ts';
import { createLogger } from '../../src/log.ts';
import { echo, generate, goldenContract } from '../support/golden-contract.ts';
import { testSecret, token } from '../support/service.ts';

/** What the contracts of the service do not show, and what only a request through Koa shows. */
const contract = goldenContract();
const { fallbackResponses: fallbacks } = await generate(contract);
const authenticate: Authenticate = async (authorization) =>
  authorization === undefined ? undefined : { id: authorization.replace('Bearer ', ''), roles: ['editor'] };

let log: Record<string, unknown>[];
const logger = createLogger('info', { write: (line) => log.push(JSON.parse(line)) });
const servers: Server[] = [];
let url: string;
beforeAll(async () => {
  url = await start();
});
beforeEach(() => {
  log = [];
});
afterAll(() => {
  for (const server of servers) server.close();
});

/** A real Koa app with the API of the golden contract and the given middleware around it. */
async function start(options: Partial<ApiOptions> = {}, ...around: Middleware[]): Promise<string> {
  const app = new Koa();
  for (const middleware of around) app.use(middleware);
  app.use(await createApi({ contract, handlers: echo, fallbacks, authenticate, logger, ...options }));
  app.use((ctx) => {
    ctx.body = 'the next middleware';
  });
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const items = '/shelves/1/items';
const query = 'since=2026-11-21';
const ann = { Authorization: 'Bearer ann' };

async function list(target: string, headers: Record<string, string> = ann) {
  const response = await fetch(url + target, { headers });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

describe('a handler gets', () => {
  test('the parameters of all places with the types of the contract, and the user', async () => {
    const target = `/shelves/7/items?${query}&limit=3&archived=true&order=asc`;
    expect(await list(target, { ...ann, 'X-Trace': 'abc' })).toEqual({
      status: 200,
      body: {
        request: {
          userId: 'ann',
          roles: ['editor'],
          path: { shelf: 7 },
          query: { since: '2026-11-21', limit: 3, archived: true, order: 'asc' },
          header: { 'X-Trace': 'abc' },
          malformed: [],
        },
      },
    });
  });

  test('nothing that is not in the contract, and only the name of what is malformed', async () => {
    const target = `${items}?${query}&other=1&limit[a]=2&__proto__=3&constructor=4&archived=x`;
    const { body } = await list(target, { ...ann, 'X-Trace': 'a1', 'X-Other': '1', 'X-Request-Id': 'a' });
    const request = {
      userId: 'ann',
      roles: ['editor'],
      path: { shelf: 1 },
      query: { since: '2026-11-21' },
      header: {},
      malformed: ['archived', 'X-Trace'],
    };
    expect(body.request).toEqual(request);
  });

  test('the members of the body when it reads the body', async () => {
    const put = async (body: string) => await (await fetch(`${url}/shelves/1/note`, { method: 'PUT', body })).json();
    expect(await put('{"title":"a","other":1}')).toMatchObject({ request: { body: { members: { title: 'a' } } } });
    expect(await put('{')).toMatchObject({ request: { body: { response: { body: { error: 'Not JSON' } } } } });
    expect(await put(' '.repeat(101))).toMatchObject({
      request: { body: { response: { body: { error: 'Not JSON' } } } },
    });
    const request = { roles: [], path: { shelf: 1 }, query: {}, header: {}, malformed: [], body: { members: {} } };
    expect(await put('"text"')).toEqual({ request });
  });
});

test.each([
  ['the first of several', '/shelves/x/items?since=x&limit=x', ann, 'No such shelf'],
  ['the second, if the first is valid', `${items}?limit=x&since=x`, ann, 'No such date'],
  ['a path with an encoded slash', `/shelves/1%2F2/items?${query}`, ann, 'No such shelf'],
  ['a missing query', items, ann, 'No such date'],
])('a malformed parameter is rejected by its row of x-checks: %s', async (_title, target, headers, error) => {
  expect(await list(target, headers)).toEqual({ status: 400, body: { error } });
});

test('a 204 has neither a body nor a Content-Type', async () => {
  const listItems = async () => ({ status: 204, headers: { 'Cache-Control': 'no-store', 'X-Last': true } });
  const response = await fetch(`${await start({ handlers: { ...echo, listItems } })}${items}?${query}`, {
    headers: ann,
  });
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(response.headers.get('Content-Type')).toBeNull();
  expect([response.headers.get('Cache-Control'), response.headers.get('X-Last')]).toEqual(['no-store', 'true']);
});

const fail = async () => Promise.reject(new Error('a reason'));
test.each<[string, Partial<ApiOptions>]>([
  ['in the handler', { handlers: { ...echo, listItems: fail } }],
  ['during authentication', { authenticate: fail }],
])('a failure %s gets the 500 of its operation, and the log has its reason', async (_title, options) => {
  const setId: Middleware = async (ctx, next) => {
    ctx.state['requestId'] = 'an-id';
    await next();
  };
  const response = await fetch(`${await start(options, setId)}${items}?${query}`, { headers: ann });
  expect([response.status, await response.json()]).toEqual([500, { error: 'Failed' }]);
  expect(log).toMatchObject([{ msg: 'request failed', requestId: 'an-id', err: { message: 'a reason' } }]);
});

describe('on a path with several operations', () => {
  test('HEAD is the GET without its body', async () => {
    const target = `${url}${items}?${query}`;
    const whole = await fetch(target, { headers: ann });
    const head = await fetch(target, { method: 'HEAD', headers: ann });
    expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'application/json']);
    expect(Number(head.headers.get('Content-Length'))).toBe((await whole.arrayBuffer()).byteLength);
    expect(await head.text()).toBe('');
  });

  test.each([
    ['DELETE', items, 'GET, HEAD, POST'],
    ['OPTIONS', items, 'GET, HEAD, POST'],
    ['PROPFIND', '/shelves/1/note', 'PUT, DELETE'],
  ])('%s %s gets a 405, and Allow lists the methods', async (method, target, methods) => {
    const response = await fetch(url + target, { method });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, methods]);
  });

  test.each(['/shelf', '/shelves/1', '/shelves/1/items/', '/shelves//items', '/shelves/%zz/items', '/%'])(
    'other paths, such as %s, are left to the next middleware',
    async (target) => {
      const response = await fetch(`${url}${target}?${query}`, { headers: ann });
      expect(await response.text()).toBe('the next middleware');
    },
  );
});

test('an operation without a handler is rejected at start', async () => {
  const { listItems: _, ...others } = echo;
  await expect(start({ handlers: others })).rejects.toThrow('The operation listItems has no handler');
});

/** A viewer may list items, an editor may list and add them. */
describe('with real tokens, the API', () => {
  let url: string;
  beforeAll(async () => {
    const roles = { claim: 'roles', names: { viewer: 'viewer', editor: 'editor' } };
    const settings = { secret: testSecret, roles };
    url = await start(await createAuthenticate(settings, Temporal.Now.instant, logger));
  });

  const bearer = async (roles: unknown) => ({ Authorization: `Bearer ${await token('ann', { roles })}` });
  const listAs = async (roles: unknown) =>
    (await fetch(`${url}${items}?${query}`, { headers: await bearer(roles) })).status;
  const add = async (roles: unknown, headers: Record<string, string> = {}, body: string | Buffer = '{"title":"a"}') => {
    const response = await fetch(url + items, {
      method: 'POST',
      headers: { ...(await bearer(roles)), ...headers },
      body,
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };

  test('lets in who has the role of the operation, or one that includes it', async () => {
    for (const roles of [['viewer'], ['editor'], ['reader', 'viewer']]) expect(await listAs(roles)).toBe(200);
    for (const roles of [['editor'], ['viewer', 'editor']]) expect((await add(roles)).status).toBe(200);
    expect(await listAs(['reader'])).toBe(403);
    expect(await add(['viewer'])).toEqual({ status: 403, body: { error: 'Not you' } });
  });

  const members = { members: { title: 'a' } };
  const notJson = {
    response: { status: 400, headers: { 'Content-Type': 'application/json' }, body: { error: 'Not JSON' } },
  };
  test.each<[string, object]>([
    ['application/json', members],
    ['application/json; charset=utf-8', members],
    ['application/json; charset=latin1', notJson],
    ['application/problem+json', notJson],
    ['application/x-www-form-urlencoded', notJson],
    ['', notJson],
  ])('reads a body as JSON only if its Content-Type says so: %j', async (type, read) => {
    expect((await add(['editor'], { 'Content-Type': type })).body.request.body).toEqual(read);
  });

  test('takes a body without a Content-Type for none, whatever its size, and an empty one for no members', async () => {
    for (const body of [Buffer.from('{"title":"a"}'), Buffer.alloc(1_000_000)]) {
      expect((await add(['editor'], {}, body)).body.request.body).toEqual(notJson);
    }
    const json = { 'Content-Type': 'application/json' };
    expect((await add(['editor'], json, '')).body.request.body).toEqual({ members: {} });
  });

  test('takes an absent body for no JSON', async () => {
    const { Authorization } = await bearer(['editor']);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const lines = [`Authorization: ${Authorization}`, 'Content-Type: application/json', 'Connection: close'];
    socket.write([`POST ${items} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n'));
    expect(await text(socket)).toContain(JSON.stringify(notJson));
  });
});
