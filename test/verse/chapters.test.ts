import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bookIds } from '../../src/generated/operations.ts';
import { StartError } from '../../src/start-error.ts';
import { builtChapters, chapterFile, createReadChapter, readWords } from '../../src/verse/chapters.ts';
import { versesOf } from '../../src/verse/division.ts';
import { wordIndexFile } from '../../src/verse/find-verses.ts';

/**
 * The text comes from one package, the division from another: the tests hold them against each
 * other.
 */
const readChapter = await createReadChapter(builtChapters);

test.each(bookIds)(
  '%s has the verses of the division, none of them empty or with a mark of the package',
  async (bookId) => {
    const chapters = versesOf(bookId).map((_, index) => readChapter({ bookId, chapter: index + 1 }));
    const verses = (await Promise.all(chapters)).map((chapter) => chapter.verses);
    expect(verses.map(({ length }) => length)).toEqual(versesOf(bookId));
    expect(verses.flat().filter((verse) => !/^[A-Z(]([\w ,;:.?!'()-]*[\w,;:.?!')])$/.test(verse))).toEqual([]);
  },
);

test('there is one file for each chapter, also compressed, and the index of words', async () => {
  const files = bookIds
    .flatMap((bookId) => versesOf(bookId).map((_, index) => chapterFile({ bookId, chapter: index + 1 })))
    .flatMap((file) => [file, `${file}.br`, `${file}.gz`]);
  expect((await readdir(builtChapters)).toSorted()).toEqual([...files, wordIndexFile].toSorted());
});

test.each([
  ['GEN', 1, 1, 'In the beginning God created the heaven and the earth.'],
  ['PSA', 23, 1, 'The LORD is my shepherd; I shall not want.'],
  ['JHN', 11, 35, 'Jesus wept.'],
  ['REV', 22, 21, 'The grace of our Lord Jesus Christ be with you all. Amen.'],
] as const)('%s %d:%d, word for word', async (bookId, chapter, verse, text) => {
  expect(await readWords(readChapter, { bookId, chapter, verse })).toBe(text);
});

test('a folder without the text ends the start with a line that says what to do, and the cause', async () => {
  const folder = join(builtChapters, 'none');
  const error = await createReadChapter(folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({
    message: `The text of the chapters cannot be read from ${folder}: run \`npm run build\``,
    cause: { code: 'ENOENT' },
  });
});
