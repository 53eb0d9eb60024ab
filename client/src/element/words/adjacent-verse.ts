import type { books } from '../../index.ts';
import type { bookOf, Verse } from './language.ts';

/** What the element lends: what it has itself is not loaded again. */
interface Books {
  readonly bookOf: typeof bookOf;
  readonly books: typeof books;
}

/**
 * The verse before (-1) or after (1) another, also in another chapter or book; undefined at both
 * ends.
 */
export function adjacentVerse(
  { bookId, chapter, verse }: Verse,
  step: -1 | 1,
  { bookOf, books }: Books,
): Verse | undefined {
  const { verses } = bookOf(bookId);
  const other = verse + step;
  if (other >= 1 && other <= (verses[chapter - 1] ?? 0)) return { bookId, chapter, verse: other };

  const chapterBeside = verses[chapter - 1 + step];
  if (chapterBeside !== undefined) return { bookId, chapter: chapter + step, verse: step === 1 ? 1 : chapterBeside };

  const book = books[books.findIndex(({ id }) => id === bookId) + step];
  if (book === undefined) return undefined;
  const last = book.verses.length;
  return { bookId: book.id, chapter: step === 1 ? 1 : last, verse: step === 1 ? 1 : (book.verses[last - 1] ?? 1) };
}
