import { division } from '../../../src/generated/division.ts';
import type { components } from '../../../src/generated/openapi.ts';
import { bookIds, invalidVerseMessages as messages } from '../../../src/generated/operations.ts';

type Verse = Pick<components['schemas']['VerseSubmission'], 'bookId' | 'chapter' | 'verse'>;

// The service's own functions for these are not used here: a fault of theirs would not be seen.

/** A verse as the contract's `Reference` describes it. */
export function referenceOf(bookId: string, chapter: number, verse: number): string {
  return `${passage(bookId, chapter)}:${verse}`;
}

/** A chapter as `x-messages` has it. */
export function passage(bookId: string, chapter: number): string {
  return `${bookId === 'PSA' ? 'Psalm' : division[bookId as keyof typeof division].name} ${chapter}`;
}

/** The number of verses of a chapter. */
export function versesIn(bookId: string, chapter: number): number {
  return division[bookId as keyof typeof division].verses[chapter - 1] ?? 0;
}

const chapters: Verse[] = bookIds.flatMap((bookId) =>
  division[bookId].verses.map((last, index) => ({ bookId, chapter: index + 1, verse: last })),
);
const byLength = chapters.toSorted((a, b) => a.verse - b.verse);

/**
 * Twenty verses that exist: the first of all, and the last ones of the shortest and of the longest
 * chapters, of the books with one chapter, of the last book, and of chapters in between.
 */
export const verses: readonly Verse[] = [
  { bookId: 'GEN', chapter: 1, verse: 1 },
  ...byLength.slice(0, 4),
  ...byLength.slice(-4),
  ...chapters.filter(({ bookId }) => division[bookId].verses.length === 1),
  ...chapters.slice(-1),
  ...[200, 400, 600, 800, 1000].flatMap((index) => chapters[index] ?? []),
];

const unknownBook = messages.bookId({ count: bookIds.length, first: bookIds[0], last: bookIds.at(-1) ?? '' });
const ofJohn = messages.chapter({ book: division.JHN.name, chapters: division.JHN.verses.length });
const ofJude = messages.onlyChapter({ book: division.JUD.name });
const ofJohn3 = messages.verse({ passage: passage('JHN', 3), verses: versesIn('JHN', 3) });
const ofPsalm117 = messages.verse({ passage: passage('PSA', 117), verses: versesIn('PSA', 117) });

/** Chapters that do not exist, with the message of each. */
export const invalidChapters: readonly (readonly [string, { bookId: unknown; chapter: unknown }, string])[] = [
  ['an unknown book', { bookId: 'XYZ', chapter: 3 }, unknownBook],
  ['a book in lower case', { bookId: 'jhn', chapter: 3 }, unknownBook],
  ['an unknown book and chapter 0', { bookId: 'XYZ', chapter: 0 }, unknownBook],
  ['chapter 0', { bookId: 'JHN', chapter: 0 }, ofJohn],
  ['one chapter too many', { bookId: 'JHN', chapter: division.JHN.verses.length + 1 }, ofJohn],
  ['a fraction of a chapter', { bookId: 'JHN', chapter: 1.5 }, ofJohn],
  ['a chapter in words', { bookId: 'JHN', chapter: 'three' }, ofJohn],
  ['chapter 0 of a book with one', { bookId: 'JUD', chapter: 0 }, ofJude],
  ['chapter 2 of a book with one', { bookId: 'JUD', chapter: 2 }, ofJude],
];

/** Verses that do not exist, with the message of each. */
export const invalidVerses: readonly (readonly [string, object, string])[] = [
  ...invalidChapters,
  ['a chapter as text', { bookId: 'JHN', chapter: '3' }, ofJohn],
  ['chapter 0 and verse 0', { bookId: 'JHN', chapter: 0, verse: 0 }, ofJohn],
  ['verse 0', { bookId: 'JHN', chapter: 3, verse: 0 }, ofJohn3],
  ['one verse too many', { bookId: 'PSA', chapter: 117, verse: 3 }, ofPsalm117],
  ['a fraction of a verse', { bookId: 'JHN', chapter: 3, verse: 1.5 }, ofJohn3],
  ['a verse as text', { bookId: 'JHN', chapter: 3, verse: '16' }, ofJohn3],
  ['no verse', { bookId: 'JHN', chapter: 3, verse: null }, ofJohn3],
];
