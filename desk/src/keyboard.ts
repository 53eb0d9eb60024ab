import { addDays, addMonths, weekdayOf } from './dates.ts';

/**
 * The date to which a key moves the focus, as in the date grids of the ARIA Authoring Practices; undefined if the key does nothing.
 *
 * @param date the date that has the focus
 */
export function dateForKey(date: string, { key, shiftKey }: { key: string; shiftKey: boolean }): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return addDays(date, -weekdayOf(date));
    case 'End':
      return addDays(date, 6 - weekdayOf(date));
    case 'PageUp':
      return addMonths(date, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(date, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}
