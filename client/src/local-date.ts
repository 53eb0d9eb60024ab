/**
 * A player's local calendar date, YYYY-MM-DD, as the service takes it.
 *
 * @param date the instant whose date on this device counts, by default now
 *
 * @example
 * ```ts
 * await client.getEligibility({ localDate: localDate() });
 * ```
 */
export function localDate(date: Date = new Date()): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}
