/** For the tests of mutants, all of which run in one process. */
import { registerHooks } from 'node:module';
import { addEventHandler } from 'jest-circus';

/** Stryker says here which mutant is active. */
const active = () => process.env['__STRYKER_ACTIVE_MUTANT__'];
// The code that it has written into the mutated files looks here.
Object.assign(globalThis, {
  __stryker__: {
    get activeMutant() {
      return active();
    },
  },
});

// Each mutant gets modules of its own: one may change what a module does when it is loaded.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const isOwn = resolved.url.startsWith('file:') && !resolved.url.includes('/node_modules/');
    return isOwn ? { ...resolved, url: `${resolved.url}?mutant=${active()}` } : resolved;
  },
});

let noticed: string | undefined;

// One failure is enough.
addEventHandler((event, { currentDescribeBlock }) => {
  const added = event.name === 'add_test' ? currentDescribeBlock.tests.at(-1) : undefined;
  if (typeof added?.fn !== 'function') return;
  const { fn } = added as { fn: () => unknown };
  added.fn = async () => {
    if (noticed !== undefined && noticed === active()) return;
    try {
      await fn();
    } catch (error) {
      noticed = active();
      throw error;
    }
  };
});
