import { beforeEach, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { type Authentication, createAuthenticate } from '../../src/auth/authenticate.ts';
import { TestClock } from '../support/clock.ts';
import { testSecret } from '../support/service.ts';

/** Tokens of a secret, kept once they are verified; `key-set.test.ts` has those of a key set. */
const clock = new TestClock('2026-11-21T12:00:00Z');
const seconds = clock.now.epochMilliseconds / 1000;
const claims = { sub: 'ann', roles: ['calendar-viewer'], exp: seconds + 60, nbf: seconds };

let authentication: Authentication;
beforeEach(async () => {
  clock.now = Temporal.Instant.from('2026-11-21T12:00:00Z');
  authentication = await start(testSecret);
});

const start = (secret: string) => createAuthenticate({ secret }, clock.read, pino({ level: 'silent' }));

async function bearer(changes: object = {}): Promise<string> {
  const token = new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'HS256' });
  return `Bearer ${await token.sign(new TextEncoder().encode(testSecret))}`;
}

test('a token is verified once, and two of one player keep their own roles', async () => {
  const editor = await bearer({ roles: ['calendar-editor'] });
  for (const [token, roles] of [
    [await bearer(), ['calendar-viewer']],
    [editor, ['calendar-editor']],
    [editor, ['calendar-editor']],
    [await bearer(), ['calendar-viewer']],
  ] as const) {
    expect(await authentication.authenticate(token)).toEqual({ id: 'ann', roles });
  }
  expect(authentication.keptTokens()).toEqual({ count: 2, hits: 2 });
});

test.each([
  ['at its exp, and not a millisecond before', 59_999, 60_000],
  ['when the clock is set back to more than five seconds before its nbf', -5_000, -5_001],
])('a kept token becomes invalid %s', async (_title, valid, invalid) => {
  const token = await bearer();
  const { now } = clock;
  for (const milliseconds of [0, valid]) {
    clock.now = now.add({ milliseconds });
    expect(await authentication.authenticate(token)).toMatchObject({ id: 'ann' });
  }
  expect(authentication.keptTokens().hits).toBe(1);
  clock.now = now.add({ milliseconds: invalid });
  expect(await authentication.authenticate(token)).toBeUndefined();
});

test('a kept token does not vouch for one that differs, nor for another secret', async () => {
  const token = await bearer();
  await authentication.authenticate(token);
  expect(await authentication.authenticate(token.slice(0, -2))).toBeUndefined();
  expect(await (await start('another secret, also of more than 32 bytes')).authenticate(token)).toBeUndefined();
});

test('a token that is invalid, or longer than 4 kB, is not kept', async () => {
  await authentication.authenticate(await bearer({ exp: seconds }));
  await authentication.authenticate(await bearer({ sub: '' }));
  expect(await authentication.authenticate(await bearer({ more: 'x'.repeat(4_096) }))).toMatchObject({ id: 'ann' });
  expect(authentication.keptTokens().count).toBe(0);
});

test('a flood of valid tokens displaces the oldest', async () => {
  const oldest = await bearer();
  await authentication.authenticate(oldest);
  for (let player = 0; player < 10_000; player++) await authentication.authenticate(await bearer({ sub: `${player}` }));
  expect(await authentication.authenticate(oldest)).toMatchObject({ id: 'ann' });
  expect(authentication.keptTokens()).toEqual({ count: 10_000, hits: 0 });
});
