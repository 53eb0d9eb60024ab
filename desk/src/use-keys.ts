import { useEffect, useRef } from 'preact/hooks';

const stored = 'desk-keys';

/**
 * Whether single letters and signs are keys of the page: WCAG 2.1.4 wants that they can be turned
 * off.
 */
export function areKeysOn(): boolean {
  return localStorage.getItem(stored) !== 'off';
}

export function turnKeys(isOn: boolean): void {
  localStorage.setItem(stored, isOn ? 'on' : 'off');
}

/** What a control says of its key, while keys are turned on. */
export function hintOf(key: string) {
  return areKeysOn() ? { 'aria-keyshortcuts': key, title: `Key: ${key}` } : {};
}

/**
 * Acts on keys of the whole page, except where somebody types, in a dialog, and where what has the
 * focus has used the key. A key that is held down acts once.
 *
 * @param actions by `KeyboardEvent.key`, letters in lower case
 */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key.length === 1 && !areKeysOn()) return;
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
