import { expect, test } from '@jest/globals';
import { hasWords } from '../../../client/src/element/references/typed-text.ts';

const john316 = 'For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him';
test.each([
  ['for god so loved the world', john316, true],
  ['God so loved', john316, true],
  ['begotten  Son, that whosoev', john316, true],
  ['hello world', john316, false],
  ['God so hated', john316, false],
  ['for god so', john316, false], // these words are everywhere
  ['', john316, false],
  ['[1] The LORD is my shepherd [2] He maketh me', 'And the LORD called yet again, Samuel.', false],
])('Enter takes a verse that has the typed words: %s', (typed, verse, isTaken) => {
  expect(hasWords(verse, typed)).toBe(isTaken);
});
