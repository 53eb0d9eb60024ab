import { hash } from 'node:crypto';

/**
 * The `ETag` of a body, which changes whenever the text does. It is a weak one (RFC 9110), since the
 * same text has other bytes when it is compressed.
 */
export function etagOf(text: string): string {
  return `W/"${hash('sha256', text, 'base64url')}"`;
}

/**
 * An instant as the contracts have it: RFC 3339 in UTC with milliseconds.
 *
 * @param instant may be milliseconds since the epoch
 * @throws RangeError for an instant that is not `isExpressible`
 */
export function instantText(instant: Temporal.Instant | number): string {
  const milliseconds = typeof instant === 'number' ? instant : instant.epochMilliseconds;
  if (!isExpressible(milliseconds)) throw new RangeError(`RFC 3339 cannot express ${instant}`);
  return Temporal.Instant.fromEpochMilliseconds(milliseconds).toString({ fractionalSecondDigits: 3 });
}

/**
 * Whether RFC 3339 can express an instant in milliseconds since the epoch: its year is from 0 to
 * 9999.
 */
export function isExpressible(milliseconds: number): boolean {
  return milliseconds >= Date.parse('0000-01-01T00:00:00Z') && milliseconds < Date.parse('+010000-01-01T00:00:00Z');
}

/**
 * A date as the contract has it: YYYY-MM-DD.
 *
 * @param date as PostgreSQL writes it
 * @throws RangeError for any other form, such as a year after 9999 or BC, which another program
 *   has stored
 */
export function dateText(date: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new RangeError(`The contract cannot express the date ${date}`);
  return date;
}
