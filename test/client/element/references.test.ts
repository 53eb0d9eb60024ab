import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as de from '../../../client/src/element/references/de.ts';
import * as en from '../../../client/src/element/references/en.ts';
import * as es from '../../../client/src/element/references/es.ts';
import type { Reference } from '../../../client/src/element/references/passages.ts';
import { createReader } from '../../../client/src/element/references/reader.ts';
import { type Language, nameOf, referenceTo, type Verse } from '../../../client/src/element/words/language.ts';
import * as german from '../../../client/src/element/words/languages/de.ts';
import * as spanish from '../../../client/src/element/words/languages/es.ts';
import { english } from '../../../client/src/element/words/texts.ts';
import { books } from '../../../client/src/index.ts';

const languages = {
  en: { texts: english, bookNames: {}, tag: 'en' },
  de: { ...german, tag: 'de' },
  es: { ...spanish, tag: 'es' },
} as const satisfies Record<string, Language>;

const readers = Object.fromEntries(
  Object.entries({ en, de, es }).map(([tag, grammar]) => [
    tag,
    createReader(
      grammar,
      books.map((book) => ({ ...book, names: [nameOf(book, languages[tag as 'en']), book.name] })),
    ),
  ]),
);

/**
 * What a text means, in one line: `John 3:16` is chosen, `John 3:16 +2` is the first of three
 * verses, `John` a book alone; `A | B` and `A?` are offered, and `A, or B` chosen with B offered;
 * `no John 3:37` does not exist; `not among the 66: Sirach` is no book; an empty line means nothing.
 */
function meaningOf(typed: string, tag: string, chosen?: Verse): string {
  const language = languages[tag as 'en'];
  const write = (reference: Reference) =>
    reference.isBook
      ? nameOf(books.find(({ id }) => id === reference.bookId) as (typeof books)[number], language)
      : referenceTo(reference, language) + (reference.count === 1 ? '' : ` +${reference.count - 1}`);
  const { reference, offers, absent, absentBook } = readers[tag]?.(typed, chosen) ?? { offers: [] };
  if (absentBook !== undefined) return `not among the 66: ${absentBook}`;
  if (absent !== undefined) return `no ${write(absent as Reference)}`;
  const offered = offers.slice(reference === undefined ? 0 : 1).map(write);
  if (reference === undefined) return offered.length === 1 ? `${offered[0]}?` : offered.join(' | ');
  return [write(reference), ...(offered.length > 0 ? [`or ${offered.join(' | ')}`] : [])].join(', ');
}

/**
 * What readers type, by language and group. Each row shows something of its own: a word or a
 * pattern of a language, a condition of the reader, or the plain example of its group. In a group
 * `after John 3:16`, that verse is chosen already.
 */
const table: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = JSON.parse(
  readFileSync(new URL('references.json', import.meta.url), 'utf8'),
);
test.each(
  Object.entries(table).flatMap(([tag, groups]) =>
    Object.entries(groups).map(([group, rows]) => ({ tag, group, rows })),
  ),
)('what readers type, and what it means ($tag): $group', ({ tag, group, rows }) => {
  const chosen = group.endsWith(', after John 3:16') ? ({ bookId: 'JHN', chapter: 3, verse: 16 } as const) : undefined;
  const found = Object.keys(rows).map((typed) => [typed, meaningOf(typed, tag, chosen)]);
  expect(Object.fromEntries(found)).toEqual(rows);
});

test.each(Object.keys(languages))('every book is found by its own name, and by its code (%s)', (tag) => {
  for (const { id } of books) {
    const reference = referenceTo({ bookId: id, chapter: 1, verse: 1 }, languages[tag as 'en']);
    expect(meaningOf(reference, tag)).toBe(reference);
    expect(meaningOf(`${id}.1.1`, tag)).toBe(reference);
  }
});

test('numbers alone are of the book that is chosen', () => {
  const romans = { bookId: 'ROM', chapter: 1, verse: 1 } as const;
  expect(meaningOf('8:28', 'en', romans)).toBe('Romans 8:28');
  expect(meaningOf('three sixteen', 'en', romans)).toBe('Romans 3:16');
  expect(meaningOf('8', 'en', romans)).toBe('Romans 1:8 | Romans 8:1 +38');
  expect(meaningOf('17', 'en', romans)).toBe('Romans 1:17?'); // there are 16 chapters
});

test('of a long text, the beginning is read', () => {
  expect(meaningOf(`John 3:16 ${'and '.repeat(250)}Romans 8:28`, 'en')).toBe('John 3:16');
});
