import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Koa from 'koa';
import { createReadJson } from '../../src/api/body.ts';

const readJson = createReadJson(30);
let server: Server;
beforeAll(async () => {
  const app = new Koa();
  app.use(async (ctx) => {
    ctx.body = await readJson(ctx);
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

test.each([
  ['an object', '{"a":1}', 'utf-8', { members: { a: 1 } }],
  ['nothing', '', 'utf-8', { members: {} }],
  ['null', 'null', 'utf-8', { members: {} }],
  ['a string', '"text"', 'utf-8', { members: {} }],
  ['a number', '1', 'utf-8', { members: {} }],
  ['true', 'true', 'utf-8', { members: {} }],
  ['what is cut short', '{"a":', 'utf-8', { rejected: 'not JSON' }],
  ['an object in another charset', '{"a":1}', 'latin1', { rejected: 'not JSON' }],
  ['as many bytes as are allowed', '{}'.padEnd(30), 'utf-8', { members: {} }],
  ['a byte more', '{}'.padEnd(31), 'utf-8', { rejected: 'too large' }],
])('%s is read as JSON: %j in %s', async (_title, body, charset, want) => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
    method: 'POST',
    headers: { 'Content-Type': `application/json; charset=${charset}` },
    body,
  });
  expect(await response.json()).toEqual(want);
});
