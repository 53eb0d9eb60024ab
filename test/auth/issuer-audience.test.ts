import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { pino } from 'pino';
import { type Authentication, createAuthenticate } from '../../src/auth/authenticate.ts';

const logger = pino({ level: 'silent' });
const { privateKey, publicKey } = await generateKeyPair('ES256');

let server: Server;
let jwksUrl: URL;
beforeAll(async () => {
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'key' }] });
  server = createServer((_request, response) => response.end(keys)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  jwksUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`);
});
afterAll(() => {
  server.close();
});

async function signed(claims: object): Promise<string> {
  const token = await new SignJWT({ sub: 'ann', exp: 4_102_444_800, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'key' })
    .sign(privateKey);
  return `Bearer ${token}`;
}

const create = (expected: { issuer?: string; audience?: string }): Promise<Authentication> =>
  createAuthenticate({ jwksUrl, issuer: undefined, audience: undefined, ...expected }, Temporal.Now.instant, logger);

describe('with a key set', () => {
  const right = { iss: 'https://login.example', aud: 'verses' };

  test.each([
    ['neither is configured', {}, {}, 'ann'],
    ['neither is configured, but the token has both', {}, right, 'ann'],
    ['the issuer is right', { issuer: right.iss }, { iss: right.iss }, 'ann'],
    ['the issuer is missing', { issuer: right.iss }, { aud: right.aud }, undefined],
    ['the issuer is another', { issuer: right.iss }, { iss: 'https://other.example' }, undefined],
    ['the audience is right', { audience: right.aud }, { aud: right.aud }, 'ann'],
    ['the audience is missing', { audience: right.aud }, { iss: right.iss }, undefined],
    ['the audience is another', { audience: right.aud }, { aud: 'others' }, undefined],
    ['both are right', { issuer: right.iss, audience: right.aud }, right, 'ann'],
    ['both are right, but exchanged', { issuer: right.aud, audience: right.iss }, right, undefined],
  ])('%s', async (_title, expected, claims, user) => {
    using authentication = await create(expected);
    const { authenticate } = authentication;
    expect((await authenticate(await signed(claims)))?.id).toBe(user);
  });
});
