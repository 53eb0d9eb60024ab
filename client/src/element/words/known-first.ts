import type { Verse } from './language.ts';
import { wellKnownVerses } from './well-known-verses.ts';

/**
 * Offers chapters of a book, or verses of a chapter: first those that many readers know, then the
 * first ones.
 *
 * @param chapter undefined for chapters of the book, where those with the most known verses are
 *   first
 * @param count how many there are
 * @param most how many are wanted
 */
export function knownFirst(
  bookId: Verse['bookId'],
  chapter: number | undefined,
  count: number,
  most: number,
): number[] {
  const known = new Map<number, number>();
  for (const code of wellKnownVerses) {
    const [book, ...numbers] = code.split('.');
    const [inChapter = 0, verse = 0] = numbers.map(Number);
    if (book !== bookId || (chapter ?? inChapter) !== inChapter) continue;
    const number = chapter === undefined ? inChapter : verse;
    known.set(number, (known.get(number) ?? 0) + 1);
  }
  const best = [...known].sort(([, one], [, other]) => other - one).map(([number]) => number);
  const all = Array.from({ length: count }, (_, index) => index + 1);
  return [...new Set([...best, ...all])].slice(0, most);
}
