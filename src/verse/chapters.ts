import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root.ts';
import { StartError } from '../start-error.ts';
import type { Chapter, Verse } from './validate.ts';

/** Where the build writes the text: one file for each chapter. */
export const builtChapters = join(root, 'dist/chapters');

/**
 * Returns the text of a chapter: the contract's `Chapter` as JSON.
 *
 * @throws when the file cannot be read
 */
export type ReadChapter = (chapter: Chapter) => Promise<string>;

/**
 * Reads the file of a chapter for each request, so that the text of the Bible needs no memory.
 *
 * @param folder the folder with one file for each chapter
 * @throws StartError when the first of them cannot be read
 */
export async function createReadChapter(folder: string): Promise<ReadChapter> {
  const readChapter: ReadChapter = async (chapter) => await readFile(join(folder, chapterFile(chapter)), 'utf8');
  await readChapter({ bookId: 'GEN', chapter: 1 }).catch((cause) => {
    throw new StartError(`The text of the chapters cannot be read from ${folder}: run \`npm run build\``, { cause });
  });
  return readChapter;
}

/** Returns a function that reads the text of verses, and each chapter once. */
export function createReadWords(readChapter: ReadChapter): (verse: Verse) => Promise<string> {
  const chapters = new Map<string, readonly string[]>();
  return async (verse) => {
    const name = chapterFile(verse);
    const verses: readonly string[] = chapters.get(name) ?? JSON.parse(await readChapter(verse)).verses;
    chapters.set(name, verses);
    return verses[verse.verse - 1] as string;
  };
}

/** The name of a chapter's file, e.g. `JHN.3.json`. */
export function chapterFile({ bookId, chapter }: Chapter): string {
  return `${bookId}.${chapter}.json`;
}
