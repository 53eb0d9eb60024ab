import { type Clock, type FakeMethod, install } from '@sinonjs/fake-timers';

let stopped: Clock | undefined;

/**
 * From now on, time passes for `setTimeout` and `performance.now()` only when the test calls
 * `skip`. The clock, and whatever is Node's own, such as the timeouts of a fetch, stay real.
 * `realTime` ends it.
 */
export function stopTimers(): void {
  const real = globalThis.setTimeout;
  stop(['setTimeout', 'clearTimeout', 'performance']);
  const ofTest = globalThis.setTimeout;
  const byCaller = (...args: Parameters<typeof real>) => {
    const caller = new Error().stack?.split('\n')[2] ?? '';
    return caller.includes('(node:internal/') ? real(...args) : ofTest(...args);
  };
  globalThis.setTimeout = byCaller as typeof real;
}

/**
 * From now on, time passes for `setInterval` only when the test calls `skip`. `realTime` ends it.
 */
export function stopIntervals(): void {
  stop(['setInterval', 'clearInterval']);
}

/** From now on, the clock of `Date` shows this instant. Timers stay real. `realTime` ends it. */
export function stopClock(instant: string): void {
  stop(['Date'], new Date(instant));
}

export function realTime(): void {
  stopped?.uninstall();
  stopped = undefined;
}

/** Lets stopped time pass. */
export async function skip(milliseconds: number): Promise<void> {
  await stopped?.tickAsync(milliseconds);
}

/** How many of the stopped timers are waiting. */
export function waitingTimers(): number {
  return stopped?.countTimers() ?? 0;
}

function stop(toFake: FakeMethod[], now?: Date): void {
  stopped = install({ toFake, shouldClearNativeTimers: true, ...(now !== undefined && { now }) });
}
