import { useEffect, useState } from 'preact/hooks';

/**
 * A module that is loaded when it is needed first; undefined until then.
 *
 * @param onFail called with why that failed, and what loads it again
 */
export function useModule<Module extends object>(
  isNeeded: boolean,
  load: () => Promise<Module>,
  onFail: (problem: Error, tryAgain: () => void) => void,
): Module | undefined {
  const [module, setModule] = useState<Module>();
  function start(): void {
    load().then(setModule, (error: Error) => onFail(error, start));
  }
  useEffect(() => {
    if (isNeeded && module === undefined) start();
  }, [isNeeded]);
  return isNeeded ? module : undefined;
}
