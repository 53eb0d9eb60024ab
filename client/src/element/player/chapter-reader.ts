import type { BookId } from '../../index.ts';
import type { Verse } from '../words/language.ts';

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

export interface ChapterReader {
  /** The words of a verse if its chapter has been read; if not, it begins to read the chapter. */
  wordsOf(verse: Verse): Words | undefined;
}

/**
 * Keeps the chapter that was read last: the browser's cache has the others.
 *
 * @param end ends the reading
 * @param onRead called when a chapter has come, or could not be read
 */
export function createChapterReader(read: ReadChapter, end: AbortSignal, onRead: () => void): ChapterReader {
  let key = '';
  let chapter: Chapter | undefined;
  let reading = new AbortController();

  async function start({ bookId, chapter: number }: Verse): Promise<void> {
    reading.abort();
    reading = new AbortController();
    const signal = AbortSignal.any([reading.signal, end]);
    let found: Chapter = { verses: [] }; // the reference alone is shown
    try {
      const chapterOfSite = await read(bookId, number, { signal });
      if (Array.isArray(chapterOfSite.verses)) found = chapterOfSite; // a site's own function may return anything
    } catch {
      // A text that cannot be read does not keep anybody from submitting.
    }
    if (signal.aborted) return;
    chapter = found;
    onRead();
  }

  return {
    wordsOf(verse) {
      const wanted = `${verse.bookId} ${verse.chapter}`;
      if (wanted !== key) {
        key = wanted;
        chapter = undefined;
        void start(verse);
      }
      if (chapter === undefined) return undefined;
      const { verses, ...about } = chapter;
      return { ...about, text: verses[verse.verse - 1] ?? '' };
    },
  };
}
