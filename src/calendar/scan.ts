import type { DateRange } from './window.ts';

/**
 * The earliest day of a range that is not reserved, or undefined when all are. Since windows tile the bookable days, it
 * lies in the earliest window that has a free date.
 *
 * @param reserved reserved days of the range, ascending; days outside the range are passed over
 */
export function earliestFreeDate(
  { first, last }: DateRange,
  reserved: Iterable<Temporal.PlainDate>,
): Temporal.PlainDate | undefined {
  let free = first;
  for (const date of reserved) {
    const order = Temporal.PlainDate.compare(date, free);
    if (order > 0) break;
    if (order === 0) free = free.add({ days: 1 });
  }
  return Temporal.PlainDate.compare(free, last) > 0 ? undefined : free;
}
