import { isAlive } from './is-alive.ts';

const parent = process.ppid;

/**
 * Calls a function within half a second of npm's end, if npm has started this process. A signal to
 * npm does not suffice: npm hands it on to its shell, which on Debian ends and leaves the program
 * running. On Windows, npm's shell ends with npm, without any signal.
 */
export function whenNpmEnds(act: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const timer = setInterval(() => {
    // On Windows, `ppid` stays the same when the parent has ended.
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    act();
  }, 500).unref();
}
