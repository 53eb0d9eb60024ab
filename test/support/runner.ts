/** What jest-light-runner lacks. Each of its threads loads this before the first test file. */
import { registerHooks } from 'node:module';
import { addEventHandler } from 'jest-circus';
import pTimeout from 'p-timeout';

// The runner has Jest's functions as globals. The package that tests import them from has only
// their types.
const functions = 'afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test';
const globals = `data:text/javascript,export const { ${functions} } = globalThis;`;
registerHooks({
  resolve: (specifier, context, next) => next(specifier === '@jest/globals' ? globals : specifier, context),
});
const { expect, jest } = await import('@jest/globals');

// The runner sets it for its threads; programs that tests start would print colours.
delete process.env['FORCE_COLOR'];

/**
 * How long a test or a hook may take, in seconds, in the suites that wait for more than the
 * service.
 */
const limits: Readonly<Record<string, number>> = {
  backup: 120,
  browser: 120,
  consumers: 180,
  faults: 240,
  ha: 180,
  image: 60,
};
const realTimers = { setTimeout, clearTimeout };
/** The files, by their root block, that end with the functions that they spied on as they were. */
const restored = new WeakSet<object>();
let fileLimit: { path: string | undefined; ms: number } | undefined;

jest.setTimeout = (ms) => {
  fileLimit = { path: expect.getState().testPath, ms };
  return jest;
};
addEventHandler((event, { currentDescribeBlock, rootDescribeBlock }) => {
  if (event.name === 'add_test') limitTime(currentDescribeBlock.tests.at(-1), event.timeout);
  if (event.name === 'add_hook') limitTime(currentDescribeBlock.hooks.at(-1), event.timeout);
  if (event.name === 'add_test' && !restored.has(rootDescribeBlock)) {
    restored.add(rootDescribeBlock);
    const fn = () => void jest.restoreAllMocks();
    rootDescribeBlock.hooks.push({
      type: 'afterAll',
      fn,
      parent: rootDescribeBlock,
      asyncError: new Error(),
      seenDone: false,
      timeout: undefined,
    });
  }
});

function limitTime(added: { fn?: unknown } | undefined, ownLimitMs: number | undefined): void {
  if (typeof added?.fn !== 'function') return;
  const { fn } = added;
  const milliseconds = ownLimitMs ?? limitOf(expect.getState().testPath ?? '');
  added.fn = async () => {
    const message = `Not within ${milliseconds} ms`;
    await pTimeout(Promise.resolve(fn()), { milliseconds, message, customTimers: realTimers });
  };
}

/** In milliseconds. */
function limitOf(path: string): number {
  if (fileLimit?.path === path) return fileLimit.ms;
  return (limits[/test\/(\w+)\//.exec(path)?.[1] ?? ''] ?? 30) * 1000;
}
