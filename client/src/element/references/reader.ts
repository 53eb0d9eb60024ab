/*! Parts of it are bible-passage-reference-parser, Copyright (c) 2011-2026 Stephen Smith, MIT License. */
import { bcv_parser } from 'bible-passage-reference-parser';
import type { LanguageModule } from 'bible-passage-reference-parser/esm/lang/en.js';
import type { Verse } from '../words/language.ts';
import { bookFinder, isPrefix, type Match, type NamedBook } from './books.ts';
import { mostVerses, type Numerals, numberWriter } from './numbers.ts';
import { chapterWords, inAscii, ofWords, punctuate, verseWords, withoutAddress } from './typed-text.ts';
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
   * Which verse here is meant if the verses are counted as in the language's Bibles; undefined if it
   * is the same one.
   *
   * @param counts how many verses each chapter of its book has here
   */
  readonly otherwiseCounted?: (verse: Verse, counts: readonly number[]) => Pick<Verse, 'chapter' | 'verse'> | undefined;
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

/** So many verses are offered. */
export const mostOffers = 5;
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
 * the same name has, too ("Corinthians 5:7"), a second chapter, a number that is left over or that
 * may be a price, a time or a date, and another way to count the verses make it an offer. Words
 * around a verse do not ("my favourite is John 3:16"). The chosen verse helps to read a text that
 * is nothing but numbers, and changes the meaning of no other.
 */
export function createReader(
  grammar: Grammar,
  books: readonly NamedBook[],
): (typed: string, chosen?: Verse) => Reading {
  const { isEuropean, fillers, titles } = grammar;
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
  const filler = new RegExp(`^([1-5]?\\s*)(?:(?:${fillers.join('|')})\\s+)+(?=.*\\p{L})`, 'iu');
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

  const bookOf = ({ bookId }: Pick<Verse, 'bookId'>) => books.find(({ id }) => id === bookId) as NamedBook;
  const codeOf = (book: NamedBook) => codes[books.indexOf(book)];

  function exists({ chapter, verse, ...reference }: Verse): boolean {
    const count = bookOf(reference).verses[chapter - 1] ?? 0;
    return verse >= 1 && verse <= count;
  }

  /** What a book and numbers name, in whatever way they are written. */
  function read(book: NamedBook, numbers: string): Reference | undefined {
    const [first, ...others] = parse(`${codeOf(book)} ${numbers}`);
    return first && sumOf(first, others);
  }

  /** What numbers name of each of these books. */
  function readAll(matches: readonly Match[], numbers: string): (Reference | undefined)[] {
    return matches.map(({ index }) => read(books[index] as NamedBook, numbers));
  }

  /** What numbers name of each book that a name, or the beginning of one, may mean. */
  function readNamed(name: string, ordinal: string | undefined, numbers: string): (Reference | undefined)[] {
    return readAll(findBooks(name.trim(), ordinal).filter(isPrefix), numbers);
  }

  function sumOf(first: Passage, others: readonly Passage[]): Reference {
    const counts = [first, ...others].map((each) => referenceOf(each).count);
    return { ...referenceOf(first), count: counts.reduce((sum, count) => sum + count) };
  }

  /** The books that have the name of another but for its number. */
  function siblingsOf(reference: Reference): NamedBook[] {
    const stem = ({ names: [name] }: NamedBook) => name?.replace(/^\d\W*/, '');
    const own = stem(bookOf(reference));
    return books.filter((book) => /^\d/.test(book.names[0] ?? '') && stem(book) === own);
  }

  /** A reference without a book: "3:16" of a book, or else "16", a chapter of it or a verse. */
  function readNumbers(numbers: string, { chapter, ...verse }: Verse): Reading {
    const book = bookOf(verse);
    if (!/\D/.test(numbers)) return settle(undefined, [read(book, `${chapter}${mark}${numbers}`), read(book, numbers)]);
    const [, verses] = versesAlone.exec(numbers) ?? [];
    const named = `${codeOf(book)} ${verses === undefined ? numbers : chapter + mark + verses}`;
    const found = parse(named);
    const isCertain = !isLoose(numbers) && !leftOver.test(restOf(named, found));
    return isCertain ? settleAll(found, []) : settle(undefined, found.map(referenceOf));
  }

  /** The verse that is meant if the language's Bibles count the verses otherwise. */
  function otherwiseCounted(reference: Reference): Reference | undefined {
    const { chapter, verse, isBook, count } = reference;
    const counts = bookOf(reference).verses;
    const isChapter = verse === 1 && count > 1 && count >= (counts[chapter - 1] ?? 0);
    const counted = isBook || isChapter ? undefined : grammar.otherwiseCounted?.(reference, counts);
    return counted && { ...reference, ...counted };
  }

  /** @param all what a text names, all of one book */
  function settleAll([first, ...others]: readonly Passage[], offers: readonly (Reference | undefined)[]): Reading {
    if (first === undefined) return settle(undefined, offers);
    const chapters = [first, ...others].flatMap(({ start, end, type }) => (type === 'b' ? [] : [start.c, end.c]));
    const reference = sumOf(first, others);
    const starts = [first, ...others].map(({ start }) => start.v ?? 0);
    const isOrdered = starts.every((verse, index) => verse >= (starts[index - 1] ?? 0));
    const isList = others.length === 0 || first.start.v !== undefined;
    if (new Set(chapters).size > 1 || !isOrdered || !isList)
      return settle(undefined, [...offers, ...[first, ...others].filter(({ type }) => type !== 'b').map(referenceOf)]);
    const otherwise = otherwiseCounted(reference);
    if (otherwise !== undefined && exists(otherwise)) return settle(undefined, [otherwise, reference, ...offers]);
    return settle(reference, offers);
  }

  /** @param others what else the text may mean, the best first */
  function settle(reference: Reference | undefined, others: readonly (Reference | undefined)[]): Reading {
    const unique = new Map<string, Reference>();
    for (const offer of [reference, ...others]) {
      if (offer === undefined || !exists(offer)) continue;
      const key = [offer.bookId, offer.chapter, offer.verse].join();
      if (!unique.has(key)) unique.set(key, offer);
    }
    const offers = [...unique.values()].slice(0, mostOffers);
    if (reference === undefined) return { offers };
    if (exists(reference)) return { reference, offers };
    return offers.length === 0 ? { offers, absent: reference } : { offers };
  }

  return (typed, chosen) => {
    const given = inAscii(withoutAddress(typed.trim().slice(0, longest)));
    const [, code, coded = ''] = byCode.exec(given) ?? [];
    const byItsCode = books.find(({ id }) => id === code?.toUpperCase());
    if (byItsCode !== undefined) return settle(read(byItsCode, coded.replace('.', mark)), []);

    const titled = titles.reduce((text, [title, name]) => text.replace(title, name), given.replace(filler, '$1'));
    const text = punctuate(inFigures(titled).replace(filler, '$1'), isEuropean);
    const saysNumbers = digitsIn(inFigures(titled)) > digitsIn(titled);
    if (chosen !== undefined && onlyNumbers.test(text) && !date.test(given)) return readNumbers(text, chosen);

    const unmarked = withMark(text);
    if (unmarked.length > 0) return settle(undefined, unmarked);

    const [, ordinal, name = '', numbers = ''] = parts.exec(text) ?? [];
    const matches = verseWord.test(name) ? [] : findBooks(name, ordinal);
    const isOther = otherNumber.test(text);
    // A short word is no second book: "my favourite is John 3:16" has no Isaiah.
    const parsed = parse(text).filter(
      ({ type, indices }, _, { length }) =>
        type !== 'b' || length === 1 || !shortWord.test(`${text.slice(...indices)} `),
    );
    const rest = restOf(text, parsed);
    const isWhole = !/[\p{L}\p{N}]/u.test(rest);
    // "Ruth to Naomi, Ruth 1:16" names one book twice.
    const all = parsed.filter(
      ({ type, start }) => type !== 'b' || !parsed.some((each) => each.start.b === start.b && isVerse(each)),
    );
    const [first] = all.filter(({ type }) => (isWhole && all.length === 1) || type !== 'b');
    const alternatives = first?.alternates ?? [];
    const isOneBook = new Set(all.map(({ start }) => start.b)).size < 2;
    const inDoubt = (offers: readonly (Reference | undefined)[] = []) =>
      settle(undefined, [
        ...behind(text),
        ...before(text),
        ...all.filter(({ type }) => type !== 'b' || alternatives.length > 0).map(referenceOf),
        ...alternatives.map((each) => referenceOf({ ...first, ...each } as Passage)),
        ...(isOneBook && !/\p{L}{2}/u.test(numbers) ? readAll(matches, numbers) : []),
        ...offers,
      ]);

    if (first !== undefined) {
      const reference = referenceOf(first);
      const ownText = text.slice(...first.indices);
      const [, ownOrdinal, ownName = '', ownNumbers = ''] =
        /^(?:([1-5])[\s.]*(?=\p{L}))?(\D*)(.*)$/u.exec(ownText) ?? [];
      const siblings = ownOrdinal === undefined ? siblingsOf(reference) : [];
      const named = findBooks(ownName.trim(), undefined);
      const sameName = named.filter(({ index }) => siblings.includes(books[index] as NamedBook));
      const sharing = settle(undefined, readAll(sameName, ownNumbers)).offers;
      // The number tells 1 John from 2 John; John, which has none, may be a letter of John's.
      const isNumbered = /^\d/.test(bookOf(reference).names[0] ?? '');
      const isShared = isNumbered ? sharing.length > 1 : sharing.length > 0 && letterWord.test(given);
      if (isShared) return settle(undefined, [...behind(text), ...sharing, ...(isNumbered ? [] : [reference])]);
      if (behind(text).length > 0) return inDoubt();
      if (isOther) return inDoubt(readAll(named.filter(isPrefix), ownNumbers));
      // Beside other words, a number in words may be one of them ("Exodus 20, ten commandments"),
      // and after others, two letters with a vowel may be a word: "he is 3:5".
      const isWord = shortWord.test(ownText) && /\p{L}/u.test(text.slice(0, first.indices[0]));
      const mayBeAround = isVerse(first) && !leftOver.test(rest) && !saysNumbers && !isWord;
      if (!isOneBook || alternatives.length > 0 || !(isWhole || mayBeAround)) return inDoubt();
      if (reference.isBook) return settle(reference, readAll(matches.filter(isPrefix), numbers));

      const book = bookOf(reference);
      const isVague = verseWord.test(ownName) || isLoose(text.slice(first.indices[1] - ownNumbers.length));
      if (isVague && book.verses.length > 1) return settle(undefined, all.map(referenceOf));
      const two = !isEuropean && /\d\s*[,;/]\s*\d+$/.test(given) ? listed(reference) : [];
      if (two.length > 0) return settle(undefined, [reference, ...two]);
      if (exists(reference)) return settleAll(all, isNumbered ? sharing : []);
      // There is no Philippians 6, but a Philemon 6.
      return settleAll(all, readNamed(ownName, ownOrdinal, ownNumbers));
    }
    const exact = matches.filter(({ fit }) => fit === 'exact');
    const [match] = exact;
    if (match !== undefined && exact.length === 1 && !/\p{L}{2}/u.test(numbers)) {
      const named = `${codes[match.index]} ${numbers}`;
      const found = parse(named);
      const isCertain = !isOther && !/\d/.test(restOf(named, found));
      return isCertain ? settleAll(found, []) : settle(undefined, found.map(referenceOf));
    }
    const absentBook = matches.some(isPrefix) ? undefined : apocryphal(text);
    if (absentBook !== undefined) return { offers: [], absentBook };
    return inDoubt();
  };

  /** Numbers before the name of a book: "3:16 of John", "chapter 3:16 in John". */
  function before(text: string): (Reference | undefined)[] {
    const [, numbers = '', ordinal, name = ''] = numbersFirst.exec(text) ?? [];
    return readNamed(name, ordinal, numbers);
  }

  /** The number of a book behind its name: "Corinthians 1 13:4". */
  function behind(text: string): (Reference | undefined)[] {
    const [, name = '', ordinal, numbers = ''] = numberBehind.exec(text) ?? [];
    return readNamed(name, ordinal, numbers);
  }

  /** What is meant if a mark was missed: "John 316" is 3:16, and no chapter. */
  function withMark(text: string): Reference[] {
    const [, name = '', digits = ''] = /^((?:[1-3]\s*)?\D*\p{L}[\s.]*)(\d{3,})$/u.exec(text) ?? [];
    if (Number(digits) <= mostVerses) return [];
    const marked = Array.from(digits, (_, at) => `${name}${digits.slice(0, at)}${mark}${digits.slice(at)}`);
    return marked.flatMap(parse).filter(isVerse).map(referenceOf).filter(exists);
  }

  /**
   * The two chapters that "John 3, 4" or "Psalms 23, 91" may name, or the two verses that "Jude 24,
   * 25" may name.
   */
  function listed(reference: Reference): Reference[] {
    const { chapter, verse } = reference;
    if (verse !== chapter + 1 && exists(reference)) return [];
    const two = [chapter, verse].flatMap((each) => read(bookOf(reference), String(each)) ?? []);
    return two.every(exists) ? two : [];
  }
}

function isVerse({ type, start }: Passage): boolean {
  // In "Luke-Acts 1:8", the parser leaves the first book over.
  return type === 'bcv' || (start.type === 'bcv' && type !== 'b_range_start');
}

/** Whether numbers are more than chapter and verses: a range of chapters, or a number too many. */
function isLoose(numbers: string): boolean {
  return /^\d+\s*(?:[-–—]|to|bis|al?)\s*\d+$|^\D*\d+(?:\s*[:,.]\s*|\s+)\d+\s+\d|;\s*\d+$/i.test(numbers);
}

/** A book's USFM code with numbers: JHN.3.16. */
const byCode = /^\s*(\w{3})\.(\d+\.\d+(?:-\d+)?)(?:\.\w+)?\s*$/;

/** Numbers without a book: `3:16`, `16-18`, `chapter 3 verse 16`. */
const onlyNumbers = new RegExp(
  `^(?:(?:${chapterWords}|${verseWords})(?!\\p{L})[\\s.]*)?\\d(?:(?:and|und|to|bis|[ya])\\b|[\\d\\s.,:;–—-])*(?<=\\d)[\\s.]*(?:[a-c]|ff?|ss?)?\\.?$`,
  'iu',
);

/** Verses without their chapter: `verse 5`, `verses 5-7`. */
const versesAlone = new RegExp(`^(?:${verseWords})(?!\\p{L})[\\s.]*(\\d.*)$`, 'iu');

/** Numbers that are a date, a time or a fraction: `24.12.`, `2026-11-26`, `11/26`. */
const date = /^0|^\d+(?:([.-])\d+\1\d*|\/[\d/]+)$/;

/** A number that may be another word's than the book's: "day 1 John 4:19"; a price or a time. */
const otherNumber = new RegExp(
  `(?:#|(?<!\\p{L})(?:day|week|lesson|option|n[or]|tag|woche|d[ií]a|semana|${verseWords}))[\\s.]*[1-5]\\.?\\s+\\p{L}|\\p{Sc}|%|\\d\\s*(?:[ap]\\.?m|uhr)(?!\\p{L})`,
  'iu',
);

/** Two letters with a vowel, which may be a word: "is", "am", but not "Jn". */
const shortWord = /^(?=\p{L}?[aeiouy])\p{L}{1,2}\P{L}/iu;

/** What tells of another reference, beside what the parser has read. */
const leftOver = /\d|(?<!\p{L})(?:or|oder|[oó])(?!\p{L})/iu;

/** `3:16 of John`, `chapter 3:16 of John`, `of 3:16 in John` */
const numbersFirst = new RegExp(
  `^(?:(?:${chapterWords}|${ofWords})\\s+)?(\\d+[:,.]\\s*\\d+(?:-\\d+)?)[\\s(]+(?:\\p{L}{1,4}\\s+)*?([1-5])?\\s*(\\p{L}+)[.)]*$`,
  'iu',
);

/** `Corinthians 1 13:4` */
const numberBehind = /^(\p{L}\D*?)\s+([1-3])\)?\s+(\d+\D+\d.*)$/u;

/** A verse without its chapter, behind the name of a book or no name: "Romans v8". */
const verseWord = new RegExp(`(?<!\\p{L})(?:${verseWords})[\\s.]*$`, 'iu');

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
