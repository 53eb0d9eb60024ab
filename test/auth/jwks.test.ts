import { generateKeyPair as generateNodeKeyPair } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import { createLogger } from '../../src/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { TestService } from '../support/service.ts';
import { skip, stopTimers } from '../support/timers.ts';

/** Unlike jose's, it also makes keys that are too weak. */
const generateKeys = promisify(generateNodeKeyPair);

/** A key that an issuer signs tokens with, and its public part as published. */
interface SigningKey {
  readonly alg: string;
  readonly privateKey: CryptoKey | Uint8Array;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK & { kid: string };
}

async function createKey(alg: string, kid: string): Promise<SigningKey> {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { ...pair, alg, jwk: { ...(await exportJWK(pair.publicKey)), kid } };
}

const old = await createKey('ES256', 'old');
const next = await createKey('ES256', 'next');
const stranger = await createKey('ES256', 'stranger');
const weakRsa = (await generateKeys('rsa', { modulusLength: 1024 })).publicKey.export({ format: 'jwk' }) as JWK;

/** A real key server, which can stop, start again on the same port, or accept requests without responding. */
class KeyServer {
  keys: SigningKey[] | undefined;
  hangs = false;
  fetches = 0;
  readonly #server: Server = createServer((_request, response) => this.#respond(response));
  #port = 0;

  async start(): Promise<void> {
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/keys`;
  }

  #respond(response: ServerResponse): void {
    this.fetches += 1;
    if (this.hangs) return;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ keys: this.keys?.map(({ jwk }) => jwk) }));
  }
}

/** The least time between two fetches for tokens that name unknown keys, in milliseconds. */
const holdOff = 30_000;
/** How long a key set is trusted, in milliseconds. */
const maxAge = 10 * 60_000;

let database: TestDatabase;
let issuer: KeyServer;
let service: Promise<TestService> | undefined;
let log: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  stopTimers();
  issuer = new KeyServer();
  issuer.keys = [old];
  await issuer.start();
  log = [];
});
afterEach(async () => {
  await (await service)?.[Symbol.asyncDispose]();
  service = undefined;
  await issuer.stop();
  jest.useRealTimers();
});

/** Starts the service on the first call, when the test has set up the issuer. */
function started(): Promise<TestService> {
  const lines = log; // of this test only
  const logger = createLogger('warn', { write: (line) => lines.push(line) });
  service ??= TestService.start({ database, env: { AUTH_JWKS_URL: issuer.url }, logger });
  return service;
}

/** Waits until a token gets a status. */
async function becomes(status: number, key: SigningKey): Promise<void> {
  await eventually(`${status} for the key ${key.jwk.kid}`, async () => (await statusFor(key)) === status);
}

/** The status for a token: 403 if it is valid, because nobody has solved the puzzle here; 401 otherwise. */
async function statusFor(key: SigningKey, header: { alg?: string; kid?: string | null } = {}): Promise<number> {
  const { alg = key.alg, kid = key.jwk.kid } = header;
  const token = await new SignJWT({ sub: 'ann' })
    .setExpirationTime(4_102_444_800) // the year 2100: the tests skip hours
    .setProtectedHeader(kid === null ? { alg } : { alg, kid })
    .sign(key.privateKey);
  return (await (await started()).submit({ Authorization: `Bearer ${token}` })).status;
}

describe('a key set', () => {
  test.each(['RS256', 'ES256', 'EdDSA'])('accepts %s tokens', async (alg) => {
    const key = await createKey(alg, 'key');
    issuer.keys = [old, key];
    expect(await statusFor(key)).toBe(403);
  });

  test.each(['RS384', 'PS256', 'ES384'])('rejects %s tokens', async (alg) => {
    const key = await createKey(alg, 'key');
    issuer.keys = [old, key];
    expect(await statusFor(key)).toBe(401);
  });

  test.each<[string, JWK]>([
    ['is too weak', weakRsa],
    ['is no point of its curve', { ...old.jwk, x: String(old.jwk.y), y: String(old.jwk.x) }],
    ['cannot be decoded', { kty: 'RSA', n: '!', e: 'AQAB' }],
  ])('rejects a token whose key %s', async (_title, jwk) => {
    const signing = jwk.kty === 'RSA' ? await createKey('RS256', 'bad') : old;
    issuer.keys = [old, { ...signing, jwk: { ...jwk, kid: 'bad' } }];
    expect(await statusFor(signing, { kid: 'bad' })).toBe(401);
  });

  test('accepts a token without a key id if only one key fits, and rejects it if several do', async () => {
    const withoutId = () => statusFor(old, { kid: null });
    expect(await withoutId()).toBe(403);
    issuer.keys = [old, next];
    await skip(maxAge);
    await eventually('the second key', async () => (await withoutId()) === 401);
  });

  test('rejects a token signed by another key under the id of one of its own', async () => {
    expect(await statusFor(stranger, { kid: old.jwk.kid })).toBe(401);
  });

  test.each([
    ['PEM', exportSPKI],
    ['JWK', async (key: CryptoKey) => JSON.stringify(await exportJWK(key))],
  ])('rejects HS256 tokens signed with the %s of a public key', async (_title, text) => {
    const secret = new TextEncoder().encode(await text(old.publicKey));
    expect(await statusFor({ ...old, alg: 'HS256', privateKey: secret })).toBe(401);
  });

  test('is fetched once for any number of requests', async () => {
    await Promise.all(Array.from({ length: 5 }, () => statusFor(old)));
    await statusFor(old);
    expect(issuer.fetches).toBe(1);
  });
});

describe('when keys rotate', () => {
  beforeEach(async () => {
    expect(await statusFor(old)).toBe(403);
  });

  test('a new key is accepted while the set without it is still trusted', async () => {
    issuer.keys = [old, next];
    await skip(holdOff);
    expect(await statusFor(next)).toBe(403);
    expect(await statusFor(old)).toBe(403);
  });

  test('tokens that name unknown keys do not make the service fetch more than once in a hold-off', async () => {
    await skip(holdOff);
    for (const _ of [1, 2, 3]) expect(await statusFor(stranger)).toBe(401);
    expect(issuer.fetches).toBe(2);
  });

  test('a withdrawn key is accepted until the set is too old', async () => {
    issuer.keys = [next];
    await skip(maxAge - 1);
    expect(await statusFor(old)).toBe(403);
    await skip(1);
    await becomes(401, old);
    expect(await statusFor(next)).toBe(403);
  });
});

describe('when the key server stops', () => {
  beforeEach(async () => {
    expect(await statusFor(old)).toBe(403);
    await issuer.stop();
  });

  test.each([0, holdOff, maxAge, 2 * maxAge])('its last keys are still accepted %i ms later', async (ms) => {
    await skip(ms);
    expect(await statusFor(old)).toBe(403);
  });

  test.each([0, holdOff, maxAge])('a token that names an unknown key gets a 401 %i ms later', async (ms) => {
    await skip(ms);
    expect(await statusFor(stranger)).toBe(401);
  });

  test('once it is back, its new keys are accepted and withdrawn ones rejected', async () => {
    await skip(maxAge);
    await eventually('the failure', () => log.join().includes('key set fetch failed'));
    expect(await statusFor(old)).toBe(403);
    issuer.keys = [next];
    await issuer.start();
    await skip(1_000);
    await becomes(401, old);
    expect(await statusFor(next)).toBe(403);
  });
});

describe('when the key server hangs', () => {
  test.each([
    ['a known key', old, 403],
    ['an unknown key', stranger, 401],
  ])('tokens that name %s do not make the service fetch more than once', async (_title, key, status) => {
    expect(await statusFor(old)).toBe(403);
    issuer.fetches = 0;
    issuer.hangs = true;
    await skip(maxAge);
    for (const _ of [1, 2, 3]) expect(await statusFor(key)).toBe(status);
    expect(issuer.fetches).toBe(1);
  });
});

describe('before the first key set has been fetched', () => {
  const notReady = { status: 503, text: '{"error":"Key set unavailable"}' };

  test.each([
    ['no server responds', async () => await issuer.stop()],
    [
      'the response is no key set',
      async () => {
        issuer.keys = undefined;
      },
    ],
  ])('any token gets a 500, the instance is not ready, and the log says why: %s', async (_title, breakIssuer) => {
    await breakIssuer();
    expect(await statusFor(old)).toBe(500);
    expect(log.join()).toContain(issuer.url);
    expect(await (await started()).probe('/readyz')).toMatchObject(notReady);
  });

  test('a server that hangs does not delay the start, and is fetched from once', async () => {
    issuer.hangs = true;
    expect(await (await started()).probe('/readyz')).toMatchObject(notReady);
    expect(log.join()).not.toContain('key set fetch failed'); // the fetch has not ended
    for (const _ of [1, 2, 3]) expect(await statusFor(old)).toBe(500);
    expect(issuer.fetches).toBe(1);
  });

  test('a request without a token still gets a 401', async () => {
    await issuer.stop();
    expect((await (await started()).submit({})).status).toBe(401);
  });

  test('a second after the server runs, tokens are accepted and the instance is ready', async () => {
    await issuer.stop();
    expect(await statusFor(old)).toBe(500);
    await issuer.start();
    await skip(1_000);
    await becomes(403, old);
    expect((await (await started()).probe('/readyz')).status).toBe(200);
  });
});
