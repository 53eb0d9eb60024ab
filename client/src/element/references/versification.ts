import type { LanguageModule } from 'bible-passage-reference-parser/esm/lang/en.js';
import type { NamedBook } from './books.ts';

/** The parser's codes of the 66 books, in canonical order. */
export const codes =
  'Gen Exod Lev Num Deut Josh Judg Ruth 1Sam 2Sam 1Kgs 2Kgs 1Chr 2Chr Ezra Neh Esth Job Ps Prov Eccl Song Isa Jer Lam Ezek Dan Hos Joel Amos Obad Jonah Mic Nah Hab Zeph Hag Zech Mal Matt Mark Luke John Acts Rom 1Cor 2Cor Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb Jas 1Pet 2Pet 1John 2John 3John Jude Rev'.split(
    ' ',
  );

/** The parser's codes of the apocrypha, and of Psalm 151. */
const apocrypha =
  'Tob Jdt GkEsth Wis Sir Bar PrAzar Sus Bel SgThree EpJer 1Macc 2Macc 3Macc 4Macc 1Esd 2Esd PrMan AddEsth AddDan Ps151'.split(
    ' ',
  );

/**
 * Returns what the parser has to know of the books. Its own tables compare translations, and are a
 * third of what a page would load for English.
 */
export function versificationOf(books: readonly NamedBook[]): LanguageModule['translations'] {
  const all = [...codes, ...apocrypha];
  return class {
    aliases = { default: { system: 'default', osis: '' }, current: { system: 'current', osis: '' } };
    current_system = 'default';
    systems: Record<'current' | 'default', System>;

    constructor() {
      const system: System = {
        order: Object.fromEntries(all.map((code, index) => [code, index + 1])),
        // Of the apocrypha, the parser only has to know that they have chapters.
        chapters: Object.fromEntries(all.map((code, index) => [code, [...(books[index]?.verses ?? [1, 1])]])),
      };
      this.systems = { current: system, default: system };
    }
  };
}

interface System {
  readonly order: Record<string, number>;
  readonly chapters: Record<string, number[]>;
}
