/** A player's local calendar date, YYYY-MM-DD, as the service takes it. The default is the date on this device now. */
export function localDate(date: Date = new Date()): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}
