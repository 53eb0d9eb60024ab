import type { LanguageModule } from 'bible-passage-reference-parser/esm/lang/en.js';
import type { Verse } from '../words/language.ts';
import { bookFinder, type NamedBook } from './books.ts';
import { type Numerals, numberWriter } from './numbers.ts';
import { codes, createParser, type Passage, type Reference } from './passages.ts';
import { inAscii, type Marks, otherMark, punctuator, withoutAddress } from './typed-text.ts';

/** A language's part of the parser, and what references have in it. */
export interface Grammar extends Numerals, Marks, Pick<LanguageModule, 'grammar_options' | 'regexps'> {
  /** Titles and older names of books, and what they are here: some name another book's author. */
  readonly titles: readonly (readonly [RegExp, string])[];
  /** Patterns of books of other canons that would be read as one of the 66: "Testament of Job". */
  readonly otherBooks: readonly string[];
  /** What tells the letters of John from his gospel. */
  readonly letters: RegExp;
  /** Patterns of words that may have the number before a book: "day 1 John 4:19". */
  readonly counted: readonly string[];
  /** Patterns of words that make a time of a verse: "3:16 pm". */
  readonly times: readonly string[];
  /**
   * Which verse here is meant if the verses are counted as in the language's Bibles; undefined if it
   * is the same one.
   *
   * @param counts how many verses each chapter of its book has here
   */
  readonly otherwiseCounted?: (verse: Verse, counts: readonly number[]) => Pick<Verse, 'chapter' | 'verse'> | undefined;
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

/** The most verses offered. */
export const maxOffers = 5;
/** The most characters read: the longest verse has half as many. */
const maxLength = 1_000;

/**
 * Returns a function that reads references as readers type them, in one language. It chooses a text
 * that is one reference and nothing else, however it is written; and a sentence with exactly one in
 * the plain form, as it is typed, and no other book or digit. What else a text may mean is offered.
 */
export function createReader(
  grammar: Grammar,
  books: readonly NamedBook[],
): (typed: string, chosen?: Verse) => Reading {
  const { isEuropean, chapterWords, verseWords, counted, times } = grammar;
  const parse = createParser(grammar, books);
  const findBooks = bookFinder(books);
  const inFigures = numberWriter(grammar);
  const punctuate = punctuator(grammar);
  const otherBooks = new RegExp(`(?<!\\p{L})(?:${grammar.otherBooks.join('|')})(?!\\p{L})`, 'iu');
  const otherNumbers = new RegExp(
    `(?<!\\p{L})(?:${[chapterWords, verseWords, ...counted].join('|')})[\\s.]*[1-5]\\.?\\s+\\p{L}|\\d\\s*(?:${times.join('|')})(?!\\p{L})`,
    'iu',
  );
  const numbersAlone = new RegExp(`^((?:${chapterWords}|(${verseWords}))[\\s.]*)?(\\d[\\d\\s:.,;&–-]*)$`, 'iu');
  /** The plain form, and no digit beside it and the number of its book. "Daniel 3,5 kg" is a decimal. */
  const plain = new RegExp(
    `^(\\D*(?:[1-5]\\D*)?\\p{L}[.\\s]*\\d+)(?::|[.${isEuropean ? ',' : ''}](?!\\d\\s+\\p{L}))(\\d+(?:[-–]\\d+)?\\D*)$`,
    'u',
  );

  const bookOf = ({ bookId }: Pick<Verse, 'bookId'>) => books.find(({ id }) => id === bookId) as NamedBook;
  const exists = ({ chapter, verse, ...rest }: Verse) => verse >= 1 && verse <= (bookOf(rest).verses[chapter - 1] ?? 0);

  /** The reference that passages are if they have one book and chapter, and verses in order. */
  function oneOf(passages: readonly Passage[]): Passage | undefined {
    // "Ruth to Naomi, Ruth 1:16" names Ruth twice.
    const numbered = passages.filter(({ isBook }) => !isBook);
    const all = numbered.length > 0 ? numbered : passages.slice(0, 1);
    const [first] = all;
    const isOne = all.every(
      ({ chapter, verse }, index) => chapter === first?.chapter && verse >= (all[index - 1]?.verse ?? 0),
    );
    if (!first || !isOne || passages.some(({ bookId }) => bookId !== first.bookId)) return undefined;
    // "Romans v8" has no chapter.
    if (first.type === 'bv' && bookOf(first).verses.length > 1) return undefined;
    return { ...first, count: all.reduce((sum, { count }) => sum + count, 0) };
  }

  /** What a text is if it is one reference and nothing else. */
  function wholeOf(text: string): Passage | undefined {
    const { passages } = parse(text);
    const isWhole = whole.test(text) && !/[\p{L}\p{N}]/u.test(restOf(text, passages));
    const one = isWhole ? oneOf(passages) : undefined;
    return one && { ...one, words: text };
  }

  /** What a sentence has if that is one verse in the plain form, and no other book or digit. */
  function plainIn(text: string): Passage | undefined {
    if (!plain.test(text) || otherNumbers.test(text)) return undefined;
    const marked = text.replace(plain, '$1:$2');
    const verse = oneOf(parse(marked).passages.filter(({ words }) => !shortWord.test(words)));
    if (!verse || !/^(?:bcv|range)$/.test(verse.type) || /\d/.test(restOf(marked, [verse]))) return undefined;
    // "The last shall be first. John 3:16" has no number.
    const words = verse.words.replace(/\D+$/, '');
    return /^\d/.test(words) === /^\d/.test(inFigures(words)) ? { ...verse, words } : undefined;
  }

  /** What numbers name of these books, or the books themselves if there are none. */
  function readNamed(found: readonly { readonly index: number }[], numbers: string): Reference[] {
    const references = found.flatMap(({ index }): readonly Reference[] => {
      const { passages } = parse(`${codes[index]} ${numbers}`);
      return [oneOf(passages) ?? passages].flat();
    });
    return references.filter(({ isBook }) => !isBook || numbers === '');
  }

  /** What references may mean: first, what they are where verses are counted otherwise. */
  function offer(all: readonly Reference[]): { readonly offers: Reference[] } {
    const counted = (each: Reference) => grammar.otherwiseCounted?.(each, bookOf(each).verses);
    const existing = all.flatMap((each) => [{ ...each, ...(each.isBook ? {} : counted(each)) }, each]).filter(exists);
    const keys = existing.map(({ bookId, chapter, verse }) => [bookId, chapter, verse].join());
    return { offers: existing.filter((_, index) => keys.indexOf(keys[index] as string) === index).slice(0, maxOffers) };
  }

  /** Chooses a reference, unless its book or its verse may be another. */
  function settle(reference: Passage, isLetter = false): Reading {
    const { words, isBook, alternates } = reference;
    const [, number, name = '', numbers = ''] = parts.exec(inFigures(words)) ?? [];
    const matches = findBooks(name, number);
    const own = matches.find(({ index }) => books[index] === bookOf(reference));
    // "Corinthians" is the name of two books, and "letter of John" may be of three.
    const isShared = own?.ordinal !== '' || isLetter;
    const sharing = matches.filter(({ ordinal, stem }) => isShared && ordinal !== '' && stem === own?.stem);
    const rivals = readNamed(sharing, numbers);
    const similar = readNamed(matches, numbers);
    const others = offer([...rivals, reference]).offers.length - (exists(reference) ? 1 : 0);
    if (others + alternates.length > 0) return offer([...rivals, reference, ...alternates, ...similar]);
    if (exists(reference)) return { reference, ...offer([reference, ...(isBook ? similar : [])]) };
    const { offers } = offer(similar);
    return offers.length > 0 ? { offers } : { offers, absent: reference };
  }

  /** A book's USFM code: `JHN.3.16`, `1co.13.4-7`, `PHP.4.6.NIV`. */
  function readCode(text: string): Reading | undefined {
    const [, code = '', chapter, verses] = /^(\w{3})\.(\d+)\.(\d+(?:-\d+)?)(?:\.\w+)?$/.exec(text) ?? [];
    const index = books.findIndex(({ id }) => id === code.toUpperCase());
    const [reference] = index < 0 ? [] : readNamed([{ index }], `${chapter}:${verses}`);
    if (reference === undefined) return undefined;
    const { offers } = offer([reference]);
    if (offers.length > 1) return { offers };
    return exists(reference) ? { reference, offers } : { offers, absent: reference };
  }

  /**
   * Numbers alone, of the chosen book: `3:16`, `3 16-18`, `chapter 3 verse 16`, `five five`, and of
   * its chapter: `verse 5`. `16`, a chapter or a verse, and `3-5` are offered; `24.12.` is a date.
   */
  function readNumbers(text: string, { bookId, chapter }: Verse): Reading | undefined {
    const index = books.findIndex(({ id }) => id === bookId);
    const written = punctuate(`x ${inFigures(`x 1 ${text}`).slice(4)}`).slice(2);
    const [, unit, isVerse, numbers = ''] = numbersAlone.exec(written) ?? [];
    const isOneNumber = unit === undefined && /^\d+$/.test(numbers);
    if (numbers === '' || date.test(text) || (isOneNumber && text !== numbers)) return undefined;
    if (isOneNumber) return offer([`${chapter}:${numbers}`, numbers].flatMap((each) => readNamed([{ index }], each)));
    const named = `${codes[index]} ${isVerse === undefined ? '' : `${chapter}:`}${numbers}`;
    const found = wholeOf(named) ?? markedIn(named);
    return found ? settle(found) : offer(parse(named).passages);
  }

  /**
   * A name and numbers, however they are written: `John 3:16`, `1cor13`, `First John iii sixteen`,
   * `verse 16 of John 3`; or a sentence: `my favourite is John 3:16`. `Corinthians 5:7`, `John 316`
   * and `John 3:16; 4:24` are offered.
   */
  function readWords(text: string): Reading {
    const absentBook = otherBooks.exec(text)?.[0] ?? parse(punctuate(text)).otherBook;
    if (absentBook !== undefined) return { offers: [], absentBook };

    const bare = text.replace(/[\p{Sc}%#]/gu, ' ');
    const titled = grammar.titles.reduce((written, [title, name]) => written.replace(title, name), bare);
    const written = punctuate(inFigures(titled));
    const [, number, name = '', numbers = ''] = parts.exec(written) ?? [];
    const matches = findBooks(name, number);
    const exact = matches.find(({ fit }) => fit === 'exact');
    const byName = exact ? wholeOf(`${codes[exact.index]} ${numbers}`) : undefined;
    const found = wholeOf(written) ?? byName ?? markedIn(written) ?? plainIn(text);
    if (found && bare === text) return settle(found, grammar.letters.test(text));

    const likely = parts.test(written) ? written : punctuate(bare);
    const passages = parse(likely).passages.filter(({ isBook }) => !isBook);
    const forms = [likely, ...rewritten(likely)];
    const typedNumber = forms.flatMap((each) => parts.exec(each)?.[1] ?? [])[0];
    const ofJohn = passages.filter(({ bookId }) => typedNumber === undefined && /^\dJN/.test(bookId));
    const all: Reference[] = [
      ...forms.flatMap((each) => wholeOf(each) ?? plainIn(each) ?? []),
      ...passages.flatMap((each) => [each, ...each.alternates]),
      ...ofJohn.map((each) => ({ ...each, bookId: 'JHN' as const })), // "day 1 John 4:19"
      ...(passages.length === 0 ? readNamed(matches, numbers) : []),
    ];
    return offer(all.filter(({ bookId }) => !typedNumber || /^\D/.test(bookId) || bookId.startsWith(typedNumber)));
  }

  /** `John 3;16`, which missed a key; but `John 3, 4` may be two chapters. */
  function markedIn(text: string): Passage | undefined {
    const found = wholeOf(text.replace(otherMark, '$1:$2'));
    return found && exists(found) && found.verse !== found.chapter + 1 ? found : undefined;
  }

  return (typed, chosen) => {
    const text = inAscii(withoutAddress(typed.trim().slice(0, maxLength)));
    return readCode(text) ?? (chosen && readNumbers(text, chosen)) ?? readWords(text);
  };
}

/** What else a text may mean: `Corinthians 1 13:4`, `3:16 of John`, `John 3, 4`, `John 316`. */
function rewritten(text: string): string[] {
  const [, name = '', digits = ''] = /^(.*\p{L}[\s.]*)(\d{3,})$/u.exec(text) ?? [];
  return [
    text.replace(/^(\p{L}\D*?)[\s(-]*([1-3])[):,]*\s+(\d+\D+\d.*)$/u, '$2 $1 $3'),
    text.replace(/^(?:\p{L}+\s+)?(\d+:\d+)[\s(]+(?:\p{L}{1,4}\s+)*?([1-5]?\s*\p{L}+)\)?$/u, '$2 $1'),
    text.replace(otherMark, '$1:$2'),
    ...Array.from(digits, (_, at) => `${name}${digits.slice(0, at)}:${digits.slice(at)}`),
  ].filter((each) => each !== text);
}

/** What the parser leaves over. */
function restOf(text: string, passages: readonly Passage[]): string {
  return passages.reduce((rest, { words }) => rest.replace(words, ' '), text);
}

/** The number of a book, its name, and numbers. */
const parts = /^([1-5])?[\s.]*(\p{L}\D*?)[\s\p{P}]*(\d(?:\P{L}|(?<=\d)\p{L}{1,2}(?!\p{L}))*)?$/u;

/** One reference: a name alone, and `3`, `3:16`, `3 16`, `3:16b-18`, `3:16, 18` behind it. */
const whole =
  /^[1-5]?[\s.]*\p{L}\D*(?:1?\d?\d(?!\d)(?:(?:\s*[:.]\s*|\s+)\d+[a-c]?(?:\s*[-–—,./&]\s*\d+[a-c]?)*)?[\s\p{P}]*)?$/iu;

/** Two letters with a vowel, which may be a word: "is", "am", but not "Jn". */
const shortWord = /^(?=\p{L}?[aeiouy])\p{L}{1,2}\P{L}*$/iu;

/** Numbers that are a date or a time: `24.12.`, `2026-11-26`, `06:30`. */
const date = /^0|^\d+([.-])\d+\1\d*$/;
