/** Puts this process into another time zone until the result is disposed of. */
export function processTimeZone(zone: string): Disposable {
  const { TZ: before } = process.env;
  process.env['TZ'] = zone;
  return {
    [Symbol.dispose]() {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    },
  };
}
