const day = 86_400_000;
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const texts = new Map<string, string>();

/** The UTC date, YYYY-MM-DD, of an instant in milliseconds since the epoch. */
export function utcDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Whether a text of the form YYYY-MM-DD is a possible date. */
export function isDate(text: string): boolean {
  return !text.startsWith('0000') && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}

export function addDays(date: string, days: number): string {
  return utcDate(Date.parse(date) + days * day);
}

/** The text of the window that contains a date; formatted once per window. */
export function windowText(date: string, calendar: { first: string; last: string }, windowDays: number): string {
  const daysIn = ((Date.parse(date) - Date.parse(calendar.first)) / day) % windowDays;
  const first = addDays(date, -daysIn);
  const last = addDays(first, windowDays - 1);
  const end = last < calendar.last ? last : calendar.last;
  const known = texts.get(first + end);
  if (known !== undefined) return known;
  const text = longDate.formatRange(Date.parse(first), Date.parse(end));
  texts.set(first + end, text);
  return text;
}
