import { describe, expect, test } from '@jest/globals';
import { Canon } from '@sillsdev/scripture';
import { Reference } from 'bible-reference-toolkit';
import { readContract } from '../../contract/document/read.ts';
import { bookIds } from '../../src/generated/operations.ts';
import { versesOf } from '../../src/verse/division.ts';

const division = bookIds.map((id) => ({ id, verses: versesOf(id) }));
const chapters = division.flatMap(({ verses }) => verses);

describe('the King James division', () => {
  test.each([
    { what: 'books', counted: division.length, want: 66 },
    { what: 'chapters', counted: chapters.length, want: 1189 },
    { what: 'verses', counted: sum(chapters), want: 31_102 },
  ])('has $want $what', ({ counted, want }) => {
    expect(counted).toBe(want);
  });

  test.each([
    ['PSA', 119, 176],
    ['MAT', 17, 27],
    ['3JN', 1, 14],
    ['REV', 12, 17],
  ] as const)('%s %i has %i verses', (id, chapter, want) => {
    expect(versesOf(id)[chapter - 1]).toBe(want);
  });

  test.each([
    { schema: 'ChapterNumber', want: Math.max(...division.map(({ verses }) => verses.length)) },
    { schema: 'VerseNumber', want: Math.max(...chapters) },
  ] as const)("the contract's $schema goes from 1 to the division's greatest, $want", ({ schema, want }) => {
    expect(readContract().components.schemas[schema]).toMatchObject({
      minimum: 1,
      maximum: want,
    });
  });
});

test('the division of the contract is that of two independent packages, but for two names', () => {
  const names = { Psalms: 'Psalm', 'Song of Songs': 'Song of Solomon' } as Record<string, string>;
  const books = Object.entries(readContract().components.schemas['BookId']?.['x-division'] ?? {});
  let chaptersBefore = 0;
  const expected = books.map(([id, { name }], index) => {
    const verses = Array.from({ length: Reference.chaptersInBookId(index + 1) }, () =>
      Reference.versesInChapterId(++chaptersBefore),
    );
    // One package distinguishes the Hebrew Esther and Daniel from the Greek ones; readers do not.
    expect(Canon.bookIdToEnglishName(id).replace(' (Hebrew)', '')).toBe(name);
    expect(Reference.bookEnglishFullNameFromId(index + 1)).toBe(names[name] ?? name);
    return [Canon.bookNumberToId(index + 1), { name, verses }];
  });
  expect(books).toEqual(expected);
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
