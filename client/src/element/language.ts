import { type Book, type BookId, books, type SubmitVerseRequest } from '../index.js';
import { fill, type Texts } from './texts.js';

export type Verse = Omit<SubmitVerseRequest, 'localDate'>;
export type BookNames = Readonly<Partial<Record<BookId, string>>>;

/** How the element writes. */
export interface Language {
  readonly texts: Texts;
  readonly bookNames: BookNames;
  /** A BCP 47 tag for dates; undefined stands for the browser's language. */
  readonly tag: string | undefined;
}

/** Returns the language of an element's content, as the nearest `lang` says, if it is a valid tag. */
export function tagOf(element: Element): string | undefined {
  try {
    return Intl.getCanonicalLocales(element.closest<HTMLElement>('[lang]')?.lang)[0];
  } catch {
    return undefined;
  }
}

/** The name of a whole book, e.g. "Psalms". */
export function nameOf({ id, name }: Book, { bookNames }: Language): string {
  return bookNames[id] ?? name;
}

/** A verse as a reader writes it, e.g. "Psalm 23:1". */
export function referenceTo({ bookId, chapter, verse }: Verse, language: Language): string {
  const [found] = books.filter(({ id }) => id === bookId) as [Book];
  const book = singular(nameOf(found, language));
  return fill(language.texts.reference, { book, chapter: String(chapter), verse: String(verse) }).join('');
}

/** Writes a reference of the service, which is in English, in another language. */
export function translate(reference: string, language: Language): string {
  const [, name, chapter, verse] = /^(.+) (\d+):(\d+)$/.exec(reference) ?? [];
  const book = books.find((other) => singular(other.name) === name);
  if (book === undefined) return reference;
  return referenceTo({ bookId: book.id, chapter: Number(chapter), verse: Number(verse) }, language);
}

/** A chapter of "Psalms" is a "Psalm". */
function singular(name: string): string {
  return name.replace(/^Psalms$/, 'Psalm');
}

/** A calendar date, YYYY-MM-DD, which is the same in every time zone. */
export function dateText(date: string, { tag }: Language): string {
  return new Date(date).toLocaleString(tag, { dateStyle: 'full', timeZone: 'UTC' });
}

/** An instant in the reader's time zone. */
export function instantText(instant: string, { tag }: Language): string {
  return new Date(instant).toLocaleString(tag, { dateStyle: 'full', timeStyle: 'medium' });
}
