import { expect, test } from '@jest/globals';
import type { Submission } from '../../../client/src/element/player/submission.ts';
import { exists, type Language, referenceOf } from '../../../client/src/element/words/language.ts';
import * as translation from '../../../client/src/element/words/languages/de.ts';
import type { BookId } from '../../../client/src/index.ts';

test('a submission has its verse in the language of the page, from a service before 1.3.0 in English', () => {
  const german = { ...translation, tag: 'de' } as Language;
  const submission = { reference: 'Psalm 23:1', scheduledDate: '2026-11-28', submittedAt: '2026-11-21T09:30:00.000Z' };
  expect(referenceOf({ ...submission, bookId: 'PSA', chapter: 23, verse: 1 }, german)).toBe('Psalm 23,1');
  expect(referenceOf(submission as Submission, german)).toBe('Psalm 23:1');
});

test('the books, chapters and verses are those of the division, and no others', () => {
  expect(exists({ bookId: 'XYZ' as BookId, chapter: 1, verse: 1 })).toBe(false);
  expect(exists({ bookId: 'JHN', chapter: 22, verse: 1 })).toBe(false);
  const verses = [0, 1, 1.5, 36, 37];
  expect(verses.filter((verse) => exists({ bookId: 'JHN', chapter: 3, verse }))).toEqual([1, 36]);
});
