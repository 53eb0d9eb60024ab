import { runInThisContext } from 'node:vm';

/**
 * Puts this process into another time zone until the result is disposed of. Jest gives tests a copy of `process.env`, which the
 * runtime ignores; this sets the real one.
 */
export function processTimeZone(zone: string): Disposable {
  const { env } = runInThisContext('process') as NodeJS.Process;
  const { TZ: before } = env;
  env['TZ'] = zone;
  return {
    [Symbol.dispose]() {
      if (before === undefined) delete env['TZ'];
      else env['TZ'] = before;
    },
  };
}
