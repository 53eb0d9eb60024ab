import { jest } from '@jest/globals';

const neither = ['hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;
const everythingElse = ['Date', ...neither] as const;

/**
 * From now on, time passes for `setTimeout` and `performance.now()` only when the test calls `skip`. The clock, and whatever is Node's own, such
 * as the timeout of a fetch, stay real. `jest.useRealTimers()` ends it.
 */
export function stopTimers(): void {
  jest.useFakeTimers({ doNotFake: [...everythingElse, 'setInterval', 'clearInterval'] });
}

/** From now on, time passes for `setInterval` only when the test advances it. `jest.useRealTimers()` ends it. */
export function stopIntervals(): void {
  jest.useFakeTimers({ doNotFake: [...everythingElse, 'performance', 'setTimeout', 'clearTimeout'] });
}

/** From now on, the clock of `Date` shows this instant. Timers stay real. `jest.useRealTimers()` ends it. */
export function stopClock(instant: string): void {
  const timers = ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
  jest.useFakeTimers({ now: new Date(instant), doNotFake: [...neither, ...timers] });
}

export async function skip(milliseconds: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(milliseconds);
}
