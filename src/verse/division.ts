import { division } from '../generated/division.ts';
import type { components } from '../generated/openapi.ts';
import { bookIds } from '../generated/operations.ts';

export type BookId = components['schemas']['BookId'];

export function isBookId(value: unknown): value is BookId {
  return typeof value === 'string' && Object.hasOwn(division, value);
}

/** The number of verses of each chapter, in order. */
export function versesOf(book: BookId): readonly number[] {
  return division[book].verses;
}

/** The verse of a number from 0 on, which counts all verses in canonical order. */
export function verseAt(number: number): { readonly bookId: BookId; readonly chapter: number; readonly verse: number } {
  let before = 0;
  for (const bookId of bookIds) {
    for (const [index, count] of versesOf(bookId).entries()) {
      if (number < before + count) return { bookId, chapter: index + 1, verse: number - before + 1 };
      before += count;
    }
  }
  throw new RangeError(`There is no verse ${number}`);
}

/** The name of a whole book, e.g. "Psalms". */
export function bookName(book: BookId): string {
  return division[book].name;
}

/** A chapter as a reader would write it, e.g. "John 3". A chapter of Psalms is "Psalm 23". */
export function chapterReference(book: BookId, chapter: number): string {
  return `${book === 'PSA' ? 'Psalm' : bookName(book)} ${chapter}`;
}
