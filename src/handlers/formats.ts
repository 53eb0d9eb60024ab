/**
 * An instant as the contract has it: RFC 3339 in UTC with milliseconds.
 *
 * @throws RangeError for a year that RFC 3339 cannot express, before 0 or after 9999
 */
export function instantText(instant: Temporal.Instant): string {
  const text = instant.toString({ fractionalSecondDigits: 3 });
  if (!/^\d/.test(text)) throw new RangeError(`RFC 3339 cannot express ${text}`);
  return text;
}

/**
 * A date as the contract has it: YYYY-MM-DD.
 *
 * @param date as PostgreSQL writes it
 * @throws RangeError for any other form, such as a year after 9999 or BC, which another program has stored
 */
export function dateText(date: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new RangeError(`The contract cannot express the date ${date}`);
  return date;
}
