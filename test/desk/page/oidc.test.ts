import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createOidc } from '../../../desk/src/oidc.ts';

/** What the desk takes from an issuer's responses; `browser/sign-in` has a real issuer. */
const issuer = 'https://login.example';
const page = 'https://verses.example/desk';
const oidc = createOidc({ issuer, clientId: 'desk', parameters: 'scope=openid' }, page);
const attempt = { state: 'begun', nonce: 'begun', verifier: 'v'.repeat(43), isAgain: false };
const session = { user: '7', name: 'Ann', token: 'old', idToken: 'old', refreshToken: 'old', renewAt: 0, endsAt: 0 };

/** What the token endpoint returns. */
let issued: () => Response;
beforeEach(() => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if (new URL(`${url}`).pathname === '/token') return issued();
    return Response.json({ issuer, token_endpoint: `${issuer}/token` });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const tokenOf = (claims: object) =>
  [{ alg: 'RS256' }, claims, {}].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
/** An issuer may give an operator another id at each of its applications. */
const access_token = tokenOf({ sub: 'of the service' });

/** @param more further members of the response */
function issue(claims: object = {}, more: object = {}): void {
  const now = Math.floor(Date.now() / 1000);
  const id_token = tokenOf({ iss: issuer, aud: 'desk', sub: '7', iat: now, exp: now + 60, ...claims });
  issued = () => Response.json({ access_token, token_type: 'Bearer', id_token, ...more });
}

const complete = (state: string) => oidc.complete(new URLSearchParams({ code: 'code', state }), attempt);

test('a sign-in is completed, but only the one that has begun', async () => {
  issue({ nonce: 'begun' });
  const user = { user: 'of the service', name: '7' };
  expect(await complete('begun')).toMatchObject({ ...user, token: access_token, refreshToken: undefined });
  await expect(complete('another')).rejects.toThrow('state');
  issue({ nonce: 'another' });
  await expect(complete('begun')).rejects.toThrow('nonce');
});

test.each([
  ['Ann', { name: 'Ann', preferred_username: 'ann' }, {}, 60_000],
  ['ann', { preferred_username: 'ann', email: 'ann@verses.example' }, { expires_in: 100 }, 50_000],
  ['ann@verses.example', { email: 'ann@verses.example' }, { expires_in: 600 }, 60_000],
])('an operator is called %s; the token lasts as long as the issuer says', async (name, claims, more, renewal) => {
  issue({ ...claims, nonce: 'begun' }, more);
  const { endsAt, renewAt, ...others } = await complete('begun');
  expect(others).toMatchObject({ name });
  expect(endsAt - renewAt).toBe(renewal);
});

test('a renewed session stays its user’s, and keeps a refresh token that the issuer does not replace', async () => {
  const user = { user: '7', name: 'Ann' };
  issue({ sub: '8', name: 'Eve' });
  expect(await oidc.renew(session)).toMatchObject({ ...user, token: access_token, refreshToken: 'old' });
  issue({}, { refresh_token: 'new', id_token: undefined });
  expect(await oidc.renew(session)).toMatchObject({ idToken: 'old', refreshToken: 'new' });
});

test('a refresh token ends when the issuer rejects it, not when the issuer fails', async () => {
  issued = () => Response.json({ error: 'invalid_grant' }, { status: 400 });
  expect(await oidc.renew(session)).toEqual({ ...session, refreshToken: undefined });
  issued = () => new Response('', { status: 503 });
  await expect(oidc.renew(session)).rejects.toThrow();
});
