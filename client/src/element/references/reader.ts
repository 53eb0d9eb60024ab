/*! Parts of it are bible-passage-reference-parser, Copyright (c) 2011-2026 Stephen Smith, MIT License. */
import { bcv_parser } from 'bible-passage-reference-parser';
import type { LanguageModule } from 'bible-passage-reference-parser/esm/lang/en.js';
import type { Verse } from '../words/language.ts';
import { bookFinder, isPrefix, type Match, type NamedBook } from './books.ts';
import { type Numerals, numberWriter } from './numbers.ts';
import { codes, versificationOf } from './versification.ts';

/** A language's part of the parser, and its numbers. */
export interface Grammar extends Numerals, Pick<LanguageModule, 'grammar_options' | 'regexps'> {
  /** Whether a comma parts chapter and verse: "Johannes 3,16". */
  readonly isEuropean: boolean;
  /** Words that may stand before the name of a book. */
  readonly fillers: readonly string[];
  /** Titles and older names of books, and what they are here: some name another book's author. */
  readonly titles: readonly (readonly [RegExp, string])[];
  /**
   * Where the language's Bibles count the verses of a chapter otherwise, and by how much: `GEN 32`
   * is -1 if its second verse is the first one here.
   */
  readonly offsets?: Readonly<Record<string, number>>;
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
  /** A book, as it is typed, that is not one of the 66. */
  readonly absentBook?: string;
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
 *
 * In doubt, nothing is chosen: a text has a reference only if it names exactly one of exactly one
 * book, and nothing beside it could mean another. The name of a second book, a verse that a book of
 * the same name has, too ("Corinthians 5:7"), a second chapter, a number that is left over, and
 * another way to count the verses make it an offer. Words around a verse do not ("my favourite is
 * John 3:16"). The chosen verse helps to read a text that is nothing but numbers, and changes the
 * meaning of no other.
 */
export function createReader(
  grammar: Grammar,
  books: readonly NamedBook[],
): (typed: string, chosen?: Verse) => Reading {
  const { isEuropean, fillers, titles, offsets } = grammar;
  const parser = new bcv_parser({ ...grammar, translations: versificationOf(books) });
  parser.set_options({
    punctuation_strategy: isEuropean ? 'eu' : 'us',
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
  const findBooks = bookFinder(books);
  const inFigures = numberWriter(grammar);
  const filler = new RegExp(`^([1-5]?\\s*)(?:(?:${fillers.join('|')})\\s+)+`, 'iu');
  const mark = isEuropean ? ',' : ':';

  function parse(text: string): Passage[] {
    parser.include_apocrypha(false);
    parser.parse(text);
    return passagesOf().filter(({ start }) => codes.includes(start.b));
  }

  function passagesOf(): Passage[] {
    const found: { indices: [number, number]; entities: Parsed[] }[] = parser.parsed_entities();
    return found.flatMap(({ entities, indices }) => entities.map((entity) => ({ ...entity, indices })));
  }

  /** A book of the apocrypha with a chapter, as it is typed. */
  function apocryphal(text: string): string | undefined {
    parser.include_apocrypha(true);
    parser.parse(text);
    const passage = passagesOf().find(({ start, type }) => type !== 'b' && !codes.includes(start.b));
    return passage && text.slice(...passage.indices).replace(/[\s.]*\d[\d\s.,:;–-]*$/, '');
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
    const stem = (book: NamedBook | undefined) => book?.names[0]?.replace(/^\d\W*/, '');
    const own = stem(books.find(({ id }) => id === bookId));
    return books.filter((book) => /^\d/.test(book.names[0] ?? '') && stem(book) === own);
  }

  /** A reference without a book: "3:16" of a book, or else "16", a chapter of it or a verse. */
  function readNumbers(numbers: string, { bookId, chapter }: Verse): Reading {
    const book = books.find(({ id }) => id === bookId) as NamedBook;
    const [, verse] = verseAlone.exec(numbers) ?? [];
    if (verse !== undefined) return settle(read(book, `${chapter}${mark}${verse}`), []);
    if (/\D/.test(numbers)) return settleAll(parse(`${codes[books.indexOf(book)]} ${numbers}`), []);
    return settle(undefined, [read(book, `${chapter}${mark}${numbers}`), read(book, numbers)]);
  }

  /** The verse that is meant if the language's Bibles count the verses otherwise. */
  function otherwiseCounted(reference: Reference): Reference | undefined {
    const { bookId, chapter, verse, isBook, count } = reference;
    const counts = books.find(({ id }) => id === bookId)?.verses ?? [];
    if (offsets === undefined || isBook || (verse === 1 && count > 1 && count >= (counts[chapter - 1] ?? 0)))
      return undefined;
    const offset = offsets[`${bookId} ${chapter}`] ?? 0;
    const counted = verse + offset;
    const size = counts[chapter - 1] ?? 0;
    if (counted < 1 && bookId === 'PSA') return undefined; // a title is a part of the first verse
    if (counted < 1) return { ...reference, chapter: chapter - 1, verse: (counts[chapter - 2] ?? 0) + counted };
    // What is beyond a chapter's end begins the next one.
    const isBeyond = counted > size && counted <= size + mostBeyond && counts[chapter] !== undefined;
    if (isBeyond) return { ...reference, chapter: chapter + 1, verse: counted - size };
    return offset === 0 ? undefined : { ...reference, verse: counted };
  }

  /** @param all what a text names, all of one book */
  function settleAll([first, ...others]: readonly Passage[], offers: readonly (Reference | undefined)[]): Reading {
    if (first === undefined) return settle(undefined, offers);
    const chapters = [first, ...others].flatMap(({ start, end, type }) => (type === 'b' ? [] : [start.c, end.c]));
    const reference = sumOf(first, others);
    const starts = [first, ...others].map(({ start }) => start.v ?? 0);
    const isOrdered = starts.every((verse, index) => verse >= (starts[index - 1] ?? 0));
    if (new Set(chapters).size > 1 || !isOrdered)
      return settle(undefined, [...offers, ...[first, ...others].map(referenceOf)]);
    const otherwise = otherwiseCounted(reference);
    if (otherwise !== undefined && exists(otherwise)) return settle(undefined, [otherwise, reference, ...offers]);
    return settle(reference, offers);
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
    const given = inAscii(withoutAddress(typed.trim().slice(0, longest)));
    const [, code, coded = ''] = byCode.exec(given) ?? [];
    const byItsCode = books.find(({ id }) => id === code?.toUpperCase());
    if (byItsCode !== undefined) return settle(read(byItsCode, coded.replace('.', mark)), []);

    const titled = titles.reduce((text, [title, name]) => text.replace(title, name), given.replace(filler, '$1'));
    const text = punctuate(inFigures(titled).replace(filler, '$1'), isEuropean);
    const saysNumbers = digitsIn(inFigures(titled)) > digitsIn(titled);
    if (chosen !== undefined && onlyNumbers.test(text)) return readNumbers(text, chosen);

    const [, ordinal, name = '', numbers = ''] = parts.exec(text) ?? [];
    const matches = findBooks(name.replace(chapterWord, ''), ordinal);
    const readMatch = ({ index }: Match) => read(books[index] as NamedBook, numbers);
    // A word of two letters is no second book: "my favourite is John 3:16" has no Isaiah.
    const all = parse(text).filter(
      ({ type, indices: [from, to] }, _, { length }) => type !== 'b' || length === 1 || to - from > 2,
    );
    const rest = restOf(text, all);
    const isWhole = !/[\p{L}\p{N}]/u.test(rest);
    const [first] = all.filter(({ type }) => (isWhole && all.length === 1) || type !== 'b');
    const alternatives = first?.alternates ?? [];
    const isOneBook = new Set(all.map(({ start }) => start.b)).size < 2;
    const inDoubt = () =>
      settle(undefined, [
        ...behind(text),
        ...before(text),
        ...all.filter(({ type }) => type !== 'b' || alternatives.length > 0).map(referenceOf),
        ...alternatives.map((each) => referenceOf({ ...first, ...each } as Passage)),
        ...(isOneBook ? matches.map(readMatch) : []),
      ]);

    // Words around a verse are allowed: "my favourite is John 3:16".
    const isVerse = first?.type === 'bcv' || first?.start.type === 'bcv';
    if (first !== undefined) {
      const reference = referenceOf(first);
      const ownText = text.slice(...first.indices);
      const [, ownName = '', ownNumbers = ''] = /^(\D*)(.*)$/.exec(ownText) ?? [];
      const siblings = ownName === '' ? [] : siblingsOf(reference);
      const sharing = findBooks(ownName.trim(), undefined)
        .filter(({ index }) => siblings.includes(books[index] as NamedBook))
        .flatMap(({ index }) => read(books[index] as NamedBook, ownNumbers) ?? [])
        .filter(exists);
      const isShared = isNumbered(reference) ? sharing.length > 1 : sharing.length > 0 && letterWord.test(given);
      const isCertain = isOneBook && alternatives.length === 0 && !isShared && behind(text).length === 0;
      // Beside other words, a number in words may be one of them ("Exodus 20, ten commandments"),
      // and after others, two letters may be a word: "he is 3:5".
      const isWord = /^\p{L}{1,2}\P{L}/u.test(ownText) && /\p{L}/u.test(text.slice(0, first.indices[0]));
      const mayBeAround = isVerse && !/\d/.test(rest) && !saysNumbers && !isWord;
      if (isShared) return settle(undefined, isNumbered(reference) ? sharing : [...sharing, reference]);
      if (!isCertain || !(isWhole || mayBeAround)) return inDoubt();
      if (reference.isBook) return settle(reference, matches.filter(isPrefix).map(readMatch));
      return settleAll(all, isNumbered(reference) ? sharing : []);
    }
    const exact = matches.filter(({ fit }) => fit === 'exact');
    const [match] = exact;
    if (match !== undefined && exact.length === 1 && !/\p{L}{2}/u.test(numbers)) {
      const named = `${codes[match.index]} ${numbers}`;
      const found = parse(named);
      return /\d/.test(restOf(named, found)) ? settle(undefined, found.map(referenceOf)) : settleAll(found, []);
    }
    const absentBook = matches.some(isPrefix) ? undefined : apocryphal(text);
    if (absentBook !== undefined) return { offers: [], absentBook };
    return inDoubt();
  };

  /** Whether a book shares its name with others, from which its number tells it apart. */
  function isNumbered({ bookId }: Reference): boolean {
    return /^\d/.test(books.find(({ id }) => id === bookId)?.names[0] ?? '');
  }

  /** Numbers before the name of a book: "3:16 of John". */
  function before(text: string): (Reference | undefined)[] {
    const [, numbers = '', name = ''] = /^(\d+[:,.]\s*\d+(?:-\d+)?)\s+(?:\p{L}{1,4}\s+)?(\p{L}+)\.?$/u.exec(text) ?? [];
    const named = name === '' ? [] : findBooks(name, undefined).filter(isPrefix);
    return named.map(({ index }) => read(books[index] as NamedBook, numbers));
  }

  /** The number of a book behind its name: "Corinthians 1 13:4". */
  function behind(text: string): (Reference | undefined)[] {
    const [, name = '', ordinal, numbers = ''] = /^(\p{L}\D*?)\s+([1-3])\s+(\d+\D+\d.*)$/u.exec(text) ?? [];
    const numbered = name === '' ? [] : findBooks(name, ordinal).filter(isPrefix);
    return numbered.map(({ index }) => read(books[index] as NamedBook, numbers));
  }
}

/** Verses that the end of a chapter has elsewhere, at most: Luther's 1 Chronicles 5 has 41, not 26. */
const mostBeyond = 15;

/** A book's USFM code with numbers: JHN.3.16. */
const byCode = /^\s*(\w{3})\.(\d+\.\d+(?:-\d+)?)(?:\.\w+)?\s*$/;

/** Numbers without a book: `3:16`, `16-18`, `chapter 3 verse 16`. */
const onlyNumbers =
  /^(?:(?:chapter|chap|ch|verses?|vs?|and|kapitel|kap|verse?n?|und|cap[ií]tulo|cap|vers[ií]culos?|y)\b|[\d\s.,:;–—-])*\d[\s.]*(?:[a-c]|ff?)?\.?$/iu;

/** A verse without its chapter: `verse 5`. */
const verseAlone = /^(?:verse|vs?|vers|vers[ií]culo)\b[\s.]*(\d+)$/iu;

/** What tells the letters of John from his gospel. */
const letterWord = /(?:\b(?:epistle|letter|carta|ep[ií]stola)|brief)\b/iu;

/** What the parser leaves over. */
function restOf(text: string, passages: readonly Passage[]): string {
  return passages.reduce(
    (left, { indices: [from, to] }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to),
    text,
  );
}

function digitsIn(text: string): number {
  return text.replace(/^\s*\d\s/, '').replace(/\D/g, '').length;
}

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

/** Digits and punctuation of other keyboards in ASCII, and what stands for a space: "1-John", "john_3_16". */
function inAscii(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)))
    .replace(/[‐‑‒−]/g, '-')
    .replace(/[٫،]/g, ',')
    .replace(/[_+]/g, ' ')
    .replace(/^\s*([1-5])\s*[-–—_]\s*(?=\p{L})/u, '$1 ');
}

/** Digits stand in rows of ten, from zero on. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) as number;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
  return code - zero;
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
