import { Canon } from '@sillsdev/scripture';
import { Reference } from 'bible-reference-toolkit';
import type { Contract } from '../../contract/document/types.ts';
import { StartError } from '../../src/start-error.ts';

/**
 * The King James division: the name of each book in the contract's `BookId`, and the number of
 * verses of each chapter. It is generated because the packages that know it need more memory than
 * the division itself, and time at each start.
 *
 * @throws StartError that names a book which the packages do not have there
 */
export function renderDivision(contract: Contract): string {
  return render(booksOf(contract));
}

/**
 * In the client's division, the code of each chapter's character is this much more than its number
 * of verses: all are printable.
 */
const codeOfNoVerses = 0x20;

/**
 * The division for the client: the verses of a book are a text with a character for each chapter.
 * Pages load it, and this form saves 380 bytes of the element's 7,960
 * (`gzip -9c dist/submit/element.js | wc -c`).
 *
 * @throws as `renderDivision`
 */
export function renderClientDivision(contract: Contract): string {
  const books = booksOf(contract).map((book) => ({
    ...book,
    verses: String.fromCharCode(...book.verses.map((count) => codeOfNoVerses + count)),
  }));
  return `${render(books)}
/** The number of verses in each chapter of a book of \`division\`. */
export function versesOf(text: string): number[] {
  return Array.from(text, (chapter) => chapter.charCodeAt(0) - ${codeOfNoVerses});
}
`;
}

interface Book<Verses> {
  readonly id: string;
  readonly name: string;
  readonly verses: Verses;
}

function render(books: readonly Book<number[] | string>[]): string {
  const rows = books.map(({ id, ...book }) => `  ${JSON.stringify(id)}: ${JSON.stringify(book)},`);
  return ['export const division = {', ...rows, '} as const;', ''].join('\n');
}

function booksOf({ components }: Contract): Book<number[]>[] {
  let chaptersBefore = 0;
  return (components.schemas['BookId']?.enum ?? []).map((id, index) => {
    // Both packages count books in canonical order; one of them goes on with the Apocrypha after
    // 66.
    if (Canon.bookIdToNumber(id) !== index + 1 || index >= 66)
      throw new StartError(`BookId: the packages have no book ${id}`);
    const verses = Array.from({ length: Reference.chaptersInBookId(index + 1) }, (_, chapter) =>
      Reference.versesInChapterId(chaptersBefore + chapter + 1),
    );
    chaptersBefore += verses.length;
    return { id, name: bookName(id), verses };
  });
}

/**
 * The name of a book, e.g. "Psalms". The package distinguishes the Hebrew Esther and Daniel from
 * the Greek ones; readers do not.
 */
function bookName(id: string): string {
  return Canon.bookIdToEnglishName(id).replace(' (Hebrew)', '');
}
