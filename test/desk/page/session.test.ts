import { describe, expect, test } from '@jest/globals';
import {
  isDue,
  phaseOf,
  type Session,
  type SignInEvent,
  type SignInState,
  step,
  timesOf,
} from '../../../desk/src/session.ts';

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

describe('a sign-in', () => {
  const hour = 60 * minute;
  const ann = session(hour, 'refresh');
  const signedIn = { session: ann, phase: 'valid' } as const;
  const next: Session = { ...ann, token: 'next', endsAt: 2 * hour };
  /** One event a millisecond. */
  const after = (...events: readonly SignInEvent[]) => events.reduce<SignInState>(step, signedIn);
  const rejected: SignInEvent = { type: 'reject', token: 'token' };
  const renewed: SignInEvent = { type: 'renew', session: next };

  test('ends with its time, and begins again', () => {
    expect(after({ type: 'tick' })).toBe(signedIn);
    const ended = step(after({ type: 'fail', problem: 'blocked' }), { type: 'tick' }, hour);
    expect(ended).toMatchObject({ phase: 'ended', problem: 'blocked' });
    expect(step(ended, { type: 'sign in', session: next }, hour)).toEqual({ session: next, phase: 'valid' });
  });

  test('hears of another tab what is newer and the same operator’s, and that it is signed out', () => {
    const hear = (heard: Partial<Session>) => after({ type: 'hear', session: { ...next, ...heard } });
    expect(hear({}).session).toEqual(next);
    expect([hear({ user: '8' }), hear({ endsAt: hour })]).toEqual([signedIn, signedIn]);
    expect(after({ type: 'sign out', user: '8' })).toBe(signedIn);
    expect(after({ type: 'sign out', user: '7' })).toMatchObject({ session: undefined, phase: 'valid' });
  });

  test('that the service rejects is renewed once; if it rejects that, too, it ends', () => {
    expect(isDue(after(rejected).session as Session, 0)).toBe(true);
    expect(after(rejected, renewed)).toMatchObject({ session: next, phase: 'valid' });
    const again = after(rejected, renewed, { ...rejected, token: 'next' });
    expect(again).toMatchObject({ phase: 'ended', session: { isRejected: true, refreshToken: undefined } });
  });

  test('that could not be renewed ends, and may be renewed later', () => {
    const end: SignInEvent = { type: 'end', token: 'token' };
    const ended = after(rejected, end);
    expect(ended).toMatchObject({ phase: 'ended', session: { isRejected: true, refreshToken: 'refresh' } });
    expect(step(ended, rejected, 3)).toBe(ended);
    expect(step(ended, renewed, 3)).toMatchObject({ session: next, phase: 'valid' });
    expect(after(rejected, renewed, end)).toMatchObject({ session: next });
  });
});
