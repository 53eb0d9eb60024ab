import { fold } from './numbers.ts';

/** How many words of a verse stand before the first that was found. */
const wordsBefore = 3;

/**
 * The words of a verse, in which those that are typed stand out; the last may be cut short. They
 * begin shortly before the first of these.
 *
 * @param mark makes a word stand out
 */
export function marked<Mark extends object>(
  words: string,
  typed: string,
  mark: (word: string) => Mark,
): (Mark | string)[] {
  const sought = typed.split(/\s+/).map(fold).filter(Boolean);
  const last = sought.at(-1) ?? ' ';
  const parts = words.split(/([\p{L}\p{N}'’]+)/u).map((part, index) => {
    const word = fold(part);
    const isSought = index % 2 === 1 && (sought.includes(word) || word.startsWith(last));
    return isSought ? mark(part) : part;
  });
  const start = parts.findIndex((part) => typeof part !== 'string') - 2 * wordsBefore;
  return start > 0 ? ['… ', ...parts.slice(start)] : parts;
}
