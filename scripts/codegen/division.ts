import { Canon } from '@sillsdev/scripture';
import { bcv_parser } from 'bible-passage-reference-parser';
import * as english from 'bible-passage-reference-parser/esm/lang/en.js';
import type { Contract } from '../../contract/document.ts';

/**
 * The King James division: the name of each book of the contract's `BookId`, and how many verses each of its chapters has. The packages
 * that know it take more memory than the division itself, and time at each start, so that only this script loads them.
 *
 * @throws when there is a book that the packages do not have
 */
export function renderDivision({ components }: Contract): string {
  const { books, chapters } = new bcv_parser(english).translation_info('kjv');
  // Both lists are in canonical order; the package's goes on with the Apocrypha.
  const rows = (components.schemas['BookId']?.enum ?? []).map((id, index) => {
    const verses = chapters[books[index] ?? ''];
    if (verses === undefined) throw new Error(`BookId: nothing is known of the book ${id}`);
    return `  ${JSON.stringify(id)}: ${JSON.stringify({ name: bookName(id), verses })},`;
  });
  return ['export const division = {', ...rows, '} as const;', ''].join('\n');
}

/** The name of a whole book, e.g. "Psalms". The package tells the Hebrew Esther and Daniel from the Greek; readers do not. */
function bookName(id: string): string {
  return Canon.bookIdToEnglishName(id).replace(' (Hebrew)', '');
}
