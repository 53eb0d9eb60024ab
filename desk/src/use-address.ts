import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type Address, hashOf, readAddress } from './address.ts';

/**
 * Keeps the page's address as the desk has it. The browser's Back leads to the view before, and
 * from the first date that was opened to the calendar without one; other dates of one view follow
 * each other without it.
 *
 * @param onFollow called when a link, or Back, has led to another address
 */
export function useAddress(address: Address, onFollow: (address: Address) => void): void {
  const written = useRef(address);
  useLayoutEffect(() => {
    if (address === written.current) return;
    written.current = address;
    const { view, date } = readAddress(location.hash);
    if (view === address.view && date === address.date) return;
    const isStep = view !== address.view || (date === undefined && address.date !== undefined);
    history[isStep ? 'pushState' : 'replaceState'](null, '', hashOf(address));
  }, [address]);
  // Not a layout effect: another listener to the same event may render the desk.
  useEffect(() => {
    const follow = () => onFollow(readAddress(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  });
}
