import { useEffect, useRef } from 'preact/hooks';

/**
 * Acts on keys of the whole page, except where somebody types, in a dialog, and where what has the
 * focus has used the key.
 *
 * @param actions by `KeyboardEvent.key`, letters in lower case
 */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if ((event.target as Element).closest('input, select, textarea, dialog')) return;
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
