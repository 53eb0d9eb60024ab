import { Canon } from '@sillsdev/scripture';
import { bcv_parser } from 'bible-passage-reference-parser';
import * as english from 'bible-passage-reference-parser/esm/lang/en.js';
import type { components } from '../generated/openapi.ts';
import { bookIds } from '../generated/operations.ts';

export type BookId = components['schemas']['BookId'];

/** The King James division: how many verses each chapter of each book has. */
const { books, chapters } = new bcv_parser(english).translation_info('kjv');

/** Both lists are in canonical order; the package's goes on with the Apocrypha. */
const versesByBook = new Map<string, readonly number[]>(
  bookIds.map((id, index) => [id, chapters[books[index] ?? ''] ?? []]),
);

export function isBookId(value: unknown): value is BookId {
  return typeof value === 'string' && versesByBook.has(value);
}

/** The verses of each chapter, the first chapter's first. */
export function versesOf(book: BookId): readonly number[] {
  return versesByBook.get(book) ?? [];
}

/** The name of a whole book, e.g. "Psalms". The package tells the Hebrew Esther and Daniel from the Greek; readers do not. */
export function bookName(book: BookId): string {
  return Canon.bookIdToEnglishName(book).replace(' (Hebrew)', '');
}

/** A chapter as a reader would write it, e.g. "John 3"; one of the Psalms is a Psalm. */
export function chapterReference(book: BookId, chapter: number): string {
  return `${book === 'PSA' ? 'Psalm' : bookName(book)} ${chapter}`;
}
