import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { TestClock } from '../support/clock.ts';
import { requestRaw } from '../support/raw-http.ts';
import { type TestResponse, TestService, testSecret } from '../support/service.ts';

const clock = new TestClock(Temporal.Now.instant().round({ smallestUnit: 'second', roundingMode: 'floor' }).toString());
const now = clock.now.epochMilliseconds / 1000;
const claims = { sub: 'ann', exp: now + 1 };

type Sign = (input: string) => string;

function hmac(hash: string, secret: string): Sign {
  return (input) => createHmac(hash, secret).update(input).digest('base64url');
}

/**
 * A token written by hand, because a library would reject most of these. Without arguments it is
 * valid.
 */
function forge(payload: object = claims, header: object = {}, signature = hmac('sha256', testSecret)): string {
  const parts = [{ alg: 'HS256', ...header }, payload];
  const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${input}.${signature(input)}`;
}

function bearer(token: string, scheme = 'Bearer'): Record<string, string> {
  return { Authorization: `${scheme} ${token}` };
}

function expectUnauthorized(response: TestResponse): void {
  expect(response).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
  expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
}

const good = forge();
const [goodHeader, goodPayload, goodSignature = ''] = good.split('.');
const otherSecret = 'another secret, also of more than 32 bytes';

const badTokens: Record<string, string> = {
  empty: '',
  garbage: 'garbage',
  'followed by another': `${good} ${good}`,
  'that is not signed': forge(claims, { alg: 'none' }, () => ''),
  'whose header claims that it is not signed': forge(claims, { alg: 'none' }),
  'without a signature': `${goodHeader}.${goodPayload}.`,
  'whose signature is cut': good.slice(0, -4),
  'whose payload was altered': `${goodHeader}.${forge({ ...claims, sub: 'eve' }).split('.')[1]}.${goodSignature}`,
  'signed with another secret': forge(claims, {}, hmac('sha256', otherSecret)),
  'signed by HS384': forge(claims, { alg: 'HS384' }, hmac('sha384', testSecret)),
  'with an unknown critical header': forge(claims, { crit: ['tenant'], tenant: 'a' }),
};

const badClaims: Record<string, object> = {
  'without exp': { exp: undefined },
  'whose exp is a string': { exp: String(now + 1) },
  'at the instant of its exp': { exp: now },
  'more than five seconds before its nbf': { nbf: now + 6 },
  'whose nbf is a string': { nbf: String(now) },
  'without sub': { sub: undefined },
  'whose sub is empty': { sub: '' },
  'whose sub is a number': { sub: 1 },
  'whose sub is an array': { sub: ['ann'] },
  'whose sub has 256 characters': { sub: 'a'.repeat(256) },
  'whose sub has 256 characters of two UTF-16 units each': { sub: '\u{1F54A}'.repeat(256) },
};

describe('a request without a valid token gets a 401', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ clock: clock.read });
    await service.solve('ann');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test.each<[string, Record<string, string>]>([
    ['no Authorization', {}],
    ['an empty Authorization', { Authorization: '' }],
    ['a scheme alone', { Authorization: 'Bearer' }],
    ['a token alone', { Authorization: good }],
    ['a scheme without a space', { Authorization: `Bearer${good}` }],
    ['Basic', bearer(good, 'Basic')],
    ['Basic before Bearer', bearer(good, 'Basic Bearer')],
  ])('%s', async (_title, headers) => {
    expectUnauthorized(await service.submit(headers));
  });

  test.each(Object.entries(badTokens))('a token %s', async (_title, token) => {
    expectUnauthorized(await service.submit(bearer(token)));
  });

  test.each(Object.entries(badClaims))('a token %s', async (_title, bad) => {
    expectUnauthorized(await service.submit(bearer(forge({ ...claims, ...bad }))));
  });

  test.each([
    ['that is announced', { 'Content-Length': '1000' }],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }],
  ])('before any byte of a body %s is read', async (_title, headers) => {
    const { method, path } = submitVerseOperation;
    expectUnauthorized(await requestRaw(service, method, path, headers));
  });
});

describe('a valid token', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ clock: clock.read });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer '])('may follow the scheme %j', async (scheme) => {
    expect((await service.submit(bearer(good, scheme))).status).toBe(403);
  });

  test.each([
    ['one second before its exp', { exp: now + 1 }],
    ['half a second before its exp', { exp: now + 0.5 }],
    ['from its nbf on', { nbf: now }],
    ['up to five seconds before its nbf', { nbf: now + 5 }],
  ])('passes %s', async (_title, more) => {
    expect((await service.submit(bearer(forge({ ...claims, ...more })))).status).toBe(403);
  });

  test.each([
    ['one character', 'a'],
    ['255 characters', 'a'.repeat(255)],
    ['255 characters of two UTF-16 units each', '\u{1F54A}'.repeat(255)],
    ['nothing but a space', ' '],
  ])('names a user with an id of %s', async (_title, sub) => {
    await service.solve(sub);
    expect((await service.submit(bearer(forge({ ...claims, sub })))).status).toBe(201);
  });

  test.each([
    ['in another case', 'Zoé', 'zoé'],
    ['with a space after it', 'bob', 'bob '],
    ['with a space before it', 'carl', ' carl'],
    ['in another normalization form', 'André', 'Andre\u0301'],
    ['with a NUL after it', 'dora', 'dora\0'],
    ['with half a surrogate pair for the replacement character', '\ufffd', '\ud83d'],
  ])('names another user when the id is written %s', async (_title, solver, other) => {
    await service.solve(solver);
    expect((await service.submit(bearer(forge({ ...claims, sub: other })))).status).toBe(403);
    expect((await service.submit(bearer(forge({ ...claims, sub: solver })))).status).toBe(201);
  });
});
