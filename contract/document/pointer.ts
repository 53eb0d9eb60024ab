/** The JSON pointer (RFC 6901) of a part of a document, e.g. `#/paths/~1api~1submit-verse/post`. */
export function pointerTo(...path: string[]): string {
  return ['#', ...path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** The keys on the way to a part of a document: the inverse of `pointerTo`. */
export function keysOf(pointer: string): string[] {
  const [, ...keys] = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys;
}

/** The pointer of what a part of a document has under some keys. */
export function pointerBelow(pointer: string, ...path: string[]): string {
  return pointer + pointerTo(...path).slice(1);
}
