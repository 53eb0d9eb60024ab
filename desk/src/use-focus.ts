import { useLayoutEffect } from 'preact/hooks';
import type { FocusWish } from './desk-state.ts';

/** Where focus moves after an update; the calendar's is its tab stop. */
const places = {
  calendar: '[role=gridcell][tabindex="0"], [data-from][tabindex="0"]',
  day: '#day',
  notice: '#notice',
  search: '#search',
  found: '#found',
  row: '.found [aria-current] > button',
};

/**
 * Moves the focus after an update, without throwing the page.
 *
 * @param isLoaded whether the date has been read to which the focus goes
 * @param hasLater whether what the first view does not have is loaded
 */
export function useFocus(wish: FocusWish, isLoaded: boolean, hasLater: boolean): void {
  useLayoutEffect(() => {
    go();
    // The sheet may lie over the date that it is about.
    if (wish.place === 'day')
      document.querySelector('.month [aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [wish]);
  // Once more when a date has been read that the calendar did not have, unless the focus has a
  // place.
  useLayoutEffect(() => {
    if (wish.isOnlyShown || document.activeElement === document.body) go();
  }, [isLoaded]);
  useLayoutEffect(() => {
    if (wish.place === 'found' || (wish.place === 'day' && document.activeElement === document.body)) go();
  }, [hasLater]);

  function go(): void {
    const find = (place: keyof typeof places) => document.querySelector<HTMLElement>(places[place]);
    const wanted = find(wish.place) ?? (wish.place === 'row' ? find('found') : null); // the list may have lost it
    // A phone hides the search.
    const element = wanted?.checkVisibility() === false ? (find('day') ?? find('calendar')) : wanted;
    if (!element) return;
    if (!wish.isOnlyShown) element.focus({ preventScroll: true });
    const side = element.closest('.place');
    // What opens begins at its upper edge, below what leads back to the list.
    if (side) side.scrollTop += element.getBoundingClientRect().top - side.getBoundingClientRect().top - 64;
    else element.scrollIntoView(wish.isOnlyShown ? undefined : { block: 'nearest' });
  }
}

/** Whether the focus has gone elsewhere: neither to a message, nor away with what had it. */
export function isElsewhere(before: Element | null): boolean {
  const { activeElement: now, body } = document;
  return now !== before && now !== body && !now?.closest('.notice');
}
