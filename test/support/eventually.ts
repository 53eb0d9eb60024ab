import { setTimeout } from 'node:timers/promises';

const pauseMs = 20;
/** In milliseconds. Unlike `performance.now()`, it goes on where a test has stopped the timers. */
const elapsed = () => Number(process.hrtime.bigint()) / 1e6;

/**
 * Checks a condition until it holds, with a pause in between.
 *
 * @param what names the condition in the error
 * @returns the first value of the condition that is truthy
 * @throws Error when the condition does not hold within `limitMs`; whatever the condition throws
 */
export async function eventually<T>(
  what: string,
  condition: () => T | Promise<T>,
  limitMs = 10_000,
): Promise<NonNullable<T>> {
  const end = elapsed() + limitMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (elapsed() > end) throw new Error(`Not within ${limitMs} ms: ${what}`);
    await setTimeout(pauseMs);
  }
}
