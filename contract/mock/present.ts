import { type CalendarRules, utcDate, windowOf, windowText } from '../../src/calendar/window.ts';

/**
 * The instant of the contract's examples: a player submits a verse, and the other examples follow
 * from that.
 */
const exampleNow = Temporal.Instant.from('2026-11-21T09:30:00Z');

const date = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T.*Z$/;

/**
 * Returns an example as if it had been written now: dates and instants are as far from now as they
 * are from `exampleNow`, and a `windowText` is that of the `scheduledDate` beside it.
 *
 * @param rules the calendar's rules, for the window
 */
export function atPresent(example: unknown, now: Temporal.Instant, rules: CalendarRules): unknown {
  if (typeof example === 'string') return textAtPresent(example, now);
  if (Array.isArray(example)) return example.map((item) => atPresent(item, now, rules));
  if (typeof example !== 'object' || example === null) return example;
  const members: Record<string, unknown> = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, atPresent(value, now, rules)]),
  );
  const { scheduledDate, windowText: text } = members;
  return text === undefined || typeof scheduledDate !== 'string'
    ? members
    : { ...members, windowText: windowText(windowOf(Temporal.PlainDate.from(scheduledDate), utcDate(now), rules)) };
}

function textAtPresent(text: string, now: Temporal.Instant): string {
  if (date.test(text)) {
    return Temporal.PlainDate.from(text)
      .add(utcDate(exampleNow).until(utcDate(now)))
      .toString();
  }
  if (!instant.test(text)) return text;
  return Temporal.Instant.from(text).add(exampleNow.until(now)).toString({ fractionalSecondDigits: 3 });
}
