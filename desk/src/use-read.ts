import { type Inputs, useEffect } from 'preact/hooks';

/**
 * Reads something, and again when an input changes; a result that comes after that is dropped.
 *
 * @param read never rejects
 */
export function useRead<Result>(read: () => Promise<Result>, show: (result: Result) => void, inputs: Inputs): void {
  useEffect(() => {
    let isCurrent = true;
    void read().then((result) => isCurrent && show(result));
    return () => {
      isCurrent = false;
    };
  }, inputs);
}
