import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { bookIds } from '../../src/generated/operations.ts';
import { StartError } from '../../src/start-error.ts';
import { builtChapters, chapterFile, createReadChapter } from '../../src/verse/chapters.ts';
import { type BookId, versesOf } from '../../src/verse/division.ts';

/** The text comes from one package, the division from another: the tests hold them against each other. */
const readChapter = await createReadChapter(builtChapters);

async function versesIn(bookId: BookId): Promise<string[][]> {
  const chapters = versesOf(bookId).map(async (_, index) =>
    JSON.parse(await readChapter({ bookId, chapter: index + 1 })),
  );
  return (await Promise.all(chapters)).map(({ verses }) => verses);
}

describe.each(bookIds)('%s', (bookId) => {
  test('each chapter has as many verses as in the division', async () => {
    expect((await versesIn(bookId)).map(({ length }) => length)).toEqual(versesOf(bookId));
  });

  test('no verse is empty or has a mark of the package', async () => {
    const odd = (await versesIn(bookId))
      .flat()
      .filter((verse) => !/^[A-Z(]([\w ,;:.?!'()-]*[\w,;:.?!')])$/.test(verse));
    expect(odd).toEqual([]);
  });
});

test('there is one file for each chapter', async () => {
  const files = bookIds.flatMap((bookId) =>
    versesOf(bookId).map((_, index) => chapterFile({ bookId, chapter: index + 1 })),
  );
  expect((await readdir(builtChapters)).toSorted()).toEqual(files.toSorted());
});

test.each([
  ['GEN', 1, 1, 'In the beginning God created the heaven and the earth.'],
  [
    'GEN',
    1,
    2,
    'And the earth was without form, and void; and darkness was upon the face of the deep. And the Spirit of God moved upon the face of the waters.',
  ],
  [
    'EST',
    4,
    14,
    "For if thou altogether holdest thy peace at this time, then shall there enlargement and deliverance arise to the Jews from another place; but thou and thy father's house shall be destroyed: and who knoweth whether thou art come to the kingdom for such a time as this?",
  ],
  ['PSA', 23, 1, 'The LORD is my shepherd; I shall not want.'],
  [
    'SNG',
    8,
    7,
    'Many waters cannot quench love, neither can the floods drown it: if a man would give all the substance of his house for love, it would utterly be contemned.',
  ],
  [
    'MAL',
    4,
    6,
    'And he shall turn the heart of the fathers to the children, and the heart of the children to their fathers, lest I come and smite the earth with a curse.',
  ],
  ['MAT', 1, 1, 'The book of the generation of Jesus Christ, the son of David, the son of Abraham.'],
  ['JHN', 11, 35, 'Jesus wept.'],
  [
    '1CO',
    13,
    4,
    'Charity suffereth long, and is kind; charity envieth not; charity vaunteth not itself, is not puffed up,',
  ],
  [
    'JUD',
    1,
    3,
    'Beloved, when I gave all diligence to write unto you of the common salvation, it was needful for me to write unto you, and exhort you that ye should earnestly contend for the faith which was once delivered unto the saints.',
  ],
  ['REV', 22, 21, 'The grace of our Lord Jesus Christ be with you all. Amen.'],
] as const)('%s %d:%d, word for word', async (bookId, chapter, verse, text) => {
  expect(JSON.parse(await readChapter({ bookId, chapter })).verses[verse - 1]).toBe(text);
});

test('a chapter is read as text', async () => {
  expect(await readChapter({ bookId: 'JHN', chapter: 3 })).toEqual(expect.stringMatching(/^\{/));
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
