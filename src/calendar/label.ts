const pattern = /^ *[^ \p{Cc}]\P{Cc}*$/u;

/**
 * Whether a stored label is one that the contracts can express: it has no control characters, and
 * does not consist of spaces alone. Another program may have stored any other.
 */
export function isLabel(text: string): boolean {
  return pattern.test(text);
}
