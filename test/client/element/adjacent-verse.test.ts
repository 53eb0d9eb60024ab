import { expect, test } from '@jest/globals';
import { adjacentVerse } from '../../../client/src/element/words/adjacent-verse.ts';
import { bookOf } from '../../../client/src/element/words/language.ts';
import { books } from '../../../client/src/index.ts';

const genesis = { bookId: 'GEN', chapter: 1, verse: 1 } as const;

test('from the first verse, the next ones lead through all verses to the last, and the previous ones back', () => {
  const verses = [];
  for (let verse: ReturnType<typeof adjacentVerse> = genesis; verse; verse = adjacentVerse(verse, 1, { bookOf, books }))
    verses.push(verse);
  expect(verses).toHaveLength(31_102);
  expect(verses.at(-1)).toEqual({ bookId: 'REV', chapter: 22, verse: 21 });
  for (const { id, verses: counts } of books) {
    expect(verses.filter(({ bookId }) => bookId === id)).toHaveLength(counts.reduce((sum, count) => sum + count));
  }
  for (const [index, verse] of verses.entries())
    expect(adjacentVerse(verse, -1, { bookOf, books })).toEqual(verses[index - 1]);
});
