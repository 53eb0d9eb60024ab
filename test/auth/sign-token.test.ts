import { expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { pino } from 'pino';
import { createAuthenticate } from '../../src/auth/authenticate.ts';
import { signToken } from '../../src/auth/sign-token.ts';

const secret = 'a secret for tests, of more than 32 bytes';
const lifetime = Temporal.Duration.from({ hours: 2 });
const issuer = 'https://login.example';
const audience = 'verses';

test.each([
  ['the service', { secret, issuer: undefined, audience: undefined }, {}],
  ['a service with an issuer', { secret, issuer, audience: undefined }, { iss: issuer }],
  ['a service with an audience', { secret, issuer: undefined, audience }, { aud: audience }],
])('a token for development names the user to %s, for as long as it lasts', async (_title, config, claims) => {
  const token = await signToken('ann', lifetime, config);
  const { iat = 0, exp, ...others } = decodeJwt(token);
  expect(others).toEqual({ sub: 'ann', ...claims });
  expect(exp).toBe(iat + 7200);
  expect(Math.abs(Date.now() / 1000 - iat)).toBeLessThan(60);
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
  const { authenticate, hasKeys } = await createAuthenticate(config, Temporal.Now.instant, pino({ level: 'silent' }));
  expect(await authenticate(`Bearer ${token}`)).toEqual({ id: 'ann', roles: [] });
  expect(hasKeys()).toBe(true);
});

test('a token for development has its roles where the service looks for them', async () => {
  const names = { 'calendar-viewer': 'viewer', 'calendar-editor': 'editor' };
  const config = { secret, roles: { claim: 'realm_access.roles', names } };
  const token = await signToken('ann', lifetime, config, ['calendar-editor']);
  const { authenticate } = await createAuthenticate(config, Temporal.Now.instant, pino({ level: 'silent' }));
  expect(await authenticate(`Bearer ${token}`)).toEqual({ id: 'ann', roles: ['calendar-editor'] });
});
