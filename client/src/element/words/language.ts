import { type Book, type BookId, books, type SubmitVerseRequest } from '../../index.ts';
import { fill } from './fill.ts';
import type { english, Texts } from './texts.ts';

export type { Book };
export type Verse = Omit<SubmitVerseRequest, 'localDate'>;
export type BookNames = Readonly<Partial<Record<BookId, string>>>;

/** How the element writes. */
export interface Language {
  readonly texts: typeof english & Partial<Texts>;
  readonly bookNames: BookNames;
  /** A BCP 47 tag for dates; undefined stands for the browser's language. */
  readonly tag: string | undefined;
  /** Whether the page is in a language that the element does not have, so this is English. */
  readonly isForeign?: boolean;
  /** In a page of such a language, the texts that the site gives. */
  readonly own?: Partial<Texts> | undefined;
}

/** The language of a text, in which the dates within it are, too: that of the page, or English. */
export function languageOf(key: keyof Texts, language: Language): Language {
  return language.own && !language.own[key] ? { ...language, tag: 'en' } : language;
}

export function bookOf(bookId: BookId): Book {
  return books.find(({ id }) => id === bookId) as Book;
}

export function exists({ bookId, chapter, verse }: Verse): boolean {
  const count = books.find(({ id }) => id === bookId)?.verses[chapter - 1] ?? 0;
  return Number.isInteger(verse) && verse >= 1 && verse <= count;
}

/** Whether two are the same verse, or both none. */
export function isSame(one: Partial<Verse> | undefined, other: Partial<Verse> | undefined): boolean {
  return one?.bookId === other?.bookId && one?.chapter === other?.chapter && one?.verse === other?.verse;
}

/** The name of a whole book, e.g. "Psalms". */
export function nameOf({ id, name }: Book, { bookNames }: Language): string {
  return bookNames[id] ?? name;
}

/** A verse as a reader writes it, e.g. "Psalm 23:1". */
export function referenceTo({ bookId, chapter, verse }: Verse, language: Language): string {
  const book = singular(nameOf(bookOf(bookId), language));
  return fill(language.texts.reference, { book, chapter: String(chapter), verse: String(verse) }).join('');
}

/** A submission's verse as a reader writes it. A service before 1.3.0 names it only in English. */
export function referenceOf(submission: { readonly reference: string } & Partial<Verse>, language: Language): string {
  return submission.bookId === undefined ? submission.reference : referenceTo(submission as Verse, language);
}

/** A chapter of "Psalms" is a "Psalm", in each language that the element has. */
export function singular(name: string): string {
  return name.replace(/^(Psalm|Salmo)(s|en)$/, '$1');
}
