import { books } from '../../client/src/books.ts';
import * as english from '../../client/src/element/references/en.ts';
import { createReader } from '../../client/src/element/references/reader.ts';
import { fill } from '../../client/src/element/words/fill.ts';
import { singular, type Verse } from '../../client/src/element/words/language.ts';
import { searchTexts } from '../../client/src/element/words/search-texts.ts';

/** What a field's text names, as the players' field understands it. */
export interface Reading {
  /** The first verse that it names. */
  readonly verse?: NamedVerse;
  /** What it names as `findSubmissions` takes it: JHN.3.16, JHN.3 or JHN. */
  readonly passage?: { readonly code: string; readonly name: string };
  /** Why it names none. */
  readonly problem?: string;
}

interface NamedVerse extends Verse {
  readonly reference: string;
}

const named = books.map((book) => ({ ...book, names: [book.name] }));
const read = createReader(english, named);
const bookOf = ({ bookId }: Verse) => named.find(({ id }) => id === bookId) as (typeof named)[number];
const chapterText = (verse: Verse) => `${singular(bookOf(verse).name)} ${verse.chapter}`;
const verseText = (verse: Verse) => `${chapterText(verse)}:${verse.verse}`;

/** Understands references as players type them: "john 3:16", "ps 23", "1cor". */
export function readReference(typed: string): Reading {
  if (typed.trim() === '') return {};
  const { reference, offers, absent } = read(typed);
  if (absent !== undefined) return { problem: absenceText(absent) };
  if (reference === undefined) {
    const [meant] = offers;
    const problem = meant
      ? write(searchTexts.didYouMean, { reference: verseText(meant) })
      : write(searchTexts.noBook, { name: typed });
    return { problem };
  }
  const { bookId, chapter, verse, count, isBook } = reference;
  const book = bookOf(reference);
  const isChapter = verse === 1 && count === book.verses[chapter - 1];
  return {
    verse: { bookId, chapter, verse, reference: verseText(reference) },
    passage: isBook
      ? { code: bookId, name: book.name }
      : isChapter
        ? { code: `${bookId}.${chapter}`, name: chapterText(reference) }
        : { code: `${bookId}.${chapter}.${verse}`, name: verseText(reference) },
  };
}

/** Reads the words of a verse; none if that fails, since the reference alone is enough to decide. */
export async function readWords({ bookId, chapter, verse }: Verse): Promise<string | undefined> {
  try {
    const response = await fetch(`/desk/chapters/${bookId}/${chapter}`);
    const { verses } = (await response.json()) as { readonly verses?: readonly string[] };
    return verses?.[verse - 1];
  } catch {
    return undefined;
  }
}

function absenceText(absent: Verse): string {
  const { name, verses } = bookOf(absent);
  const count = verses[absent.chapter - 1];
  return count === undefined
    ? write(searchTexts.noChapter, { book: name, count: String(verses.length) })
    : write(searchTexts.noVerse, { chapter: chapterText(absent), count: String(count) });
}

function write(text: string, values: Readonly<Record<string, string>>): string {
  return fill(text, values).join('');
}
