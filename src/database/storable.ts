/**
 * Whether PostgreSQL can store a text. It cannot contain NUL, and a lone surrogate would be stored
 * and compared as another character.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
