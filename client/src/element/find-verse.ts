import { type Book, books } from '../index.ts';
import { chapterTo, type Language, nameOf, type Verse } from './language.ts';
import { fill } from './texts.ts';

/** A verse, or why there is none, in the reader's language. */
export type Found = { readonly verse: Verse } | { readonly problem: string };

/**
 * Understands a reference as readers type it: `john 3:16`, `ps 23 1`, `1 cor 13`, `jn 3`. A number
 * that is absent is 1; the only number after a book of one chapter is a verse. Of several verses,
 * it takes the first.
 */
export function findVerse(typed: string, language: Language): Found {
  const { texts } = language;
  const [, name = '', ...numbers] = /^\s*(\d?\D*?)\s*(?:(\d+)(?:\D+(\d+))?.*)?$/.exec(typed) ?? [];
  const book = findBook(name, language);
  if (book === undefined) return problem(texts.noBook, { name: (hasLetter(name) ? name : typed).trim() });

  const [first, second] = numbers.map((number) => (number === undefined ? undefined : Number(number)));
  const isVerse = book.verses.length === 1 && second === undefined;
  const [chapter, verse] = isVerse ? [1, first ?? 1] : [first ?? 1, second ?? 1];
  const count = book.verses[chapter - 1];
  if (count === undefined) {
    return problem(texts.noChapter, { book: nameOf(book, language), count: String(book.verses.length) });
  }
  const found = { bookId: book.id, chapter, verse };
  if (verse < 1 || verse > count) {
    return problem(texts.noVerse, { chapter: chapterTo(found, language), count: String(count) });
  }
  return { verse: found };
}

/**
 * The book of a USFM code; or else the first whose name is this or begins so; or else the one with
 * the shortest name that has these letters in this order, so that `jn` is John, not Jonah; or else
 * the one whose name has the most in common with the beginning, so that `revelations` is found.
 * Names are those of the page's language, and the English ones.
 */
function findBook(typed: string, language: Language): Book | undefined {
  const wanted = simplify(typed);
  if (!hasLetter(wanted)) return undefined;
  const names = books.flatMap((book) =>
    [...new Set([nameOf(book, language), book.name])].map((name) => ({ book, name: simplify(name) })),
  );
  const byLength = [...names].sort((a, b) => a.name.length - b.name.length);
  return (
    books.find(({ id }) => id.toLowerCase() === wanted) ??
    names.find(({ name }) => name.startsWith(wanted))?.book ??
    byLength.find(({ name }) => hasInOrder(name, wanted))?.book ??
    beginnings(wanted).flatMap((beginning) => names.filter(({ name }) => name.startsWith(beginning)))[0]?.book
  );
}

/** Prefixes long enough to identify a book, the longest first. */
function beginnings(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 3) }, (_, index) => text.slice(0, -1 - index));
}

function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** Letters and digits alone, without accents and cases. */
function simplify(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Whether a name begins with the first of these letters, and has the others after it in their
 * order.
 */
function hasInOrder(name: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    from = name.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return name[0] === letters[0];
}

function problem(text: string, values: Readonly<Record<string, string>>): Found {
  return { problem: fill(text, values).join('') };
}
