import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import Koa, { type Middleware } from 'koa';
import type { Operation } from 'openapi-backend';
import { type ApiOptions, createApi } from '../../src/api/api.ts';
import { createReadParameters } from '../../src/api/parameters.ts';
import { createLogger } from '../../src/log.ts';
import { echo, generate, madeUpContract } from '../support/made-up-contract.ts';

const contract = madeUpContract();
const { fallbackResponses: fallbacks } = await generate(contract);
let log: Record<string, unknown>[] = [];
const logger = createLogger('info', { write: (line) => log.push(JSON.parse(line)) });
const authenticate = async () => ({ id: 'ann', roles: [] });

let server: Server | undefined;
afterEach(() => {
  server?.close();
  log = [];
});

/** What a request leaves in Koa's state, for the log and the measurements, after it has been responded to. */
async function stateAfter(target: string, init: RequestInit = {}, options: Partial<ApiOptions> = {}) {
  let state: Record<string, unknown> = {};
  const around: Middleware = async (ctx, next) => {
    ctx.state['requestId'] = 'an-id';
    await next();
    state = ctx.state;
  };
  const app = new Koa();
  app.use(around);
  app.use(await createApi({ contract, handlers: echo, fallbacks, authenticate, logger, ...options }));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${target}`, init);
  return { status, operation: (state['operation'] as Operation | undefined)?.operationId, userId: state['userId'] };
}

const items = '/shelves/1/items';
const listed = `${items}?since=2026-11-21`;

test.each<[string, string, RequestInit, object]>([
  ['an operation', listed, {}, { status: 200, operation: 'listItems', userId: 'ann' }],
  ['another method of its path', items, { method: 'PUT' }, { status: 405, operation: 'listItems', userId: undefined }],
  ['another path', '/other', {}, { status: 404, operation: undefined, userId: undefined }],
])('the state has the operation and the user of %s', async (_title, target, init, want) => {
  expect(await stateAfter(target, init)).toEqual(want);
});

test("logs the reason of an unexpected failure with the request's id", async () => {
  const fail = async () => Promise.reject(new Error('a reason'));
  expect(await stateAfter(listed, {}, { handlers: { ...echo, listItems: fail } })).toMatchObject({ status: 500 });
  expect(log).toEqual([
    expect.objectContaining({
      msg: 'request failed',
      requestId: 'an-id',
      err: expect.objectContaining({ message: 'a reason' }),
    }),
  ]);
});

test('rejects an invalid OpenAPI document at start', async () => {
  const broken = { ...contract, paths: { '/x': { get: { operationId: 'listItems' } } } };
  await expect(createApi({ contract: broken, handlers: echo, fallbacks, authenticate, logger })).rejects.toThrow(
    /not valid OpenAPI/,
  );
});

test('needs no `authenticate` if the contract has no security', async () => {
  const { security: _, ...open } = madeUpContract();
  const { securitySchemes: __, ...components } = open.components;
  const api = createApi({ contract: { ...open, components }, handlers: echo, fallbacks, logger });
  await expect(api).resolves.toBeInstanceOf(Function);
});

test('reads header names in any case, and other names only as written', () => {
  const schema = { type: 'string' };
  const parameters = ['path', 'query', 'header'].map((place) => ({ name: 'sortBy', in: place, schema }));
  const readParameters = createReadParameters({ parameters, method: 'get', path: '/', responses: {} } as never);
  const { values } = readParameters({
    params: { sortBy: 'a' },
    query: { sortBy: 'b', sortby: 'c' },
    headers: { sortby: 'd' },
  } as never);
  expect(values).toEqual({ path: { sortBy: 'a' }, query: { sortBy: 'b' }, header: { sortBy: 'd' } });
});
