import { useLayoutEffect, useState } from 'preact/hooks';

/** Where focus moves after an update; the calendar's is its tab stop. */
const places = {
  calendar: '[role=gridcell][tabindex="0"], [data-from][tabindex="0"]',
  day: '#day',
  notice: '#notice',
  search: '#search',
  found: '#found',
};

interface Target {
  readonly place: keyof typeof places;
  /** Whether the focus stays where it is. */
  readonly isOnlyShown?: boolean;
}

/**
 * Moves the focus after an update, without throwing the page.
 *
 * @param isLoaded whether the date has been read to which the focus goes
 * @param hasLater whether what the first view does not have is loaded
 * @returns a function that names the place, also the same one again
 */
export function useFocus(isLoaded: boolean, hasLater: boolean): (target: Target) => void {
  const [target, goTo] = useState<Target>({ place: 'day' }); // which an address can name
  useLayoutEffect(go, [target]);
  // Once more when a date has been read that the calendar did not have, unless the focus has a
  // place.
  useLayoutEffect(() => {
    if (target.isOnlyShown || document.activeElement === document.body) go();
  }, [isLoaded]);
  useLayoutEffect(() => {
    if (target.place === 'found') go();
  }, [hasLater]);

  function go(): void {
    // A phone hides the search.
    const wanted = document.querySelector<HTMLElement>(places[target.place]);
    const isHidden = wanted && !wanted.checkVisibility();
    const element = isHidden ? document.querySelector<HTMLElement>(places.calendar) : wanted;
    if (target.isOnlyShown) element?.scrollIntoView();
    else {
      element?.focus({ preventScroll: true });
      element?.scrollIntoView({ block: 'nearest' });
    }
    element?.closest('.day')?.scrollIntoView({ block: 'nearest' }); // its buttons, too
  }
  return goTo;
}

/** Whether the focus has gone elsewhere: neither to a message, nor away with what had it. */
export function isElsewhere(before: Element | null): boolean {
  const { activeElement: now, body } = document;
  return now !== before && now !== body && !now?.closest('.notice');
}
