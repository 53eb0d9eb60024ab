import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { type Authenticate, createAuthenticate } from '../../src/auth/authenticate.ts';
import { createLogger } from '../../src/log.ts';
import { testSecret } from '../support/service.ts';
import { realTime, skip, stopTimers } from '../support/timers.ts';

const now = Temporal.Instant.from('2026-11-21T12:00:00Z');
const seconds = now.epochMilliseconds / 1000;
const valid = { sub: 'ann', iss: 'https://login.example/', aud: 'verses', exp: seconds + 60 };

let lines: string[];
let authenticate: Authenticate;
beforeEach(async () => {
  lines = [];
  stopTimers();
  const config = { secret: testSecret, issuer: valid.iss, audience: valid.aud };
  ({ authenticate } = await createAuthenticate(config, () => now, logger));
});
afterEach(realTime);

const logger = createLogger('info', { write: (line) => lines.push(line) });
async function sign(claims: object, { secret = testSecret, alg = 'HS256' } = {}): Promise<string> {
  const key = new TextEncoder().encode(secret);
  return `Bearer ${await new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(key)}`;
}

const [info, warn] = [30, 40];

test.each<[string, () => string | Promise<string>, object]>([
  [
    'another issuer',
    () => sign({ ...valid, iss: 'https://login.example' }),
    { level: warn, claim: 'iss', reason: 'unexpected' },
  ],
  ['no issuer', () => sign({ ...valid, iss: undefined }), { level: warn, claim: 'iss', reason: 'missing' }],
  [
    'another audience',
    () => sign({ ...valid, aud: ['a-secret'] }),
    { level: warn, claim: 'aud', reason: 'unexpected' },
  ],
  ['no audience', () => sign({ ...valid, aud: undefined }), { level: warn, claim: 'aud', reason: 'missing' }],
  ['a future nbf', () => sign({ ...valid, nbf: seconds + 6 }), { level: warn, claim: 'nbf', reason: 'unexpected' }],
  ['no exp', () => sign({ ...valid, exp: undefined }), { level: warn, claim: 'exp', reason: 'missing' }],
  ['no sub', () => sign({ ...valid, sub: undefined }), { level: warn, claim: 'sub', reason: 'missing' }],
  [
    'a sub that is too long',
    () => sign({ ...valid, sub: 'a'.repeat(256) }),
    { level: warn, claim: 'sub', reason: 'invalid' },
  ],
  ['an exp long ago', () => sign({ ...valid, exp: seconds - 3_600 }), { level: info, claim: 'exp', reason: 'passed' }],
  ['an exp just now', () => sign({ ...valid, exp: seconds }), { level: info, claim: 'exp', reason: 'passed' }],
  [
    'another key',
    () => sign(valid, { secret: 'another secret, also of more than 32 bytes' }),
    { level: info, reason: 'signature wrong' },
  ],
  ['another algorithm', () => sign(valid, { alg: 'HS384' }), { level: info, reason: 'alg not accepted' }],
  ['no form of a token', () => 'Bearer a-secret', { level: info, reason: 'malformed' }],
  ['another scheme', () => 'Basic a-secret', { level: info, reason: 'no Bearer token' }],
])('of tokens with %s, the log says so once a minute, and repeats nothing from them', async (_title, token, want) => {
  for (const _ of [1, 2, 3]) expect(await authenticate(await token())).toBeUndefined();
  await skip(59_999);
  expect(await authenticate(await token())).toBeUndefined();
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ ...want, msg: 'tokens rejected' })]);
  expect(lines.join()).not.toMatch(/a-secret|login\.example/);
  await skip(1);
  expect(await authenticate(await token())).toBeUndefined();
  expect(lines).toHaveLength(2);
});

test('of a valid token and of a request without one, the log says nothing', async () => {
  expect(await authenticate(await sign(valid))).toMatchObject({ id: 'ann' });
  expect(await authenticate(undefined)).toBeUndefined();
  expect(lines).toEqual([]);
});
