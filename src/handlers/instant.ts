/** An instant as the contract has it: RFC 3339 in UTC with milliseconds. */
export function toText(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 });
}
