import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { Logger } from 'pino';
import { type Authentication, createAuthenticate } from '../../src/auth/authenticate.ts';
import { createJwks, JwksUnavailableError } from '../../src/auth/jwks.ts';
import { createLogger } from '../../src/log.ts';
import { eventually } from '../support/eventually.ts';
import { TestService } from '../support/service.ts';
import { realTime, skip, stopTimers, waitingTimers } from '../support/timers.ts';

/** A key that an issuer signs tokens with, and its public part as published. */
interface SigningKey {
  readonly alg: string;
  readonly privateKey: CryptoKey | KeyObject | Uint8Array;
  readonly publicKey: CryptoKey | KeyObject;
  readonly jwk: JWK & { readonly kid: string };
}

/** Made once, since it takes long. It serves every algorithm of RSA. */
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

async function createKey(alg: string, kid: string, rsaPair = rsa) {
  const pair = /^[RP]S/.test(alg) ? rsaPair : await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid };
  return { ...pair, alg, jwk, privateJwk: await exportJWK(pair.privateKey) };
}

/** Shorter than RS256 allows. */
const weak = await createKey('RS256', 'weak', generateKeyPairSync('rsa', { modulusLength: 1024 }));
const rsaKey = await createKey('RS256', 'rsa');
const first = await createKey('ES256', 'first');
const second = await createKey('ES256', 'second');
const [published, next] = [first.jwk, second.jwk];
const pointless = { ...published, x: String(published.y), y: String(published.x) };

let keys: JWK[] | undefined;
/** What the response has before the key set. */
let before: string;
let status: number;
let fetches: number;
/** Whether the server responds only after two seconds. */
let hangs: boolean;
let server: Server;
let port: number;
let log: { msg: string; url?: string; err?: { message: string } }[];
let logger: Logger;
let authentication: Authentication | undefined;
beforeEach(async () => {
  before = '';
  keys = [published];
  status = 200;
  fetches = 0;
  hangs = false;
  server = createServer(async (_request, response) => {
    fetches += 1;
    if (hangs) await setTimeout(2_000, undefined, { ref: false });
    response.writeHead(status).end(before + JSON.stringify({ keys }));
  });
  port = 0;
  await startServer();
  const lines: typeof log = []; // of this test only
  log = lines;
  logger = createLogger('warn', { write: (line) => lines.push(JSON.parse(line)) });
  stopTimers();
});
afterEach(() => {
  authentication?.[Symbol.dispose]();
  authentication = undefined;
  stopServer();
  realTime();
  jest.restoreAllMocks();
});

async function startServer(): Promise<void> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
}

function stopServer(): void {
  server.close();
  server.closeAllConnections();
}

const url = () => `http://127.0.0.1:${port}/keys`;

/** Starts on the first call, when the test has set up the server. */
async function started(): Promise<Authentication> {
  const config = { jwksUrl: new URL(`${url()}?token=a-secret`), issuer: undefined, audience: undefined };
  authentication ??= await createAuthenticate(config, Temporal.Now.instant, logger);
  return authentication;
}

/** @param header what differs from the key's own; without a key id if that is null */
async function tokenOf(key: SigningKey, header: { alg?: string; kid?: string | null } = {}, sub: unknown = 'ann') {
  const { alg = key.alg, kid = key.jwk.kid } = header;
  const token = await new SignJWT({ sub: sub as string, exp: 4_102_444_800 }) // the year 2100: the tests skip hours
    .setProtectedHeader(kid === null ? { alg } : { alg, kid })
    .sign(key.privateKey);
  return `Bearer ${token}`;
}

/** The user whom a token names; undefined if it is rejected. */
async function userOf(...token: Parameters<typeof tokenOf>): Promise<string | undefined> {
  return (await (await started()).authenticate(await tokenOf(...token)))?.id;
}

/** Waits until a number of fetches have failed. */
async function failed(count: number): Promise<void> {
  await eventually(`failure ${count}`, () => log.length >= count);
}

describe('a token', () => {
  test.each<[string, string | undefined, string | undefined]>([
    ['RS256', undefined, 'ann'],
    ['ES256', undefined, 'ann'],
    ['EdDSA', undefined, 'ann'],
    ['Ed25519', undefined, 'ann'],
    ['EdDSA', 'Ed25519', 'ann'], // its other name
    ['Ed25519', 'EdDSA', 'ann'],
    ['RS384', undefined, undefined],
    ['PS256', undefined, undefined],
    ['ES384', undefined, undefined],
  ])('signed by %s with a key for %s names %s', async (alg, ofKey, user) => {
    const key = await createKey(alg, 'key');
    keys = [published, { ...key.jwk, ...(ofKey !== undefined && { alg: ofKey }) }];
    expect(await userOf(key)).toBe(user);
  });

  test('signed by HS256 with a public key is rejected', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(first.publicKey));
    expect(await userOf({ ...first, alg: 'HS256', privateKey: secret })).toBeUndefined();
  });

  test('signed by another key under the id of a published one is rejected, and the log has no warning', async () => {
    expect(await userOf(second, { kid: 'first' })).toBeUndefined();
    expect(log).toEqual([]);
  });

  test('without a key id passes if any key of its type fits', async () => {
    keys = [published, next];
    expect(await userOf(first, { kid: null })).toBe('ann');
    expect(await userOf(second, { kid: null })).toBe('ann');
    expect(await userOf(await createKey('ES256', 'third'), { kid: null })).toBeUndefined();
  });

  describe.each<[string, JWK, SigningKey]>([
    ['no point of its curve', pointless, first],
    ['too weak', weak.jwk, rsaKey],
    ['a private one', first.privateJwk, first],
  ])('of a set with a key that is %s', (_title, unusable, key) => {
    test('passes without a key id, if a later key fits', async () => {
      keys = [{ ...unusable, kid: 'unusable' }, next, key.jwk];
      expect(await userOf(key, { kid: null })).toBe('ann');
      expect(log).toEqual([]);
    });

    test('is rejected if it names that key, and the log says why, once a minute', async () => {
      keys = [{ ...unusable, kid: key.jwk.kid }];
      for (const kid of [key.jwk.kid, null, key.jwk.kid]) expect(await userOf(key, { kid })).toBeUndefined();
      const err = expect.objectContaining({ message: expect.stringMatching(/./) });
      expect(log).toEqual([expect.objectContaining({ msg: 'token key unusable', err })]);
      await skip(60_000);
      expect(await userOf(key)).toBeUndefined();
      expect(log).toHaveLength(2);
    });
  });

  test('passes if members of the key set are no keys, and if a byte order mark precedes it', async () => {
    before = '\ufeff';
    keys = [null, 3, 'key', [published], {}, published] as JWK[];
    expect(await userOf(first)).toBe('ann');
  });
});

test('the key set is fetched at start, and once for any number of requests; its age counts from there', async () => {
  await skip(5_000);
  const { hasKeys, keySetAge } = await started();
  expect([hasKeys(), keySetAge()]).toEqual([false, undefined]);
  expect(await Promise.all(Array.from({ length: 5 }, () => userOf(first)))).toEqual(Array(5).fill('ann'));
  expect(await userOf(first)).toBe('ann');
  expect([hasKeys(), keySetAge()]).toEqual([true, 0]);
  await skip(90_000);
  expect(keySetAge()).toBe(90);
  expect(fetches).toBe(1);
});

describe('the key set is not fetched again', () => {
  test('once it is disposed of, also during a fetch', async () => {
    (await started())[Symbol.dispose]();
    expect(await userOf(first)).toBe('ann');
    expect(waitingTimers()).toBe(0);
    using jwks = createJwks(new URL(url()), logger);
    await eventually('keys', jwks.isAvailable);
    expect(waitingTimers()).toBe(1);
    jwks[Symbol.dispose]();
    expect(waitingTimers()).toBe(0);
  });

  test('within half a minute, however many tokens name unknown keys, nor at its old time after one', async () => {
    expect(await userOf(first)).toBe('ann');
    await skip(30_000);
    for (const _ of [1, 2, 3]) expect(await userOf(second)).toBeUndefined();
    expect(fetches).toBe(2);
    expect(waitingTimers()).toBe(1);
  });
});

describe('the key set is fetched again', () => {
  test('as soon as it is ten minutes old, and not a millisecond before, even if the clock is set back', async () => {
    const real = Date.now;
    const requested = jest.spyOn(globalThis, 'fetch');
    expect(await userOf(first)).toBe('ann');
    jest.spyOn(Date, 'now').mockImplementation(() => real() - 86_400_000);
    await skip(599_999);
    expect(await userOf(first)).toBe('ann');
    expect(requested).toHaveBeenCalledTimes(1);
    keys = [next];
    await skip(1);
    await eventually('the withdrawal of the key', async () => (await userOf(first)) === undefined);
    expect(await userOf(second)).toBe('ann');
    expect(fetches).toBe(2);
  });

  test.each<[string, Partial<JWK>, string | undefined]>([
    ['an unknown key', {}, 'ann'],
    ['a key that was replaced under its id', { kid: 'first' }, undefined],
  ])('for %s, once for all its tokens, and only half a minute after the last fetch', async (_title, id, former) => {
    expect(await userOf(first)).toBe('ann');
    keys = former ? [published, next] : [{ ...next, ...id }];
    await skip(29_999);
    expect(await userOf(second, id)).toBeUndefined();
    expect(fetches).toBe(1);
    await skip(1);
    const together = [1, 2, 3].map(() => userOf(second, id));
    expect(await Promise.all(together)).toEqual(['ann', 'ann', 'ann']);
    expect(await userOf(first)).toBe(former);
    expect(fetches).toBe(2);
  });

  test('by another request, while a token is verified with the keys before: it is verified again', async () => {
    expect(await userOf(first)).toBe('ann');
    keys = [{ ...next, kid: 'first' }];
    await skip(30_000);
    const held = Promise.withResolvers<boolean>();
    const verify = jest.spyOn(crypto.subtle, 'verify').mockReturnValueOnce(held.promise);
    const slow = userOf(second, { kid: 'first' });
    await eventually('its verification', () => verify.mock.calls.length === 1);
    expect(await userOf(second, { kid: 'first' })).toBe('ann');
    held.resolve(false); // as the earlier key says
    expect(await slow).toBe('ann');
    expect(fetches).toBe(2);
  });

  test('1, 2, 4, 8, 16 and then always 30 seconds after it failed', async () => {
    status = 503;
    const requested = jest.spyOn(globalThis, 'fetch');
    await expect(userOf(first)).rejects.toThrow(JwksUnavailableError);
    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await failed(index + 1);
      await skip(seconds * 1000 - 1);
      expect(requested).toHaveBeenCalledTimes(index + 1);
      await skip(1);
    }
    await failed(8);

    status = 200;
    await skip(30_000);
    await eventually('keys', (await started()).hasKeys);
    expect(await userOf(first)).toBe('ann');

    // After a success, the first failure is retried after a second again.
    status = 503;
    await skip(600_000);
    await failed(9);
    await skip(1_000);
    expect(requested).toHaveBeenCalledTimes(11);
  });
});

test('a verified token is kept until the key set is fetched again', async () => {
  const token = await tokenOf(first);
  const { authenticate, keptTokens } = await started();
  expect([await authenticate(token), await authenticate(token)]).toMatchObject([{ id: 'ann' }, { id: 'ann' }]);
  expect(keptTokens().hits).toBe(1);
  keys = [next];
  await skip(30_000);
  const later = await tokenOf(second);
  expect(await authenticate(later)).toMatchObject({ id: 'ann' }); // its key is unknown, so the set is fetched
  expect(await authenticate(token)).toBeUndefined();
  expect(await authenticate(later)).toMatchObject({ id: 'ann' });
  expect(keptTokens().hits).toBe(1); // its verification began before
  expect(await authenticate(later)).toMatchObject({ id: 'ann' });
  expect(keptTokens().hits).toBe(2);
});

test.each<[string, () => void, string]>([
  ['has another status', () => (status = 503), 'The response has the status 503'],
  ['is no key set', () => (keys = undefined), 'The response is no key set'],
])(
  'if the response %s, the error names its URL and the log the reason, but no secret',
  async (_title, fail, message) => {
    fail();
    await expect(userOf(first)).rejects.toThrow(new JwksUnavailableError(`No key set from ${url()}`));
    expect(log).toEqual([
      expect.objectContaining({ msg: 'key set fetch failed', url: url(), err: expect.objectContaining({ message }) }),
    ]);
  },
);

describe('when the key server stops', () => {
  beforeEach(async () => {
    expect(await userOf(first)).toBe('ann');
    stopServer();
  });

  test('its last keys are still accepted, and no others, however long it takes', async () => {
    for (const ms of [0, 30_000, 600_000, 600_000]) {
      await skip(ms);
      expect(await userOf(first)).toBe('ann');
      expect(await userOf(second)).toBeUndefined();
    }
  });

  test('once it is back, its new keys are accepted and withdrawn ones rejected', async () => {
    await skip(600_000);
    await failed(1);
    expect(await userOf(first)).toBe('ann');
    keys = [next];
    await startServer();
    await skip(1_000);
    await eventually('the withdrawal of the key', async () => (await userOf(first)) === undefined);
    expect(await userOf(second)).toBe('ann');
  });
});

describe('a server that hangs', () => {
  test('does not delay the start, but the first requests, until the fetch times out', async () => {
    hangs = true;
    using jwks = createJwks(new URL(url()), logger, 100);
    const token = { payload: '', signature: '' };
    expect(jwks.isAvailable()).toBe(false);
    expect(log).toEqual([]); // the fetch has not ended
    for (const _ of [1, 2, 3]) {
      await expect(jwks.getKey({ alg: 'ES256', kid: 'first' }, token)).rejects.toThrow(JwksUnavailableError);
      expect(log).toHaveLength(1);
    }
    expect(fetches).toBe(1);
  });

  test('delays no request once there are keys, except one with an unknown key', async () => {
    expect(await userOf(first)).toBe('ann');
    hangs = true;
    await skip(600_000);
    await eventually('a fetch', () => fetches === 2);

    expect(await userOf(first)).toBe('ann');
    expect(log).toEqual([]); // the fetch has not ended
    const unknown = (await started()).authenticate(await tokenOf(second));
    server.closeAllConnections(); // ends the fetch
    expect(await unknown).toBeUndefined();
    await failed(1);
    for (const _ of [1, 2]) expect(await userOf(second)).toBeUndefined();
    expect(await userOf(first)).toBe('ann');
    expect(fetches).toBe(2);
  });
});

test.each<[string, JWK[], JWK[], RegExp]>([
  ['256 KiB', [setOf(256 * 1024)], [setOf(256 * 1024 + 1)], /more than 262144 bytes/],
  ['100 keys', [published, ...Array(99).fill(next)], Array(101).fill(next), /more than 100 keys/],
])('a key set may have %s; of a larger one, the log says so, and the last one stays', async (_, most, more, reason) => {
  keys = most;
  expect(await userOf(first)).toBe('ann');
  keys = more;
  await skip(600_000);
  await failed(1);
  expect(log[0]?.err?.message).toMatch(reason);
  expect(await userOf(first)).toBe('ann');
});

/** The published key, in a set of so many bytes. */
function setOf(bytes: number): JWK {
  const empty = JSON.stringify({ keys: [{ ...published, x5c: [''] }] }).length;
  return { ...published, x5c: ['x'.repeat(bytes - empty)] };
}

test('before it has a key set, the service returns 500; then it accepts tokens and is ready', async () => {
  stopServer();
  await using service = await TestService.start({ env: { AUTH_JWKS_URL: url() }, logger });
  const submit = async () => (await service.submit({ Authorization: await tokenOf(first) })).status;
  expect(await submit()).toBe(500);
  expect((await service.submit({})).status).toBe(401);
  expect(await service.probe('/readyz')).toMatchObject({ status: 503, text: '{"error":"Key set unavailable"}' });
  await startServer();
  await skip(1_000);
  // Nobody has solved the puzzle here.
  await eventually('a valid token', async () => (await submit()) === 403);
  expect((await service.probe('/readyz')).status).toBe(200);
});
