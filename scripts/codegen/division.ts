import { Canon } from '@sillsdev/scripture';
import { bcv_parser } from 'bible-passage-reference-parser';
import * as english from 'bible-passage-reference-parser/esm/lang/en.js';
import type { Contract } from '../../contract/document.ts';

/**
 * The King James division: the name of each book in the contract's `BookId`, and the number of verses of each chapter. It is generated because
 * the packages that know it need more memory than the division itself, and time at each start.
 *
 * @throws Error that names a book which the packages do not have
 */
export function renderDivision({ components }: Contract): string {
  const { books, chapters } = new bcv_parser(english).translation_info('kjv');
  // Both lists are in canonical order; the package's goes on with the Apocrypha.
  const rows = (components.schemas['BookId']?.enum ?? []).map((id, index) => {
    const verses = chapters[books[index] ?? ''];
    if (verses === undefined) throw new Error(`BookId: the packages have no book ${id}`);
    return `  ${JSON.stringify(id)}: ${JSON.stringify({ name: bookName(id), verses })},`;
  });
  return ['export const division = {', ...rows, '} as const;', ''].join('\n');
}

/** The name of a book, e.g. "Psalms". The package distinguishes the Hebrew Esther and Daniel from the Greek ones; readers do not. */
function bookName(id: string): string {
  return Canon.bookIdToEnglishName(id).replace(' (Hebrew)', '');
}
