/** Version 00, a trace and its parent of which neither is all zeros, and flags. */
const pattern = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/**
 * The trace that a request belongs to, or undefined where its `traceparent` is not valid.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function validTraceparent(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && pattern.test(header) ? header : undefined;
}
