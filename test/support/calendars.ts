import type { DateRange } from '../../src/calendar/window.ts';

export function date(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}

/** Every day of a range, as YYYY-MM-DD. */
export function days({ first, last }: DateRange): string[] {
  return Array.from({ length: first.until(last).days + 1 }, (_, days) => first.add({ days }).toString());
}
