/*! Parts of it are bible-passage-reference-parser, Copyright (c) 2011-2026 Stephen Smith, MIT License. */
import { bcv_parser } from 'bible-passage-reference-parser';
import type { LanguageModule } from 'bible-passage-reference-parser/esm/lang/en.js';
import type { Verse } from '../words/language.ts';
import { bookFinder, isPrefix, type Match, type NamedBook } from './books.ts';
import { type Numerals, numberWriter } from './numbers.ts';

/** A language's part of the parser, and its numbers. */
export interface Grammar extends Numerals, LanguageModule {
  /** Whether a comma parts chapter and verse: "Johannes 3,16". */
  readonly isEuropean: boolean;
  /** Words that may stand before the name of a book. */
  readonly fillers: readonly string[];
}

/** The first verse of what a text names. */
export interface Reference extends Verse {
  /** How many verses the text names. */
  readonly count: number;
  /** Whether it names a book alone. */
  readonly isBook: boolean;
}

/** What a text means. */
export interface Reading {
  /** What it names beyond doubt. */
  readonly reference?: Reference;
  /** The best five that it may mean. */
  readonly offers: readonly Reference[];
  /** A chapter or verse that does not exist, of a book that is beyond doubt. */
  readonly absent?: Verse;
}

/** What the parser says of a part of a text; its types of this are none that TypeScript accepts. */
interface Parsed {
  readonly start: Place;
  readonly end: Place;
  /** `b` for a book alone, `bcv` for a verse, … */
  readonly type: string;
  /** What an ambiguous abbreviation may also mean. */
  readonly alternates?: readonly Pick<Parsed, 'start' | 'end'>[];
}
interface Place {
  /** The book's OSIS code. */
  readonly b: string;
  readonly c?: number;
  readonly v?: number;
  readonly type?: string;
}
interface Passage extends Parsed {
  /** Where it stands in the text. */
  readonly indices: readonly [number, number];
}

const mostOffers = 5;
/**
 * So many characters are read: the longest verse has half as many, and ten times as many take a
 * second.
 */
const longest = 1_000;

/**
 * Returns a function that reads references as readers type them, in one language. A reference
 * without a book is of the chosen verse's book.
 */
export function createReader(
  grammar: Grammar,
  books: readonly NamedBook[],
): (typed: string, chosen?: Verse) => Reading {
  const { isEuropean, fillers } = grammar;
  const parser = new bcv_parser(grammar);
  parser.set_options({
    punctuation_strategy: isEuropean ? 'eu' : 'us',
    versification_system: 'kjv',
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
  // The parser's books are in canonical order; the apocrypha come after them.
  const codes: string[] = parser.translation_info('kjv').books.slice(0, books.length);
  const findBooks = bookFinder(books);
  const inFigures = numberWriter(grammar);
  const filler = new RegExp(`^([1-5]?\\s*)(?:(?:${fillers.join('|')})\\s+)+`, 'iu');
  const mark = isEuropean ? ',' : ':';

  function parse(text: string): Passage[] {
    parser.parse(text);
    const found: { indices: [number, number]; entities: Parsed[] }[] = parser.parsed_entities();
    const passages = found.flatMap(({ entities, indices }) => entities.map((entity) => ({ ...entity, indices })));
    return passages.filter(({ start }) => codes.includes(start.b));
  }

  function referenceOf({ start, end, type }: Pick<Passage, 'start' | 'end' | 'type'>): Reference {
    const book = books[codes.indexOf(start.b)] as NamedBook;
    const isBook = type === 'b';
    const last = isBook ? { b: start.b, c: book.verses.length } : end;
    const count = numberOf(last, 'last') - numberOf(start, 'first') + 1;
    return { bookId: book.id, chapter: start.c ?? 1, verse: start.v ?? 1, count: Math.max(1, count), isBook };
  }

  /** The number of a verse in the Bible, or of the verse next to it if it does not exist. */
  function numberOf({ b, c = 1, v }: Place, missing: 'first' | 'last'): number {
    const index = codes.indexOf(b);
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
    const before = sum(books.slice(0, index).map(({ verses }) => sum(verses)));
    const counts = books[index]?.verses ?? [];
    const inChapter = counts[c - 1] ?? 0;
    return before + sum(counts.slice(0, c - 1)) + Math.min(v ?? (missing === 'first' ? 1 : inChapter), inChapter);
  }

  function exists({ bookId, chapter, verse }: Verse): boolean {
    const count = books.find(({ id }) => id === bookId)?.verses[chapter - 1] ?? 0;
    return verse >= 1 && verse <= count;
  }

  /** What a book and numbers name, in whatever way they are written. */
  function read(book: NamedBook, numbers: string): Reference | undefined {
    const [first, ...others] = parse(`${codes[books.indexOf(book)]} ${numbers}`);
    return first && sumOf(first, others);
  }

  function sumOf(first: Passage, others: readonly Passage[]): Reference {
    const counts = [first, ...others].map((each) => referenceOf(each).count);
    return { ...referenceOf(first), count: counts.reduce((sum, count) => sum + count) };
  }

  /** The books that have the name of another but for its number. */
  function siblingsOf({ bookId }: Reference): NamedBook[] {
    const stem = (book: NamedBook | undefined) => book?.names[0]?.replace(/^\d/, '');
    const own = stem(books.find(({ id }) => id === bookId));
    return books.filter((book) => /^\d/.test(book.names[0] ?? '') && stem(book) === own);
  }

  /** A reference without a book: "3:16" of a book, or else "16", a chapter of it or a verse. */
  function readNumbers(numbers: string, { bookId, chapter }: Verse): Reading {
    const book = books.find(({ id }) => id === bookId) as NamedBook;
    if (/\D/.test(numbers)) return settle(read(book, numbers), []);
    return settle(undefined, [read(book, `${chapter}${mark}${numbers}`), read(book, numbers)]);
  }

  /** @param others what else the text may mean, the best first */
  function settle(reference: Reference | undefined, others: readonly (Reference | undefined)[]): Reading {
    if (reference !== undefined && !exists(reference)) return { offers: [], absent: reference };
    const offers = new Map<string, Reference>();
    for (const offer of [reference, ...others]) {
      if (offer === undefined || !exists(offer)) continue;
      const key = [offer.bookId, offer.chapter, offer.verse].join();
      if (!offers.has(key)) offers.set(key, offer);
    }
    return { ...(reference && { reference }), offers: [...offers.values()].slice(0, mostOffers) };
  }

  return (typed, chosen) => {
    const given = withoutAddress(typed.trim().slice(0, longest));
    const [, code, coded = ''] = byCode.exec(given) ?? [];
    const byItsCode = books.find(({ id }) => id === code?.toUpperCase());
    if (byItsCode !== undefined) return settle(read(byItsCode, coded.replace('.', mark)), []);

    const text = punctuate(inFigures(given).replace(filler, '$1'), isEuropean);
    const [, ordinal, name = '', numbers = ''] = parts.exec(text) ?? [];
    if (name === '' && numbers !== '' && chosen !== undefined) return readNumbers(numbers, chosen);

    const matches = findBooks(name.replace(chapterWord, ''), ordinal);
    const readMatch = ({ index }: Match) => read(books[index] as NamedBook, numbers);
    // A book alone counts only if nothing else is said: "God so loved" is no Song of Songs.
    const all = parse(text);
    const rest = all.reduce(
      (left, { indices: [from, to] }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to),
      text,
    );
    const isWhole = !/[\p{L}\p{N}]/u.test(rest);
    const [first, ...others] = all.filter(({ type }) => (isWhole && all.length === 1) || type !== 'b');
    const isAmbiguous = first !== undefined && (first.alternates ?? []).length > 0;

    // Words around a verse are allowed: "my favourite is John 3:16".
    const isVerse = first?.type === 'bcv' || first?.start.type === 'bcv';
    if (first !== undefined && !isAmbiguous && (isWhole || (isVerse && !/\d/.test(rest)))) {
      const reference = sumOf(first, others);
      if (reference.isBook) return settle(reference, matches.filter(isPrefix).map(readMatch));
      const siblings = ordinal === undefined ? siblingsOf(reference) : [];
      return settle(
        reference,
        matches.filter(({ index }) => siblings.includes(books[index] as NamedBook)).map(readMatch),
      );
    }
    const exact = matches.filter(({ fit }) => fit === 'exact');
    if (exact.length === 1 && !isAmbiguous) return settle(exact.map(readMatch)[0], []);
    const alternatives = isAmbiguous ? [first, ...(first.alternates ?? [])] : [];
    return settle(undefined, [
      ...alternatives.map((each) => referenceOf({ ...first, ...each } as Passage)),
      ...matches.map(readMatch),
    ]);
  };
}

/** A book's USFM code with numbers: JHN.3.16. */
const byCode = /^\s*(\w{3})\.(\d+\.\d+(?:-\d+)?)/;

/** The number of a book, its name, and numbers. */
const parts = /^(?:([1-5])?[\s.]*(\p{L}\D*?))?[\s.,:]*(\d.*)?$/u;

/** Words that may stand between a book and its chapter, in every language. */
const chapterWord = /\s+(chapter|chap|ch|kapitel|kap|cap[ií]tulo|cap)\.?$/iu;

/** What an address of a page names: `https://www.bible.com/bible/111/JHN.3.16.NIV`. */
function withoutAddress(typed: string): string {
  const [, address] = /^(?:https?:\/\/)?([\w.-]+\.\w+\/\S*)$/i.exec(typed) ?? [];
  if (address === undefined || !URL.canParse(`https://${address}`)) return typed.replace(/https?:\S+/gi, '');
  const { pathname, searchParams } = new URL(`https://${address}`);
  return searchParams.get('search') ?? pathname.split('/').at(-1) ?? '';
}

/**
 * Writes a reference in the language's punctuation. "Joh. 3:16" is "Joh 3,16" in Europe, and in
 * "3;16" and "3/16", a key was missed.
 */
function punctuate(text: string, isEuropean: boolean): string {
  const mark = isEuropean ? ',' : ':';
  const plain = text
    .replace(/(\p{L})(?:brief|evangelium)(?!\p{L})/giu, '$1') // "Römerbrief"
    .replace(/(\p{L})[.,]\s*(?=\d)/gu, '$1 ')
    .replace(/^(\D*\d?\D*\d+)\s*[,;/]\s*(\d+)$/, `$1${mark}$2`);
  if (!isEuropean) return plain;
  if (/\d\s*:\s*\d/.test(plain)) {
    return plain.replace(/(\d)\s*,\s*(?=\d)/g, '$1.').replace(/(\d)\s*:\s*(?=\d)/g, '$1,');
  }
  return plain.includes(',') ? plain : plain.replace(/(\d)\.(?=\d)/, '$1,');
}
