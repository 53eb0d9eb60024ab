import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import type { components } from '../src/generated/openapi.ts';
import { bookIds } from '../src/generated/operations.ts';
import { builtChapters, chapterFile } from '../src/verse/chapters.ts';
import { wordIndexFile } from '../src/verse/find-verses.ts';
import { createWordIndex } from '../src/verse/word-index.ts';
import { writeIfChanged } from './files.ts';

const source = fileURLToPath(import.meta.resolve('kjv/json/verses-1769.json'));
const translation = 'King James Version';

/**
 * Writes the text of each chapter to `dist/chapters/`, as the contract's `Chapter`, and the index
 * of all words.
 */
export async function buildChapters(): Promise<void> {
  const textOf: Record<string, string> = JSON.parse(await readFile(source, 'utf8'));
  // The package names a verse `John 3:16`. Its books have other names than the contract's, but the
  // same order.
  const books = Map.groupBy(Object.keys(textOf), (verse) => verse.slice(0, verse.lastIndexOf(' ')));
  await mkdir(builtChapters, { recursive: true });
  for (const [index, ofBook] of [...books.values()].entries()) {
    const bookId = bookIds[index];
    if (bookId === undefined) throw new Error(`${source} has more books than the contract`);
    const chapters = [...Map.groupBy(ofBook, (verse) => verse.slice(0, verse.lastIndexOf(':'))).values()];
    for (const [before, ofChapter] of chapters.entries()) {
      const chapter: components['schemas']['Chapter'] = {
        translation,
        verses: ofChapter.map((verse) => withoutMarks(textOf[verse] ?? '')),
      };
      const file = join(builtChapters, chapterFile({ bookId, chapter: before + 1 }));
      await writeIfChanged(file, Buffer.from(JSON.stringify(chapter)));
    }
  }
  const index = createWordIndex(Object.values(textOf).map(withoutMarks));
  await writeIfChanged(join(builtChapters, wordIndexFile), serialize(index));
}

/** The package marks the first verse of a paragraph with `# `, and words in italics with `[ ]`. */
function withoutMarks(text: string): string {
  return text.replace(/^# |[[\]]/g, '');
}
