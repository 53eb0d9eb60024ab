import { Canon } from '@sillsdev/scripture';
import { Reference } from 'bible-reference-toolkit';
import type { Contract } from '../../contract/document.ts';

/**
 * The King James division: the name of each book in the contract's `BookId`, and the number of verses of each chapter. It is generated because
 * the packages that know it need more memory than the division itself, and time at each start.
 *
 * @throws Error that names a book which the packages do not have there
 */
export function renderDivision({ components }: Contract): string {
  let chaptersBefore = 0;
  const rows = (components.schemas['BookId']?.enum ?? []).map((id, index) => {
    // Both packages count books in canonical order; one of them goes on with the Apocrypha after 66.
    if (Canon.bookIdToNumber(id) !== index + 1 || index >= 66)
      throw new Error(`BookId: the packages have no book ${id}`);
    const verses = Array.from({ length: Reference.chaptersInBookId(index + 1) }, (_, chapter) =>
      Reference.versesInChapterId(chaptersBefore + chapter + 1),
    );
    chaptersBefore += verses.length;
    return `  ${JSON.stringify(id)}: ${JSON.stringify({ name: bookName(id), verses })},`;
  });
  return ['export const division = {', ...rows, '} as const;', ''].join('\n');
}

/** The name of a book, e.g. "Psalms". The package distinguishes the Hebrew Esther and Daniel from the Greek ones; readers do not. */
function bookName(id: string): string {
  return Canon.bookIdToEnglishName(id).replace(' (Hebrew)', '');
}
