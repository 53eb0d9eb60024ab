import { expect, test } from '@jest/globals';
import { isDue, phaseOf, timesOf } from '../../../desk/src/session.ts';

const minute = 60_000;

function session(lifetime: number, refreshToken: string | undefined) {
  const others = { user: '7', name: 'Ann', token: 'token', idToken: 'id' };
  return { ...others, refreshToken, ...timesOf(0, lifetime) };
}

test('nothing renews a sign-in: it is valid, ends in five minutes, has ended', () => {
  const alone = session(60 * minute, undefined);
  const phases = [0, 55 * minute - 1, 55 * minute, 60 * minute - 1, 60 * minute].map((now) => phaseOf(alone, now));
  expect(phases).toEqual(['valid', 'valid', 'ending', 'ending', 'ended']);
  expect(isDue(alone, 60 * minute)).toBe(false);
});

test.each([
  ['an hour, in its last minute', 60 * minute, 59 * minute],
  ['six seconds, after half of it', 6_000, 3_000],
])('a token of %s, is renewed, without a word', (_title, lifetime, due) => {
  const renewed = session(lifetime, 'refresh');
  expect([isDue(renewed, due - 1), isDue(renewed, due)]).toEqual([false, true]);
  expect([phaseOf(renewed, lifetime - 1), phaseOf(renewed, lifetime)]).toEqual(['valid', 'ended']);
});
