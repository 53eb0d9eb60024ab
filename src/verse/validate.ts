import type { components } from '../generated/openapi.ts';
import { bookIds, invalidVerseMessages as messages } from '../generated/operations.ts';
import { bookName, chapterReference, isBookId, versesOf } from './division.ts';

export type Verse = Pick<components['schemas']['VerseSubmission'], 'bookId' | 'chapter' | 'verse'>;
export type Chapter = Pick<Verse, 'bookId' | 'chapter'>;
/** What a request has in the place of each member. */
export type Unvalidated<T> = { readonly [name in keyof T]?: unknown };
type InvalidVerse = components['schemas']['InvalidVerse'];

/**
 * The structural validation of check 6: the verse must exist in the King James division. It checks
 * bookId, chapter and verse in this order.
 *
 * @returns the verse, or the message of the first invalid member
 */
export function validateVerse(body: Unvalidated<Verse>): Verse | InvalidVerse {
  const found = validateChapter(body);
  if ('error' in found) return found;
  const { bookId, chapter } = found;
  const { verse } = body;
  const verses = versesOf(bookId)[chapter - 1] ?? 0;
  if (!isIntegerUpTo(verses, verse)) {
    return { error: messages.verse({ passage: chapterReference(bookId, chapter), verses }) };
  }
  return { bookId, chapter, verse };
}

/**
 * Like `validateVerse`, for a query that may name a verse: with all of its parameters, or none.
 *
 * @param malformed the names of parameters that have no value, since they are malformed
 * @returns undefined if the query names no verse
 */
export function validateOptionalVerse(
  query: Unvalidated<Verse>,
  malformed: ReadonlySet<string>,
): Verse | InvalidVerse | undefined {
  const names = ['bookId', 'chapter', 'verse'] as const;
  const isNamed = names.some((name) => query[name] !== undefined || malformed.has(name));
  return isNamed ? validateVerse(query) : undefined;
}

/**
 * The chapter must exist in the King James division. It checks bookId and chapter in this order.
 *
 * @returns the chapter, or the message of the first invalid one
 */
export function validateChapter({ bookId, chapter }: Unvalidated<Chapter>): Chapter | InvalidVerse {
  if (!isBookId(bookId)) {
    return {
      error: messages.bookId({ count: bookIds.length, first: bookIds[0], last: bookIds[bookIds.length - 1] ?? '' }),
    };
  }
  const chapters = versesOf(bookId);
  if (!isIntegerUpTo(chapters.length, chapter)) {
    const book = bookName(bookId);
    return {
      error:
        chapters.length === 1 ? messages.onlyChapter({ book }) : messages.chapter({ book, chapters: chapters.length }),
    };
  }
  return { bookId, chapter };
}

export function isSameVerse(verse: Verse, { bookId, chapter, verse: number }: Unvalidated<Verse>): boolean {
  return verse.bookId === bookId && verse.chapter === chapter && verse.verse === number;
}

/** The verse as a reader would write it, e.g. "Psalm 23:1". */
export function reference({ bookId, chapter, verse }: Verse): string {
  return `${chapterReference(bookId, chapter)}:${verse}`;
}

function isIntegerUpTo(max: number, value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max;
}
