import { division } from '../../src/generated/division.ts';
import { bookIds, invalidVerseMessages as messages } from '../../src/generated/operations.ts';
import type { Verse } from './stored.ts';

type Members = { readonly [name in keyof Verse]?: unknown };

function bookOf(bookId: unknown): { readonly name: string; readonly verses: readonly number[] } | undefined {
  return typeof bookId === 'string' && Object.hasOwn(division, bookId)
    ? division[bookId as keyof typeof division]
    : undefined;
}

function isUpTo(last: number, value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= last;
}

/** `x-messages` of `InvalidVerse` for the first invalid member of a chapter; undefined if it exists. */
export function invalidChapter({ bookId, chapter }: Members): string | undefined {
  const book = bookOf(bookId);
  if (book === undefined) {
    return messages.bookId({ count: bookIds.length, first: bookIds[0], last: bookIds.at(-1) ?? '' });
  }
  const { length } = book.verses;
  if (isUpTo(length, chapter)) return undefined;
  return length === 1
    ? messages.onlyChapter({ book: book.name })
    : messages.chapter({ book: book.name, chapters: length });
}

/** The same for a verse. */
export function invalidVerse(members: Members): string | undefined {
  const invalid = invalidChapter(members);
  if (invalid !== undefined) return invalid;
  const { bookId, chapter, verse } = members as Verse;
  const verses = versesIn(bookId, chapter);
  return isUpTo(verses, verse) ? undefined : messages.verse({ passage: passage(bookId, chapter), verses });
}

/** Another program can have stored a verse that does not exist. */
export function exists(verse: Verse): boolean {
  return invalidVerse(verse) === undefined;
}

export function versesIn(bookId: string, chapter: number): number {
  return bookOf(bookId)?.verses[chapter - 1] ?? 0;
}

/** A chapter as a reader would write it. */
export function passage(bookId: string, chapter: number): string {
  return `${bookId === 'PSA' ? 'Psalm' : bookOf(bookId)?.name} ${chapter}`;
}

export function referenceOf({ bookId, chapter, verse }: Verse): string {
  return `${passage(bookId, chapter)}:${verse}`;
}

/** The members of a response that name a verse. */
export function named({ bookId, chapter, verse }: Verse) {
  return { bookId, chapter, verse, reference: referenceOf({ bookId, chapter, verse }) };
}
