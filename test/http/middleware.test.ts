import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { handleErrors } from '../../src/app.ts';
import { logRequests, observeRequests } from '../../src/http/observe-requests.ts';
import { createLogger } from '../../src/log.ts';

const failed = { status: 500, headers: { 'Content-Type': 'application/json' }, body: { error: 'Failed' } };

let log: Record<string, unknown>[];
let logger: Logger;
let server: Server | undefined;
beforeEach(() => {
  log = [];
  logger = createLogger('info', { write: (line) => log.push(JSON.parse(line)) });
});
afterEach(() => {
  server?.close();
});

/** The response of a real Koa app with nothing but these. */
async function responseThrough(...middleware: Middleware[]): Promise<Response> {
  const app = new Koa();
  for (const each of middleware) app.use(each);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

const withId: Middleware = (ctx, next) => {
  ctx.state['requestId'] = 'an-id';
  ctx.set('X-Before', 'kept');
  return next();
};

test("turns an unhandled error into the documented 500, and logs its reason with the request's id", async () => {
  const response = await responseThrough(withId, handleErrors(logger, failed), () => {
    throw new Error('a reason');
  });
  expect([response.status, response.headers.get('X-Before')]).toEqual([500, 'kept']);
  expect(await response.json()).toEqual({ error: 'Failed' });
  expect(log).toEqual([
    expect.objectContaining({
      msg: 'request failed',
      requestId: 'an-id',
      err: expect.objectContaining({ message: 'a reason' }),
    }),
  ]);
});

test('each observer gets the milliseconds of each request once', async () => {
  const observed: number[][] = [[], []];
  const observers = observed.map((all) => (_ctx: unknown, milliseconds: number) => {
    all.push(milliseconds);
  });
  await responseThrough(observeRequests(...observers), async (ctx) => {
    await setTimeout(50);
    ctx.body = 'done';
  });
  expect(observed[0]).toHaveLength(1);
  expect(observed[1]).toEqual(observed[0]);
  expect(observed[0]?.[0]).toBeGreaterThan(45);
  expect(observed[0]?.[0]).toBeLessThan(5_000);
  expect(observed[0]?.[0]).toBeLessThan(performance.now());
});

test('logs milliseconds with three decimals', async () => {
  await responseThrough(withId, (ctx) => {
    ctx.body = 'done';
    logRequests(logger)(ctx, 12.345678);
  });
  expect(log).toEqual([
    expect.objectContaining({
      msg: 'request completed',
      method: 'GET',
      status: 200,
      duration: 12.346,
      requestId: 'an-id',
    }),
  ]);
});
