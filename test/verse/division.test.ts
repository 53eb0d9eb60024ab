import { expect, test } from '@jest/globals';
import { Canon } from '@sillsdev/scripture';
import { Reference } from 'bible-reference-toolkit';
import { readContract } from '../../contract/document/read.ts';
import { bookIds } from '../../src/generated/operations.ts';
import { versesOf } from '../../src/verse/division.ts';

test.each([
  { schema: 'ChapterNumber', want: Math.max(...bookIds.map((id) => versesOf(id).length)) },
  { schema: 'VerseNumber', want: Math.max(...bookIds.flatMap(versesOf)) },
] as const)("the contract's $schema goes from 1 to the division's greatest, $want", ({ schema, want }) => {
  expect(readContract().components.schemas[schema]).toMatchObject({ minimum: 1, maximum: want });
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
