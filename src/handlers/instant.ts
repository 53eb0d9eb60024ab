/**
 * An instant as the contract has it: RFC 3339 in UTC with milliseconds.
 *
 * @throws RangeError for a year that RFC 3339 cannot express, before 0 or after 9999
 */
export function toText(instant: Temporal.Instant): string {
  const text = instant.toString({ fractionalSecondDigits: 3 });
  if (!/^\d/.test(text)) throw new RangeError(`RFC 3339 cannot express ${text}`);
  return text;
}
