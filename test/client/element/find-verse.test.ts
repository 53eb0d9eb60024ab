import { describe, expect, test } from '@jest/globals';
import { findVerse } from '../../../client/src/element/find-verse.ts';
import { type Language, referenceOf, referenceTo } from '../../../client/src/element/language.ts';
import * as german from '../../../client/src/element/languages/de.ts';
import * as spanish from '../../../client/src/element/languages/es.ts';
import type { Submission } from '../../../client/src/element/submission.ts';
import { english } from '../../../client/src/element/texts.ts';
import { books } from '../../../client/src/index.ts';

const languages: Record<string, Language> = {
  en: { texts: english, bookNames: {}, tag: 'en' },
  de: { ...german, tag: 'de' },
  es: { ...spanish, tag: 'es' },
};

function find(typed: string, tag = 'en'): string {
  const language = languages[tag] as Language;
  const found = findVerse(typed, language);
  return 'verse' in found ? referenceTo(found.verse, language) : found.problem;
}

test.each([
  ['john 3:16', 'John 3:16'],
  ['  JOHN   3 : 16 ', 'John 3:16'],
  ['john3:16', 'John 3:16'],
  ['John 3,16', 'John 3:16'],
  ['John 3.16', 'John 3:16'],
  ['john 3:16-18', 'John 3:16'],
  ['john chapter 3 verse 16', 'John 3:16'],
  ['song of solomon 2:1', 'Song of Songs 2:1'],
  ['revelations 3:20', 'Revelation 3:20'],
  ['ps 23 1', 'Psalm 23:1'],
  ['psalm 23', 'Psalm 23:1'],
  ['1 cor 13', '1 Corinthians 13:1'],
  ['1cor13:4', '1 Corinthians 13:4'],
  ['jn 3', 'John 3:1'],
  ['1 jn 4 8', '1 John 4:8'],
  ['JHN 3 16', 'John 3:16'],
  ['john 3:36', 'John 3:36'],
  ['genesis', 'Genesis 1:1'],
  ['song 2:1', 'Song of Songs 2:1'],
])('%j is %s', (typed, want) => {
  expect(find(typed)).toBe(want);
});

const abbreviations =
  'GEN gn, EXO ex, LEV lv, NUM num, DEU dt, JOS josh, JDG judg, RUT ru, 1SA 1sam, 2KI 2 kgs, EZR ezra, PSA ps, PRO ' +
  'prov, ECC eccl, SNG sos, ISA is, JER jer, EZK ezek, DAN dn, OBA ob, JON jonah, MIC mic, HAB hab, ZEP zeph, HAG ' +
  'hg, ZEC zech, MAT mt, MRK mk, LUK lk, JHN jn, ROM rm, GAL gal, PHP phil, COL col, 1TH 1 thess, 2TI 2 tim, TIT ' +
  'ti, PHM phlm, HEB heb, JAS jas, 1PE 1 pet, 3JN 3 jn, JUD jude, REV rev';

test.each(abbreviations.split(', ').map((each) => [each.slice(0, 3), each.slice(4)]))(
  '%s is found by the abbreviation %j',
  (id, abbreviation) => {
    expect(findVerse(`${abbreviation} 1:1`, languages['en'] as Language)).toEqual({
      verse: { bookId: id, chapter: 1, verse: 1 },
    });
  },
);

describe('a book of one chapter', () => {
  test.each([
    ['jude 5', 'Jude 1:5'],
    ['jude 1:5', 'Jude 1:5'],
    ['jude', 'Jude 1:1'],
    ['obadiah 22', 'The last verse of Obadiah 1 is 21.'],
    ['jude 2:1', 'The last chapter of Jude is 1.'],
  ])('%j is %s', (typed, want) => {
    expect(find(typed)).toBe(want);
  });
});

test.each([
  ['john 22:1', 'The last chapter of John is 21.'],
  ['john 0', 'The last chapter of John is 21.'],
  ['psalm 151', 'The last chapter of Psalms is 150.'],
  ['john 3:37', 'The last verse of John 3 is 36.'],
  ['john 3:0', 'The last verse of John 3 is 36.'],
  ['xyz 1:1', 'No book is called “xyz”.'],
  ['3:16', 'No book is called “3:16”.'],
  ['16', 'No book is called “16”.'],
  ['1', 'No book is called “1”.'],
  ['?', 'No book is called “?”.'],
  [' 3:16 ', 'No book is called “3:16”.'],
])('%j is none: %s', (typed, want) => {
  expect(find(typed)).toBe(want);
});

test.each([
  ['de', 'joh 3,16', 'Johannes 3,16'],
  ['de', '1. mose 1,1', '1. Mose 1,1'],
  ['de', 'konige 1', 'Kein Buch heißt „konige“.'],
  ['de', '1 konige 1', '1. Könige 1,1'],
  ['de', 'psalm 23', 'Psalm 23,1'],
  ['de', 'genesis 2', '1. Mose 2,1'],
  ['es', 'exodo 20', 'Éxodo 20:1'],
  ['es', 'juan 3:16', 'Juan 3:16'],
  ['es', 'salmo 23', 'Salmo 23:1'],
])('in the language of the page (%s), %j is %s', (tag, typed, want) => {
  expect(find(typed, tag)).toBe(want);
});

test.each(Object.keys(languages))('every book is found by its own name, and by its code (%s)', (tag) => {
  const language = languages[tag] as Language;
  for (const { id } of books) {
    const verse = { bookId: id, chapter: 1, verse: 1 };
    expect(findVerse(referenceTo(verse, language), language)).toEqual({ verse });
    expect(findVerse(`${id} 1:1`, language)).toEqual({ verse });
  }
});

test('a submission has its verse in the language of the page, from a service before 1.3.0 in English', () => {
  const german = languages['de'] as Language;
  const submission = { reference: 'Psalm 23:1', scheduledDate: '2026-11-28', submittedAt: '2026-11-21T09:30:00.000Z' };
  expect(referenceOf({ ...submission, bookId: 'PSA', chapter: 23, verse: 1 }, german)).toBe('Psalm 23,1');
  expect(referenceOf(submission as Submission, german)).toBe('Psalm 23:1');
});
