import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { type Authentication, createAuthenticate } from '../../src/auth/authenticate.ts';
import { JwksUnavailableError } from '../../src/auth/jwks.ts';
import { createLogger } from '../../src/log.ts';
import { eventually } from '../support/eventually.ts';
import { skip, stopTimers } from '../support/timers.ts';

/** The key set alone: jwks.test.ts tests it in the service. */
const { privateKey, publicKey } = await generateKeyPair('ES256');
const other = await generateKeyPair('ES256');
const published = { ...(await exportJWK(publicKey)), kid: 'key' };
const second = { ...(await exportJWK(other.publicKey)), kid: 'second' };

let keys: JWK[];
let status: number;
let fetches: number;
let hangs: boolean;
let server: Server;
let url: string;
let log: { msg: string; url?: string; err?: { message: string } }[];
let authentication: Authentication | undefined;
beforeEach(async () => {
  keys = [published];
  status = 200;
  fetches = 0;
  hangs = false;
  server = createServer((_request, response) => {
    fetches += 1;
    if (!hangs) response.writeHead(status).end(JSON.stringify({ keys }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  log = [];
  stopTimers();
});
afterEach(() => {
  authentication?.[Symbol.dispose]();
  authentication = undefined;
  server.close();
  server.closeAllConnections();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Starts on the first call, when the test has set up the server. */
async function started(): Promise<Authentication> {
  const lines = log; // of this test only
  const logger = createLogger('warn', { write: (line) => lines.push(JSON.parse(line)) });
  const config = { jwksUrl: new URL(`${url}?token=a-secret`), issuer: undefined, audience: undefined };
  authentication ??= await createAuthenticate(config, Temporal.Now.instant, logger);
  return authentication;
}

async function authenticate(authorization: string | undefined): Promise<string | undefined> {
  return await (await started()).authenticate(authorization);
}

/** Waits until a number of fetches have failed. */
async function failed(count: number): Promise<void> {
  await eventually(`failure ${count}`, () => log.length >= count);
}

async function userOf(sub: unknown = 'ann', kid: string | null = 'key', key: CryptoKey = privateKey) {
  const token = await new SignJWT({ sub: sub as string, exp: 4_102_444_800 })
    .setProtectedHeader({ alg: 'ES256', ...(kid !== null && { kid }) })
    .sign(key);
  return await authenticate(`Bearer ${token}`);
}

test.each(['RS256', 'ES256', 'EdDSA'])('a token signed by %s passes', async (alg) => {
  const pair = await generateKeyPair(alg);
  keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'key' }];
  const token = await new SignJWT({ sub: 'ann', exp: 4_102_444_800 })
    .setProtectedHeader({ alg, kid: 'key' })
    .sign(pair.privateKey);
  expect(await authenticate(`Bearer ${token}`)).toBe('ann');
});

test('the key set is fetched at start', async () => {
  const { hasKeys } = await started();
  expect(hasKeys()).toBe(false);
  await eventually('keys', hasKeys);
  expect(fetches).toBe(1);
});

describe('the key set is fetched again', () => {
  test('as soon as it is ten minutes old, and not a millisecond before', async () => {
    expect(await userOf()).toBe('ann');
    await skip(599_999);
    expect(await userOf()).toBe('ann');
    expect(fetches).toBe(1);
    keys = [second];
    await skip(1);
    await eventually('the withdrawal of the key', async () => (await userOf()) === undefined);
    expect(await userOf('ann', 'second', other.privateKey)).toBe('ann');
    expect(fetches).toBe(2);
  });

  test('as soon as it is ten minutes old, even if the clock is set back by a day', async () => {
    expect(await userOf()).toBe('ann');
    const real = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => real() - 86_400_000);
    keys = [second];
    await skip(600_000);
    await eventually('the withdrawal of the key', async () => (await userOf()) === undefined);
    expect(await userOf('ann', 'second', other.privateKey)).toBe('ann');
  });

  test.each([
    ['not for an unknown key half a minute less a millisecond later', 29_999, undefined, 1],
    ['for an unknown key half a minute later', 30_000, 'ann', 2],
  ])('%s', async (_title, age, user, want) => {
    expect(await userOf()).toBe('ann');
    keys = [published, second];
    await skip(age);
    expect(await userOf('ann', 'second', other.privateKey)).toBe(user);
    expect(fetches).toBe(want);
  });

  test('not for a token that could mean several keys', async () => {
    keys = [published, second];
    expect(await userOf()).toBe('ann');
    await skip(60_000);
    expect(await userOf('ann', null)).toBeUndefined();
    expect(fetches).toBe(1);
  });

  test('1, 2, 4, 8, 16 and then always 30 seconds after it failed', async () => {
    status = 503;
    await expect(userOf()).rejects.toThrow(JwksUnavailableError);
    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await failed(index + 1);
      await skip(seconds * 1000 - 1);
      expect(fetches).toBe(index + 1);
      await skip(1);
    }
    await failed(8);

    status = 200;
    await skip(30_000);
    await eventually('keys', (await started()).hasKeys);
    expect(await userOf()).toBe('ann');
  });

  test('a second after it failed, even if the clock is then set back by a day', async () => {
    status = 503;
    const real = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + 86_400_000);
    await expect(userOf()).rejects.toThrow(JwksUnavailableError);
    clock.mockRestore();
    status = 200;
    await skip(1_000);
    await eventually('keys', (await started()).hasKeys);
    expect(await userOf()).toBe('ann');
  });
});

test('without any key set, the error names where it should come from, and the log the reason, but no secret', async () => {
  status = 503;
  await expect(userOf()).rejects.toThrow(new JwksUnavailableError(`No key set from ${url}`));
  expect(log).toEqual([
    expect.objectContaining({
      msg: 'key set fetch failed',
      url,
      err: expect.objectContaining({ message: expect.stringMatching(/./) }),
    }),
  ]);
});

describe('a server that hangs', () => {
  test('is waited for for two seconds, by the first requests', async () => {
    hangs = true;
    const start = Date.now();
    await expect(userOf()).rejects.toThrow(JwksUnavailableError);
    const seconds = (Date.now() - start) / 1000;
    expect(seconds).toBeGreaterThan(1.9);
    expect(seconds).toBeLessThan(4);
  });

  test('delays no request once there are keys, except one with an unknown key', async () => {
    expect(await userOf()).toBe('ann');
    hangs = true;
    await skip(600_000);
    await eventually('a fetch', () => fetches === 2);

    expect(await userOf()).toBe('ann');
    expect(log).toEqual([]); // the fetch has not ended
    expect(await userOf('ann', 'second', other.privateKey)).toBeUndefined();
    await failed(1);
    expect(await userOf('ann', 'second', other.privateKey)).toBeUndefined();
    expect(await userOf()).toBe('ann');
    expect(fetches).toBe(2);
  });
});

describe('a key set that is too large is rejected, and the last one stays in use:', () => {
  test.each<[string, () => JWK[], RegExp]>([
    ['more than 256 KiB', () => [{ ...published, x5c: ['x'.repeat(256 * 1024)] }], /more than 262144 bytes/],
    ['more than 100 keys', () => Array.from({ length: 101 }, () => second), /more than 100 keys/],
  ])('%s', async (_title, tooMany, reason) => {
    expect(await userOf()).toBe('ann');
    keys = tooMany();
    await skip(600_000);
    await failed(1);
    expect(log[0]?.err?.message).toMatch(reason);
    expect(await userOf()).toBe('ann');
  });
});

describe('a token that does not pass', () => {
  test.each<[string, () => Promise<string | undefined>]>([
    ['is signed by another key', () => userOf('ann', 'key', other.privateKey)],
    ['names nobody', () => userOf('')],
    ['names a user by a number', () => userOf(1)],
    ['is absent', () => authenticate(undefined)],
  ])('is nobody, and the log says nothing: it %s', async (_title, user) => {
    expect(await user()).toBeUndefined();
    expect(log).toEqual([]);
  });

  test('because its key cannot be used is nobody, and the log says why', async () => {
    keys = [{ ...published, x: published.y ?? '', y: published.x ?? '' }];
    expect(await userOf()).toBeUndefined();
    expect(log).toEqual([
      expect.objectContaining({
        msg: 'token key unusable',
        err: expect.objectContaining({ message: expect.stringMatching(/./) }),
      }),
    ]);
  });
});
