import { join } from 'node:path';
import { type Content, dist, readBuilt } from '../content.ts';
import type { components } from '../generated/openapi.ts';
import { StartError } from '../start-error.ts';
import type { Chapter, Verse } from './validate.ts';

/** Where the build writes the text: one file for each chapter. */
export const builtChapters = join(dist, 'chapters');

/** The text of a chapter: the contract's `Chapter`, and its JSON as clients get it. */
export type ChapterText = components['schemas']['Chapter'] & { readonly content: Content };

/**
 * Returns the text of a chapter.
 *
 * @throws when a file cannot be read
 */
export type ReadChapter = (chapter: Chapter) => Promise<ChapterText>;

/**
 * Reads a chapter when it is first asked for, and keeps it: all of them take 14 MiB.
 *
 * @param folder the folder with the files of each chapter
 * @throws StartError when the first chapter cannot be read
 */
export async function createReadChapter(folder: string): Promise<ReadChapter> {
  const kept = new Map<string, ChapterText>();
  const readChapter: ReadChapter = async (chapter) => {
    const file = chapterFile(chapter);
    const known = kept.get(file);
    if (known !== undefined) return known;
    const content = await readBuilt(file, folder);
    const text = { ...JSON.parse(content.body.toString()), content };
    kept.set(file, text);
    return text;
  };
  await readChapter({ bookId: 'GEN', chapter: 1 }).catch((cause) => {
    throw new StartError(`The text of the chapters cannot be read from ${folder}: run \`npm run build\``, { cause });
  });
  return readChapter;
}

/** The words of a verse that exists. */
export async function readWords(readChapter: ReadChapter, verse: Verse): Promise<string> {
  const { verses } = await readChapter(verse);
  return verses[verse.verse - 1] as string;
}

/** The name of a chapter's file, e.g. `JHN.3.json`. */
export function chapterFile({ bookId, chapter }: Chapter): string {
  return `${bookId}.${chapter}.json`;
}
