import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import { foundVersesMaxItems } from '../generated/operations.ts';
import { createSemaphore, withPermit } from '../semaphore.ts';
import { type ReadChapter, readWords } from './chapters.ts';
import { verseAt } from './division.ts';
import type { Verse } from './validate.ts';
import { searchWords, type WordIndex } from './word-index.ts';

/** The name of the index's file, beside those of the chapters. */
export const wordIndexFile = 'words.index';

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
 * Reads the index at the first search, and keeps it: without searches, it needs no memory.
 *
 * @param folder the folder with the index and the chapters
 */
export function createFindVerses(folder: string, readChapter: ReadChapter): FindVerses {
  let index: WordIndex | undefined;
  const acquire = createSemaphore(maxSearches, searchWaitMs);
  return async (typed) =>
    await withPermit(acquire, async () => {
      index ??= deserialize(await readFile(join(folder, wordIndexFile))) as WordIndex;
      await setImmediate(); // what other requests are waiting for comes first
      const verses = searchWords(index, typed, foundVersesMaxItems.verses).map(verseAt);
      return await Promise.all(verses.map(async (verse) => ({ ...verse, words: await readWords(readChapter, verse) })));
    });
}
