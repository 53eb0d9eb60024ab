import { useEffect, useState } from 'preact/hooks';
import { type Address, hashOf, readAddress } from './address.ts';

/**
 * What the page's address names, and a function that changes it. The browser's Back leads to the
 * view before; dates of one view follow each other without it.
 *
 * @param onFollow called when a link, or Back, has led to another address
 */
export function useAddress(onFollow: (address: Address) => void): [Address, (next: Address) => void] {
  const [address, setAddress] = useState(() => readAddress(location.hash));
  useEffect(() => {
    function follow(): void {
      const next = readAddress(location.hash);
      setAddress(next);
      onFollow(next);
    }
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  });
  function go(next: Address): void {
    const isSameView = readAddress(location.hash).view === next.view;
    history[isSameView ? 'replaceState' : 'pushState'](null, '', hashOf(next));
    setAddress(next);
  }
  return [address, go];
}
