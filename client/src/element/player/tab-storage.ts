/** What the tab has stored under a name, or undefined if it has nothing, or forbids it. */
export function readStored<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '');
  } catch {
    return undefined;
  }
}

/**
 * Stores a value for this tab. Where the browser forbids it, the value lasts as long as the page.
 */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without a pending submission, the service still rejects a second one: the player is on
    // cooldown.
  }
}
