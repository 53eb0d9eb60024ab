import { describe, expect, test } from '@jest/globals';
import { builtChapters, createReadChapter } from '../../src/verse/chapters.ts';
import { createFindVerses, createReadWordIndex } from '../../src/verse/find-verses.ts';
import { modernPhrases } from '../../src/verse/modern-phrases.ts';
import { reference } from '../../src/verse/validate.ts';

const readChapter = await createReadChapter(builtChapters);
const findVerses = createFindVerses(createReadWordIndex(builtChapters), readChapter);
const find = async (typed: string) => (await findVerses(typed)).map(reference);

describe('the best match comes first', () => {
  test.each([
    ['a whole verse', 'Jesus wept', 'John 11:35'],
    ['the verse that begins so', 'in the beginning', 'Genesis 1:1'],
    ['the last word by its beginning', 'for god so lov', 'John 3:16'],
    ['a last word that goes on with a z', 'greatly ama', 'Mark 9:15'],
    ['the last word by its beginning, after the one before it', 'but thei', 'Luke 24:16'],
    ['the last word as it is', 'for ever', 'Lamentations 3:31'],
    ['the verse that begins so, though without the last word as it is', 'for they love', 'John 12:43'],
    ['the shortest', 'love one another', 'John 15:17'],
    ['upper case and punctuation', '“BE STILL, and know — that I am God!”', 'Psalm 46:10'],
    ['a curly apostrophe', 'my brother’s keeper', 'Genesis 4:9'],
    ['no apostrophe', 'my brothers keeper', 'Genesis 4:9'],
    ['the number of a verse', '1 In the beginning God created', 'Genesis 1:1'],
    ['a hyphen less', 'thou bethlehem ephratah', 'Micah 5:2'],
    ['American spellings', 'honor thy father and thy mother that thy days', 'Exodus 20:12'],
    ['a British spelling, half typed', 'honou', '1 Timothy 5:3'],
    ['other American spellings', 'wonderful counselor', 'Isaiah 9:6'],
    ['the words of another translation', 'Trust in the Lord with all your heart', 'Proverbs 3:5'],
    ['what was pasted with the verse', 'Jesus answered, I am the way, the truth (John 14:6)', 'John 14:6'],
    ['what modern translations say', 'love is patient', '1 Corinthians 13:4'],
    ['what modern translations say, half typed', 'plans to pros', 'Jeremiah 29:11'],
    ['-s for -eth', 'he restores my soul', 'Psalm 23:3'],
    ['-s for -eth, last', 'bloweth where it lists', 'John 3:8'],
    ['a wrong letter', 'the lord is my sheperd', 'Psalm 23:1'],
    ['a missing letter, not last', 'not be anxous about', 'Philippians 4:6'],
    ['words that are typed twice', 'verily verily i say unto you he that believeth', 'John 6:47'],
  ])('%s', async (_, typed, verse) => {
    expect((await find(typed))[0]).toBe(verse);
  });
});

test('a verse has all of fewer than six words, the last by its beginning, and two thirds of more', async () => {
  expect(await find('thousand cattle hills')).toEqual(['Psalm 50:10']);
  expect(await find('Jesus wept xyzzy')).toEqual([]);
  expect(await find('worl God loved')).toEqual([]);
  expect(await find('thousand cattle hills beast xyzzy')).toEqual([]);
  expect(await find('every beast forest mine cattle xyzzy plugh quux')).toEqual([]);
  expect(await find('every beast forest mine cattle thousand xyzzy plugh quux')).toEqual(['Psalm 50:10']);
  expect(await find('and the Word was made flesh xyzzy')).toEqual(['John 1:14']); // Jeremiah 20:8 has five
});

test('a verse is found once, though a phrase has its words, too', async () => {
  const found = await find('I am the bread of life');
  expect(found.filter((each) => each === 'John 6:35')).toHaveLength(1);
});

test('each modern phrase finds its verse, also half typed', async () => {
  for (const [code, words] of Object.entries(modernPhrases)) {
    for (const phrase of words.split(', ')) {
      const verses = await findVerses(phrase.slice(0, -1));
      expect([phrase, verses.map(({ bookId, chapter, verse }) => `${bookId}.${chapter}.${verse}`)]).toEqual([
        phrase,
        expect.arrayContaining([code]),
      ]);
    }
  }
});

test('a search that fails ends its turn', async () => {
  const findVerses = createFindVerses(createReadWordIndex(builtChapters), async () => {
    throw new Error('No such file');
  });
  for (const _ of [1, 2, 3]) await expect(findVerses('Jesus wept')).rejects.toThrow('No such file');
});

test('a pasted verse comes first, or one with equal words', async () => {
  for (const bookId of ['PSA', 'JHN'] as const) {
    for (const chapter of [1, 3, 10, 18]) {
      const { verses } = await readChapter({ bookId, chapter });
      for (const [index, text] of verses.entries()) {
        const [first] = await findVerses(text.slice(0, 200).toUpperCase().replaceAll("'", '’'));
        const letters = (words: string | undefined) => words?.replace(/\W/g, '');
        if (letters(first?.words) !== letters(text)) expect(first).toEqual({ bookId, chapter, verse: index + 1 });
      }
    }
  }
});
