import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { type Authenticate, createAuthenticate } from '../../src/auth/authenticate.ts';
import { JwksUnavailableError } from '../../src/auth/jwks.ts';
import { createLogger } from '../../src/log.ts';

/** The key set alone, at instants that are set: jwks.test.ts tests it in the service, where time goes on. */
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
let milliseconds: number;
let log: { msg: string; url?: string; err?: { message: string } }[];
let authenticate: Authenticate;
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
  milliseconds = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => milliseconds);
  log = [];
  const logger = createLogger('warn', { write: (line) => log.push(JSON.parse(line)) });
  const config = { jwksUrl: new URL(`${url}?token=a-secret`), issuer: undefined, audience: undefined };
  authenticate = await createAuthenticate(config, Temporal.Now.instant, logger);
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  jest.restoreAllMocks();
});

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

describe('the key set is fetched again', () => {
  test.each([
    ['not a millisecond before it is ten minutes old', 599_999, 1],
    ['as soon as it is ten minutes old', 600_000, 2],
  ])('%s', async (_title, age, want) => {
    expect(await userOf()).toBe('ann');
    milliseconds += age;
    expect(await userOf()).toBe('ann');
    expect(fetches).toBe(want);
  });

  test.each([
    ['not for an unknown key half a minute less a millisecond later', 29_999, undefined, 1],
    ['for an unknown key half a minute later', 30_000, 'ann', 2],
  ])('%s', async (_title, age, user, want) => {
    expect(await userOf()).toBe('ann');
    keys = [published, second];
    milliseconds += age;
    expect(await userOf('ann', 'second', other.privateKey)).toBe(user);
    expect(fetches).toBe(want);
  });

  test('not for a token that could mean several keys', async () => {
    keys = [published, second];
    expect(await userOf()).toBe('ann');
    milliseconds += 60_000;
    expect(await userOf('ann', null)).toBeUndefined();
    expect(fetches).toBe(1);
  });

  test.each([
    ['not half a minute less a millisecond after it failed', 29_999, 1],
    ['half a minute after it failed', 30_000, 2],
  ])('%s', async (_title, age, want) => {
    status = 503;
    await expect(userOf()).rejects.toThrow(JwksUnavailableError);
    milliseconds += age;
    await userOf().catch(() => undefined);
    expect(fetches).toBe(want);
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

test('a server that hangs is waited for for two seconds', async () => {
  hangs = true;
  const start = performance.now();
  await expect(userOf()).rejects.toThrow(JwksUnavailableError);
  const seconds = (performance.now() - start) / 1000;
  expect(seconds).toBeGreaterThan(1.9);
  expect(seconds).toBeLessThan(4);
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
