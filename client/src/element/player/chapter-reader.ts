import type { BookId } from '../../index.ts';
import type { Verse } from '../words/language.ts';
import { createLatest } from './latest.ts';

export interface Chapter {
  /** What the text is called, e.g. `KJV`. */
  readonly translation?: string;
  /** The text of each verse, the first verse's first. */
  readonly verses: readonly string[];
  /** The language of the text, a BCP 47 tag. Absent, it is that of the page. */
  readonly lang?: string;
}

/** Reads a chapter. The element shows no text if this rejects. */
export type ReadChapter = (
  bookId: BookId,
  chapter: number,
  options: { readonly signal: AbortSignal },
) => Promise<Chapter>;

/** A verse's text, which is empty where none is known, and what there is to say of it. */
export type Words = Omit<Chapter, 'verses'> & { readonly text: string };

/** The words of a verse if its chapter has been read; if not, it begins to read the chapter. */
export type ChapterReader = (verse: Verse) => Words | undefined;

/**
 * Keeps the chapter that was read last: the browser's cache has the others.
 *
 * @param end ends the reading
 * @param onRead called when a chapter has come, or could not be read
 */
export function createChapterReader(read: ReadChapter, end: AbortSignal, onRead: () => void): ChapterReader {
  const latest = createLatest<[BookId, number], Chapter>(
    async ([bookId, chapter], signal) => {
      // A text that cannot be read does not keep anybody from submitting.
      const found = await read(bookId, chapter, { signal }).catch(() => undefined);
      return Array.isArray(found?.verses) ? found : { verses: [] }; // a site's own function may return anything
    },
    end,
    onRead,
  );
  return ({ bookId, chapter, verse }) => {
    const found = latest([bookId, chapter]);
    if (found === undefined) return undefined;
    const { verses, ...about } = found;
    return { ...about, text: verses[verse - 1] ?? '' };
  };
}
