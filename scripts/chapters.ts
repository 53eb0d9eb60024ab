import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { wellKnownVerses } from '../client/src/element/words/well-known-verses.ts';
import type { components } from '../src/generated/openapi.ts';
import { bookIds } from '../src/generated/operations.ts';
import { builtChapters, chapterFile } from '../src/verse/chapters.ts';
import { wordIndexFile } from '../src/verse/find-verses.ts';
import { createWordIndex } from '../src/verse/word-index.ts';
import { writeCompressed, writeIfChanged } from './files.ts';

const source = fileURLToPath(import.meta.resolve('kjv/json/verses-1769.json'));
const translation = 'King James Version';

/**
 * Writes the text of each chapter to `dist/chapters/`, as the contract's `Chapter`, each also
 * compressed, and the index of all words.
 *
 * @returns the paths of all files
 */
export async function buildChapters(): Promise<string[]> {
  const textOf: Record<string, string> = JSON.parse(await readFile(source, 'utf8'));
  // The package names a verse `John 3:16`. Its books have other names than the contract's, but the
  // same order.
  const books = Map.groupBy(Object.keys(textOf), (verse) => verse.slice(0, verse.lastIndexOf(' ')));
  await mkdir(builtChapters, { recursive: true });
  const written: string[] = [];
  const codes: string[] = [];
  for (const [index, ofBook] of [...books.values()].entries()) {
    const bookId = bookIds[index];
    if (bookId === undefined) throw new Error(`${source} has more books than the contract`);
    const chapters = [...Map.groupBy(ofBook, (verse) => verse.slice(0, verse.lastIndexOf(':'))).values()];
    for (const [before, ofChapter] of chapters.entries()) {
      const chapter: components['schemas']['Chapter'] = {
        translation,
        verses: ofChapter.map((verse) => withoutMarks(textOf[verse] ?? '')),
      };
      codes.push(...ofChapter.map((_, verse) => `${bookId}.${before + 1}.${verse + 1}`));
      const file = join(builtChapters, chapterFile({ bookId, chapter: before + 1 }));
      // The best compression would take 5 s of CPU for all of them, and save a tenth.
      written.push(...(await writeCompressed(file, Buffer.from(JSON.stringify(chapter)), 'good')));
    }
  }
  const wellKnown = wellKnownVerses.map((code) => codes.indexOf(code));
  const words = createWordIndex(Object.values(textOf).map(withoutMarks), wellKnown);
  const indexPath = join(builtChapters, wordIndexFile);
  await writeIfChanged(indexPath, serialize(words));
  return [...written, indexPath];
}

/** The package marks the first verse of a paragraph with `# `, and words in italics with `[ ]`. */
function withoutMarks(text: string): string {
  return text.replace(/^# |[[\]]/g, '');
}
