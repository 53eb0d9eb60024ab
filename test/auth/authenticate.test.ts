import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type AuthConfig, type Authenticate, createAuthenticate } from '../../src/auth/authenticate.ts';
import { submitVerseOperation } from '../../src/generated/operations.ts';
import { createLogger } from '../../src/log.ts';
import { requestRaw } from '../support/raw-http.ts';
import { TestService, testSecret } from '../support/service.ts';
import { realTime, skip, stopTimers } from '../support/timers.ts';

const now = Temporal.Instant.from('2026-11-21T12:00:00Z');
const seconds = now.epochMilliseconds / 1000;
const issuer = 'https://login.example/';
const claims = { sub: 'ann', iss: issuer, aud: 'verses', exp: seconds + 1 };

let lines: string[];
let authenticate: Authenticate;
beforeEach(async () => {
  lines = [];
  stopTimers();
  authenticate = await start();
});
afterEach(realTime);

async function start(config: Partial<AuthConfig & { previousSecret: string }> = {}): Promise<Authenticate> {
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  const all = { secret: testSecret, issuer, audience: 'verses', ...config };
  return (await createAuthenticate(all, () => now, logger)).authenticate;
}

const hmac = (hash: string, secret: string) => (input: string) =>
  createHmac(hash, secret).update(input).digest('base64url');

/**
 * A token written by hand, because a library would reject most of these. Without arguments it is
 * valid.
 */
function forge(changes: object = {}, header: object = {}, signature = hmac('sha256', testSecret)): string {
  const parts = [
    { alg: 'HS256', ...header },
    { ...claims, ...changes },
  ];
  const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${input}.${signature(input)}`;
}

const good = forge();
const [goodHeader, goodPayload, goodSignature = ''] = good.split('.');
const otherSecret = hmac('sha256', 'another secret, also of more than 32 bytes');

const [info, warn] = [30, 40];
const noBearer = { level: info, reason: 'no Bearer token' };
const malformed = { level: info, reason: 'malformed' };
const wrong = { level: info, reason: 'signature wrong' };
const algorithm = { level: info, reason: 'alg not accepted' };
const expired = { level: info, claim: 'exp', reason: 'passed' };
const claim = (claim: string, reason: string) => ({ level: warn, claim, reason });

test.each<[string, Partial<AuthConfig & { previousSecret: string }>]>([
  ['AUTH_JWT_SECRET', { secret: `${testSecret}\n` }],
  ['AUTH_JWT_SECRET_PREVIOUS', { previousSecret: ` ${testSecret}` }],
])('the log warns of blanks around %s', async (variable, config) => {
  await start(config);
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ level: warn, variable })]);
});

test.each<[string, string, object]>([
  ['an empty header', '', noBearer],
  ['a scheme alone', 'Bearer', noBearer],
  ['an empty token', 'Bearer ', noBearer],
  ['a token alone', good, noBearer],
  ['a scheme without a space', `Bearer${good}`, noBearer],
  ['Basic', `Basic ${good}`, noBearer],
  ['Basic before Bearer', `Basic Bearer ${good}`, noBearer],
  ['two tokens', `Bearer ${good} ${good}`, noBearer],
  ...(
    [
      ['no form of a token', 'a-secret', malformed],
      ['no signature', `${goodHeader}.${goodPayload}.`, wrong],
      ['a signature that is cut', good.slice(0, -4), wrong],
      ['an altered payload', `${goodHeader}.${forge({ sub: 'eve' }).split('.')[1]}.${goodSignature}`, wrong],
      ['the signature of another secret', forge({}, {}, otherSecret), wrong],
      ['the algorithm none', forge({}, { alg: 'none' }, () => ''), algorithm],
      ['the algorithm none, though signed', forge({}, { alg: 'none' }), algorithm],
      ['the algorithm HS384', forge({}, { alg: 'HS384' }, hmac('sha384', testSecret)), algorithm],
      ['an unknown critical header', forge({}, { crit: ['tenant'], tenant: 'a-secret' }), malformed],
      ['no exp', forge({ exp: undefined }), claim('exp', 'missing')],
      ['an exp that is a string', forge({ exp: String(seconds + 1) }), claim('exp', 'invalid')],
      ['an exp that is now', forge({ exp: seconds }), expired],
      ['an exp long ago', forge({ exp: seconds - 3_600 }), expired],
      ['an nbf in more than five seconds', forge({ nbf: seconds + 6 }), claim('nbf', 'unexpected')],
      ['an nbf that is a string', forge({ nbf: String(seconds) }), claim('nbf', 'invalid')],
      ['no sub', forge({ sub: undefined }), claim('sub', 'missing')],
      ['an empty sub', forge({ sub: '' }), claim('sub', 'invalid')],
      ['a sub that is a number', forge({ sub: 1 }), claim('sub', 'invalid')],
      ['a sub that is an array', forge({ sub: ['ann'] }), claim('sub', 'invalid')],
      ['a sub of 256 characters', forge({ sub: '\u{1F54A}'.repeat(256) }), claim('sub', 'invalid')],
      ['no issuer', forge({ iss: undefined }), claim('iss', 'missing')],
      ['another issuer', forge({ iss: issuer.slice(0, -1) }), claim('iss', 'unexpected')],
      ['no audience', forge({ aud: undefined }), claim('aud', 'missing')],
      ['another audience', forge({ aud: ['Verses', 'a-secret'] }), claim('aud', 'unexpected')],
      ['issuer and audience exchanged', forge({ iss: 'verses', aud: issuer }), claim('iss', 'unexpected')],
    ] as const
  ).map(([title, token, rejection]): [string, string, object] => [title, `Bearer ${token}`, rejection]),
])('%s is rejected, and the log says why, but repeats nothing of it', async (_title, authorization, rejection) => {
  expect(await authenticate(authorization)).toBeUndefined();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ ...rejection, msg: 'tokens rejected' }),
  ]);
  expect(lines.join()).not.toMatch(/a-secret|login\.example|tenant/);
});

test('the log says each reason at most once a minute', async () => {
  const [late, wrong] = [`Bearer ${forge({ exp: seconds })}`, `Bearer ${forge({}, {}, otherSecret)}`];
  for (const token of [late, late, wrong, late]) expect(await authenticate(token)).toBeUndefined();
  await skip(59_999);
  await authenticate(late);
  expect(lines).toHaveLength(2);
  await skip(1);
  await authenticate(late);
  expect(lines).toHaveLength(3);
});

test('of a request without a token, the log says nothing', async () => {
  expect(await authenticate(undefined)).toBeUndefined();
  expect(lines).toEqual([]);
});

describe('a valid token', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer '])('may follow the scheme %j', async (scheme) => {
    expect(await authenticate(`${scheme} ${good}`)).toMatchObject({ id: 'ann' });
    expect(lines).toEqual([]);
  });

  test.each([
    ['half a second before its exp', { exp: seconds + 0.5 }],
    ['from its nbf on', { nbf: seconds }],
    ['up to five seconds before its nbf', { nbf: seconds + 5 }],
    ['with the audience among several', { aud: ['others', 'verses'] }],
  ])('passes %s', async (_title, changes) => {
    expect(await authenticate(`Bearer ${forge(changes)}`)).toMatchObject({ id: 'ann' });
  });

  test('may have any issuer and audience, if neither is configured', async () => {
    const any = await start({ issuer: undefined, audience: undefined });
    for (const changes of [{}, { iss: undefined, aud: undefined }]) {
      expect(await any(`Bearer ${forge(changes)}`)).toMatchObject({ id: 'ann' });
    }
  });

  test.each(['a', 'a'.repeat(255), '\u{1F54A}'.repeat(255), ' '])('names the user %j', async (sub) => {
    expect(await authenticate(`Bearer ${forge({ sub })}`)).toMatchObject({ id: sub });
  });

  test('may be signed with the previous secret, but not with the one before, and has the same claims', async () => {
    const [secret, newer] = ['a new secret of more than 32 bytes', 'a newer secret of more than 32 bytes'];
    const replaced = await start({ secret, previousSecret: testSecret });
    expect(await replaced(`Bearer ${forge({ nbf: seconds + 5 })}`)).toMatchObject({ id: 'ann' });
    for (const bad of [{ exp: seconds }, { iss: 'verses' }, { aud: 'others' }]) {
      expect(await replaced(`Bearer ${forge(bad)}`)).toBeUndefined();
    }
    expect(await (await start({ secret: newer, previousSecret: secret }))(`Bearer ${good}`)).toBeUndefined();
  });
});

test('a request without a valid token gets a 401 before any byte of its body is read', async () => {
  realTime();
  await using service = await TestService.start();
  const { method, path } = submitVerseOperation;
  for (const headers of [{ 'Content-Length': '1000' }, { 'Transfer-Encoding': 'chunked' }]) {
    const response = await requestRaw(service, method, path, headers);
    expect(response).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
  }
});
