import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import type { Context } from '../../src/api/state.ts';
import { handleErrors } from '../../src/app.ts';
import { beginInTurns } from '../../src/http/begin-in-turns.ts';
import { observeRequests, validTraceparent } from '../../src/http/observe-requests.ts';
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

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

test.each([`00-${traceId}-${parentId}-ff`, `00-${'0'.repeat(31)}1-${'0'.repeat(15)}1-00`])(
  'the traceparent %s is valid',
  (header) => {
    expect(validTraceparent(header)).toBe(header);
  },
);

test.each<[string, string | string[] | undefined]>([
  ['absent', undefined],
  ['a list', [`00-${traceId}-${parentId}-01`]],
  ['empty', ''],
  ['of another version', `01-${traceId}-${parentId}-01`],
  ['with a trace of zeros', `00-${'0'.repeat(32)}-${parentId}-01`],
  ['with a parent of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['in upper case', `00-${traceId.toUpperCase()}-${parentId}-01`],
  ['with a trace that is too short', `00-${traceId.slice(1)}-${parentId}-01`],
  ['not hexadecimal', `00-${traceId.replace('4', 'g')}-${parentId}-01`],
  ['longer than version 00', `00-${traceId}-${parentId}-01-more`],
  ['with a line break after it', `00-${traceId}-${parentId}-01\n`],
  ['sent twice', `00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`],
])('a traceparent that is %s is invalid', (_title, header) => {
  expect(validTraceparent(header)).toBeUndefined();
});

test('requests begin in the order in which they came, so many in a turn of the event loop', async () => {
  const begun: number[] = [];
  const middleware = beginInTurns(2);
  const ask = (id: number) => middleware({} as Context, async () => void begun.push(id));
  const asked = [1, 2, 3, 4, 5].map(ask);
  expect(begun).toEqual([1, 2]);
  await setImmediate();
  asked.push(ask(6));
  expect(begun).toEqual([1, 2, 3, 4]);
  await setImmediate();
  expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
  await Promise.all(asked);
});
