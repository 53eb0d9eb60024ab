import { describe, expect, test } from '@jest/globals';
import { Reference } from 'bible-reference-toolkit';
import { readContract } from '../../contract/document.ts';
import { bookIds } from '../../src/generated/operations.ts';
import { bookName, versesOf } from '../../src/verse/division.ts';

const division = bookIds.map((id) => ({ id, verses: versesOf(id) }));
const chapters = division.flatMap(({ verses }) => verses);

/** The same division from another package, which counts books from 1 to 66 and chapters from 1 to 1,189. */
const otherDivision = bookIds.map((id, index) => {
  const chaptersBefore = sum(bookIds.slice(0, index).map((_, before) => Reference.chaptersInBookId(before + 1)));
  const verses = Array.from({ length: Reference.chaptersInBookId(index + 1) }, (_, chapter) =>
    Reference.versesInChapterId(chaptersBefore + chapter + 1),
  );
  return { id, verses };
});

describe('the King James division', () => {
  test.each([
    { what: 'books', counted: division.length, want: 66 },
    { what: 'chapters', counted: chapters.length, want: 1189 },
    { what: 'verses', counted: sum(chapters), want: 31_102 },
  ])('has $want $what', ({ counted, want }) => {
    expect(counted).toBe(want);
  });

  test('agrees with an independent package on the verses of every chapter', () => {
    expect(division).toEqual(otherDivision);
  });

  test.each([
    { member: 'chapter', want: Math.max(...division.map(({ verses }) => verses.length)) },
    { member: 'verse', want: Math.max(...chapters) },
  ] as const)("the contract's $member goes from 1 to the division's greatest, $want", ({ member, want }) => {
    expect(readContract().components.schemas['VerseSubmission']?.properties?.[member]).toMatchObject({
      minimum: 1,
      maximum: want,
    });
  });
});

test('books have the names of an independent package, except two', () => {
  const names = bookIds.map((id, index) => [bookName(id), Reference.bookEnglishFullNameFromId(index + 1)]);
  expect(names.filter(([ours, theirs]) => ours !== theirs)).toEqual([
    ['Psalms', 'Psalm'],
    ['Song of Songs', 'Song of Solomon'],
  ]);
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
