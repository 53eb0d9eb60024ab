import { expect, test } from '@jest/globals';
import { isDue, phaseOf, timesOf } from '../../../desk/src/session.ts';

const minute = 60_000;

function session(lifetime: number, refreshToken: string | undefined, share = 0) {
  const others = { user: '7', name: 'Ann', token: 'token', idToken: 'id' };
  return { ...others, refreshToken, ...timesOf(0, lifetime, share) };
}

test('nothing renews a sign-in: it is valid, ends in five minutes, has ended', () => {
  const alone = session(60 * minute, undefined);
  const phases = [0, 55 * minute - 1, 55 * minute, 60 * minute - 1, 60 * minute].map((now) => phaseOf(alone, now));
  expect(phases).toEqual(['valid', 'valid', 'ending', 'ending', 'ended']);
  expect(isDue(alone, 60 * minute)).toBe(false);
});

test.each([
  ['an hour, in its last minute', 60 * minute, 0, 59 * minute],
  ['an hour, for another tab at another moment', 60 * minute, 1, 59.5 * minute],
  ['six seconds, after half of it', 6_000, 0, 3_000],
])('a token of %s, is renewed, without a word', (_title, lifetime, share, due) => {
  const renewed = session(lifetime, 'refresh', share);
  expect([isDue(renewed, due - 1), isDue(renewed, due)]).toEqual([false, true]);
  expect([phaseOf(renewed, lifetime - 1), phaseOf(renewed, lifetime)]).toEqual(['valid', 'ended']);
});
