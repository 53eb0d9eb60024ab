import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type Address, hashOf, readAddress } from './address.ts';

/**
 * Keeps the page's address as the desk has it. The browser's Back leads from a date to the list of
 * its search, from that to the calendar alone, and from there to the view before; other dates
 * of one list follow each other without it.
 *
 * @param onFollow called when a link, or Back, has led to another address
 */
export function useAddress(address: Address, onFollow: (address: Address) => void): void {
  const written = useRef(address);
  useLayoutEffect(() => {
    if (address === written.current) return;
    written.current = address;
    const before = readAddress(location.hash);
    const hash = hashOf(address);
    if (hash === hashOf(before)) return;
    const isStep = address.view !== before.view || depthOf(address) > depthOf(before);
    history[isStep ? 'pushState' : 'replaceState'](null, '', hash);
  }, [address]);
  const latest = useRef(onFollow);
  latest.current = onFollow;
  // Once: another listener to the same event renders the desk, and one that is replaced meanwhile
  // would miss the event.
  useEffect(() => {
    const follow = () => latest.current(readAddress(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
}

/** How far an address leads into the calendar: to a list, and to a date. */
function depthOf({ date, query }: Address): number {
  return date !== undefined ? 2 : query !== undefined ? 1 : 0;
}
