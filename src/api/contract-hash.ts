import { createHash } from 'node:crypto';

/** The SHA-256 of a contract's text, as hex. On Windows, Git may end its lines with CRLF. */
export function contractHash(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
