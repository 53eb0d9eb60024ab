import { expect, test } from '@jest/globals';
import { knownFirst } from '../../../client/src/element/words/known-first.ts';

test.each([
  ['chapters of a book, the one with the most known verses first', 'JHN', undefined, 21, [14, 1, 3, 8, 15]],
  ['verses of a chapter', 'JHN', 3, 36, [3, 16, 17, 30, 1]],
  ['of a chapter without a known verse, the first ones', 'JHN', 2, 2, [1, 2]],
  ['then the first ones', 'OBA', 1, 21, [15, 1, 2, 3, 4]],
] as const)('%s', (_, book, chapter, count, want) => {
  expect(knownFirst(book, chapter, count, 5)).toEqual(want);
});
