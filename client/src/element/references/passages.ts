/*! Parts of it are bible-passage-reference-parser, Copyright (c) 2011-2026 Stephen Smith, MIT License. */
import { bcv_parser } from 'bible-passage-reference-parser';
import type { LanguageModule } from 'bible-passage-reference-parser/esm/lang/en.js';
import type { Verse } from '../words/language.ts';
import type { NamedBook } from './books.ts';

/** The first verse of what a text names. */
export interface Reference extends Verse {
  /** How many verses of its chapter the text names. */
  readonly count: number;
  /** Whether it names a book alone. */
  readonly isBook: boolean;
}

/** What the parser finds in a part of a text. */
export interface Passage extends Reference {
  /** The part of the text. */
  readonly words: string;
  /** `b` for a book alone, `bcv` for a verse, `bv` for a verse without its chapter, … */
  readonly type: string;
  /** What an ambiguous abbreviation may also mean. */
  readonly alternates: readonly Reference[];
}

/** What the parser says of a part. TypeScript rejects the library's own types for this. */
interface Entity {
  readonly type: string;
  readonly start: Place;
  readonly end: Place;
  readonly alternates?: readonly Pick<Entity, 'start' | 'end'>[];
}
interface Place {
  /** The book's OSIS code. */
  readonly b: string;
  readonly c: number;
  readonly v?: number;
}

/** The parser's codes of the 66 books, in canonical order. */
export const codes =
  'Gen Exod Lev Num Deut Josh Judg Ruth 1Sam 2Sam 1Kgs 2Kgs 1Chr 2Chr Ezra Neh Esth Job Ps Prov Eccl Song Isa Jer Lam Ezek Dan Hos Joel Amos Obad Jonah Mic Nah Hab Zeph Hag Zech Mal Matt Mark Luke John Acts Rom 1Cor 2Cor Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb Jas 1Pet 2Pet 1John 2John 3John Jude Rev'.split(
    ' ',
  );

/**
 * Returns a function that finds what a text names in one language, with colons between chapters and
 * verses: passages of the 66 books, or another book with numbers if none of these has any.
 */
export function createParser(
  language: Pick<LanguageModule, 'grammar_options' | 'regexps'>,
  books: readonly NamedBook[],
): (text: string) => { readonly passages: readonly Passage[]; readonly otherBook: string | undefined } {
  const parser = new bcv_parser({ ...language, translations: versificationOf(books) });
  parser.include_apocrypha(true);
  parser.set_options({
    // What does not exist is explained, not left out.
    passage_existence_strategy: 'none',
    invalid_passage_strategy: 'include',
    invalid_sequence_strategy: 'include',
    book_alone_strategy: 'first_chapter',
    book_sequence_strategy: 'include',
    single_chapter_1_strategy: 'verse',
    sequence_combination_strategy: 'separate',
    consecutive_combination_strategy: 'separate',
    captive_end_digits_strategy: 'include',
  });

  function referenceOf({ start, end }: Pick<Entity, 'start' | 'end'>, isBook: boolean): Reference {
    const { id: bookId, verses } = books[codes.indexOf(start.b)] as NamedBook;
    const { c: chapter, v: verse = 1 } = start;
    const size = verses[chapter - 1] ?? verse;
    const last = end.c === chapter ? Math.min(end.v ?? size, size) : size;
    return { bookId, chapter, verse, count: Math.max(1, last - verse + 1), isBook };
  }

  return (text) => {
    parser.parse(text);
    const parsed: { indices: [number, number]; entities: Entity[] }[] = parser.parsed_entities();
    const found = parsed.flatMap(({ entities, indices }) =>
      entities.map((entity) => ({ ...entity, words: text.slice(...indices) })),
    );
    const isHere = ({ start }: Entity) => codes.includes(start.b);
    const numbered = found.filter(({ type }) => type !== 'b');
    return {
      passages: found.filter(isHere).map((each) => {
        const { words, type, alternates = [] } = each;
        const isBook = type === 'b';
        return {
          ...referenceOf(each, isBook),
          words,
          type,
          alternates: alternates.map((other) => referenceOf(other, isBook)),
        };
      }),
      otherBook: numbered.some(isHere) ? undefined : numbered[0]?.words.replace(/\P{L}+$/u, ''),
    };
  };
}

/**
 * Returns what the parser has to know of the books. Its own tables compare translations, and are a
 * third of what a page would load for English.
 */
function versificationOf(books: readonly NamedBook[]): LanguageModule['translations'] {
  const system: System = {
    order: Object.fromEntries(codes.map((code, index) => [code, index + 1])),
    chapters: {
      ...Object.fromEntries(codes.map((code, index) => [code, [...(books[index]?.verses ?? [])]])),
      Ps151: [1], // which the apocrypha need
    },
  };
  return class {
    aliases = { default: { system: 'default', osis: '' }, current: { system: 'current', osis: '' } };
    current_system = 'default';
    systems = { current: system, default: system };
  };
}

interface System {
  readonly order: Record<string, number>;
  readonly chapters: Record<string, number[]>;
}
