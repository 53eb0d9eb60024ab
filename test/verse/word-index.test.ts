import { describe, expect, test } from '@jest/globals';
import { createWordIndex, searchWords, versesWithAll } from '../../src/verse/word-index.ts';
import { wordPairs } from '../../src/verse/word-pairs.ts';

/** Verses with none of the words, so that the words of others are rare. */
const others = Array<string>(20).fill('amen');

/** Searches in the texts from the last to the first, so that no order is that of the texts. */
function search(typed: string, texts: readonly string[], wellKnown: readonly number[] = []): string[] {
  const reversed = texts.toReversed();
  const index = createWordIndex([...reversed, ...others], wellKnown);
  return searchWords(index, typed, 10).map((verse) => reversed[verse] as string);
}

test.each([
  ['all words', 'bread fish', ['on this day he had bread, and then, much later, some fish', 'bread', 'no fish']],
  ['words one after the other', 'good bread', ['the good bread of all those who live there', 'a bread so good']],
  ['all words in one row', 'good bread wine', ['the good bread wine', 'good bread and bread wine']],
  ['the first words', 'good bread', ['good bread for all those who live there', 'the good bread']],
  ['the typed form', 'he loves bread', ['he loves bread and all that grows on trees', 'he loveth bread']],
  ['two words of three', 'bread fish wine', ['the bread with fish', 'one bread']],
  ['the rarer word', 'bread fish', ['the fish', 'the bread', 'and some bread']],
  ['a word that follows as typed', 'eat good bread now', ['they eat good wine', 'they good eat wine']],
  ['the shorter', 'bread', ['the bread', 'the new bread', 'the very new bread']],
  ['the word that begins so', 'good bre', ['so good bread', 'so good broth', 'no broth']],
])('%s first: %s', (_, typed, texts) => {
  expect(search(typed, texts)).toEqual(texts.filter((text) => text !== 'no broth'));
});

test('a verse that many know comes before an equal one', () => {
  expect(search('bread', ['and bread', 'the bread'])).toEqual(['the bread', 'and bread']);
  expect(search('bread', ['and bread', 'the bread'], [1])).toEqual(['and bread', 'the bread']);
});

test('finds no more than asked, and nothing without a word', () => {
  const index = createWordIndex(['the bread', 'and bread', 'bread'], []);
  expect(searchWords(index, 'bread', 2)).toEqual([2, 0]);
  expect(searchWords(index, 'bread '.repeat(50), 2)).toHaveLength(2);
  expect(searchWords(index, '3:16', 2)).toEqual([]);
  expect(versesWithAll(index, '3:16')).toEqual([]);
});

/** Whether a verse with the word has the typed one, besides another. */
const isFound = (typed: string, word: string, also: readonly string[] = []) =>
  versesWithAll(createWordIndex([`${word} indeed`, ...also], []), `${typed} indeed`).includes(0);

describe('counts as one word:', () => {
  test.each([
    'love loves loveth lovest loved loving',
    'cry cries crieth cried crying',
    'beg begs beggeth begged begging',
    'bless blesseth blessed blessing',
    'you thou thee ye',
    'murder kill slay kills',
    'honor honour',
    'anxous anxious',
    'shepard shepherd',
    'bethlehem Beth-lehem',
    'brothers brother’s',
  ])('%s', (words) => {
    const [first = '', ...others] = words.split(' ');
    for (const other of others) expect([other, isFound(first, other)]).toEqual([other, true]);
  });
});

test.each(['for forest', 'thy this', 'see seed', 'jes jesus', 'kin king', 'go god', 'love live', 'xyzzy yxzzy'])(
  'counts as two: %s',
  (words) => {
    const [first = '', second = ''] = words.split(' ');
    expect([isFound(first, second, [first]), isFound(second, first, [second])]).toEqual([false, false]);
  },
);

test('all words: in any order, the last one by its beginning, of which none may be absent', () => {
  const index = createWordIndex(['the good bread', 'bread of goodness', 'the good'], []);
  const found = ['bread good', 'good bre', 'bread goo', 'the', 'good bread xyzzy', 'breadth good'];
  expect(found.map((typed) => versesWithAll(index, typed))).toEqual([[0, 1], [0], [0, 1], [0, 2], [], []]);
});

test('no pair has a word of another', () => {
  const broken = wordPairs.filter(([first = '', ...others]) => !others.every((other) => isFound(first, other)));
  expect(broken).toEqual([]);
});
