/** How long nothing must have changed before screen readers read it, in milliseconds. */
const pauseMs = 700;

/**
 * Lets screen readers read what changes in live regions once the player pauses: who types hears
 * neither each key's suggestions nor the verses on the way to the one that is meant.
 *
 * @param signal ends that
 */
export function readAfterPause(regions: readonly HTMLElement[], signal: AbortSignal): void {
  const changed = new Set<HTMLElement>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver((records) => {
    for (const region of regions.filter((each) => records.some(({ target }) => each.contains(target)))) {
      region.ariaLive = 'off';
      changed.add(region);
    }
    clearTimeout(timer);
    timer = setTimeout(read, pauseMs);
  });

  function read(): void {
    for (const region of changed) {
      region.ariaLive = 'polite';
      region.append(...region.childNodes); // what comes into a live region is read
    }
    changed.clear();
    observer.takeRecords(); // these were no changes
  }

  for (const region of regions) observer.observe(region, { childList: true, characterData: true, subtree: true });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
    read();
  });
}
