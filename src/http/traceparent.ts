/** Version 00, a trace id and a parent id, neither of which is all zeros, and flags. */
const pattern = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * Returns the `traceparent` of a request, or undefined if it is absent or invalid.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function validTraceparent(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && pattern.test(header) ? header : undefined;
}
