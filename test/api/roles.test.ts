import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Koa from 'koa';
import { pino } from 'pino';
import { createApi } from '../../src/api/api.ts';
import { createAuthenticate } from '../../src/auth/authenticate.ts';
import { contractWithRoles, echo, generate } from '../support/made-up-contract.ts';
import { testSecret, token } from '../support/service.ts';

/** The gate of operations with a role: a viewer may list items, an editor may list and add them. */
const contract = contractWithRoles();
const logger = pino({ level: 'silent' });
const items = '/shelves/1/items';
const listed = `${items}?since=2026-11-21`;

let server: Server;
let url: string;
beforeAll(async () => {
  const { fallbackResponses: fallbacks } = await generate(contract);
  const { authenticate } = await createAuthenticate(
    { secret: testSecret, issuer: undefined, audience: undefined },
    Temporal.Now.instant,
    logger,
  );
  const app = new Koa();
  app.use(await createApi({ contract, handlers: echo, fallbacks, authenticate, logger }));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const bearer = async (roles: unknown) => ({ Authorization: `Bearer ${await token('ann', { roles })}` });

async function responseTo(target: string, init: RequestInit = {}) {
  const response = await fetch(url + target, init);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const add = async (roles: unknown, headers: Record<string, string> = {}, body = '{"title":"a"}') =>
  await responseTo(items, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(await bearer(roles)), ...headers },
    body,
  });

const notAllowed = { status: 403, body: { error: 'Not you' } };

describe('a request without the role of its operation gets a 403', () => {
  test.each<[string, unknown]>([
    ['no claim', undefined],
    ['null', null],
    ['an empty array', []],
    ['the role as a string', 'viewer'],
    ['the roles as one string', 'viewer editor'],
    ['an object', { viewer: true }],
    ['an array with anything else than strings', ['viewer', 1]],
    ['an array in an array', [['viewer']]],
    ['other roles', ['reader', 'Viewer', 'viewer ', '']],
    ['names that every object has', ['constructor', '__proto__', 'includes']],
  ])('%s', async (_title, roles) => {
    expect(await responseTo(listed, { headers: await bearer(roles) })).toEqual(notAllowed);
  });

  test('a viewer who adds', async () => {
    expect(await add(['viewer'])).toEqual(notAllowed);
  });
});

describe('a request with the role of its operation gets to the handler', () => {
  test.each<[string, string[]]>([
    ['a viewer', ['viewer']],
    ['an editor, whose role includes it', ['editor']],
    ['one with other roles, too', ['reader', 'viewer']],
  ])('%s who lists', async (_title, roles) => {
    const { status, body } = await responseTo(listed, { headers: await bearer(roles) });
    expect([status, body.request]).toEqual([200, expect.objectContaining({ userId: 'ann' })]);
  });

  test.each<[string, string[]]>([
    ['an editor', ['editor']],
    ['one who has both roles', ['viewer', 'editor']],
  ])('%s who adds', async (_title, roles) => {
    const { status, body } = await add(roles);
    expect([status, body.request]).toEqual([
      200,
      { userId: 'ann', path: { shelf: 1 }, query: {}, header: {}, body: { members: { title: 'a' } } },
    ]);
  });
});

test('the token is checked before the role, the role before the parameters', async () => {
  const malformed = '/shelves/x/items';
  expect((await responseTo(malformed)).status).toBe(401);
  expect((await responseTo(malformed, { headers: await bearer([]) })).status).toBe(403);
  expect(await responseTo(malformed, { headers: await bearer(['viewer']) })).toEqual({
    status: 400,
    body: { error: 'No such shelf' },
  });
});

test('the role is checked before the body, whatever its size', async () => {
  const { status } = await add(['viewer'], {}, 'x'.repeat(1_000_000));
  expect(status).toBe(403);
});

describe('a body that needs its media type', () => {
  const members = { members: { title: 'a' } };
  const notJson = { rejected: 'not JSON' };

  test.each<[string, object]>([
    ['application/json', members],
    ['application/json; charset=utf-8', members],
    ['Application/JSON ;charset=UTF-8', members],
    ['application/json; charset=latin1', notJson],
    ['application/problem+json', notJson],
    ['application/jsonp', notJson],
    ['text/json', notJson],
    ['text/plain', notJson],
    ['text/plain; application/json', notJson],
    ['application/x-www-form-urlencoded', notJson],
    ['multipart/form-data; boundary=x', notJson],
    ['*/*', notJson],
    ['garbage', notJson],
    ['', notJson],
  ])('as %j', async (type, read) => {
    expect((await add(['editor'], { 'Content-Type': type })).body.request.body).toEqual(read);
  });

  test('without a Content-Type is not JSON', async () => {
    const body = Buffer.from('{"title":"a"}');
    const response = await responseTo(items, { method: 'POST', headers: await bearer(['editor']), body });
    expect(response.body.request.body).toEqual(notJson);
  });

  test('that is empty has no members', async () => {
    expect((await add(['editor'], {}, '')).body.request.body).toEqual({ members: {} });
  });

  test('that is absent is not JSON', async () => {
    const { Authorization } = await bearer(['editor']);
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const lines = [`Authorization: ${Authorization}`, 'Content-Type: application/json', 'Connection: close'];
    socket.write([`POST ${items} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n'));
    expect(await text(socket)).toContain(JSON.stringify(notJson));
  });

  test('of another type is not JSON, whatever its size', async () => {
    const { body } = await add(['editor'], { 'Content-Type': 'text/plain' }, 'x'.repeat(1_000_000));
    expect(body.request.body).toEqual(notJson);
  });
});
