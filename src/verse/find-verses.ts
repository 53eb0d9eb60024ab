import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import { bookIds, foundVersesLimits } from '../generated/operations.ts';
import { createSemaphore, withPermit } from '../semaphore.ts';
import { type ReadChapter, readWords } from './chapters.ts';
import { verseAt, versesOf } from './division.ts';
import type { Verse } from './validate.ts';
import { searchWords, versesWithAll, type WordIndex } from './word-index.ts';

/** The name of the index's file, beside those of the chapters. */
export const wordIndexFile = 'verses.index';

/** How many searches of an instance run at a time: players who submit come first. */
export const maxSearches = 2;
/** How long another one waits, in milliseconds. */
export const searchWaitMs = 5_000;

/**
 * Searches for verses by their words: the best first. `searchWords` has the rules.
 *
 * @throws when the index or a chapter cannot be read, or others have taken too long
 */
export type FindVerses = (typed: string) => Promise<(Verse & { readonly words: string })[]>;

/**
 * Returns the index of the words of all verses.
 *
 * @throws when it cannot be read
 */
export type ReadWordIndex = () => Promise<WordIndex>;

/**
 * Reads the index at the first search, and keeps it: without searches, it needs no memory.
 *
 * @param folder the folder with the index and the chapters
 */
export function createReadWordIndex(folder: string): ReadWordIndex {
  let index: WordIndex | undefined;
  return async () => (index ??= deserialize(await readFile(join(folder, wordIndexFile))) as WordIndex);
}

export function createFindVerses(readWordIndex: ReadWordIndex, readChapter: ReadChapter): FindVerses {
  const acquire = createSemaphore(maxSearches, searchWaitMs);
  return async (typed) =>
    await withPermit(acquire, async () => {
      const index = await readWordIndex();
      await setImmediate(); // what other requests are waiting for comes first
      const verses = searchWords(index, typed, foundVersesLimits.verses).map(verseAt);
      return await Promise.all(verses.map(async (verse) => ({ ...verse, words: await readWords(readChapter, verse) })));
    });
}

/**
 * The verses that have all typed words, in any order. `searchWords` has the rules.
 *
 * @returns their codes, such as `JHN.3.16`
 */
export function codesOfVersesWith(index: WordIndex, typed: string): string[] {
  const numbers = versesWithAll(index, typed);
  // One pass, since common words are in most verses.
  const codes: string[] = [];
  let [next, first] = [0, 0];
  for (const bookId of bookIds) {
    for (const [chapter, count] of versesOf(bookId).entries()) {
      for (; (numbers[next] ?? Infinity) < first + count; next++)
        codes.push(`${bookId}.${chapter + 1}.${(numbers[next] as number) - first + 1}`);
      first += count;
    }
  }
  return codes;
}
