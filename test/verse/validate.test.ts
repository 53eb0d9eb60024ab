import { describe, expect, test } from '@jest/globals';
import { schemaFaults } from '../../contract/response-check.ts';
import { bookIds } from '../../src/generated/operations.ts';
import { versesOf } from '../../src/verse/division.ts';
import { reference, validateVerse } from '../../src/verse/validate.ts';

const john316 = { bookId: 'JHN', chapter: 3, verse: 16 };
const invalidBook = 'bookId must be one of the 66 USFM book codes GEN to REV, in upper case';
const invalidChapter = 'chapter must be an integer from 1 to 21: John has 21 chapters';
const invalidVerse = 'verse must be an integer from 1 to 36: John 3 has 36 verses';

test('the last verse of every chapter is valid, but not the one after it', () => {
  for (const bookId of bookIds) {
    for (const [index, verse] of versesOf(bookId).entries()) {
      const last = { bookId, chapter: index + 1, verse };
      expect(validateVerse(last)).toEqual(last);
      expect(validateVerse({ ...last, verse: verse + 1 })).toHaveProperty('error');
    }
  }
});

test('members that do not belong to the verse are left out', () => {
  expect(validateVerse({ ...john316, localDate: '2026-11-21' } as object)).toEqual(john316);
});

describe('a member of another type or out of range is invalid, and the message says what is allowed', () => {
  const notIntegers = ['3', 1.5, null, undefined, true, [3], { value: 3 }];
  const outOfRange = [0, -1, 1e21, 2 ** 53];
  const notBooks = [
    ...['jhn', 'Jhn', ' JHN', 'JHN ', 'John', '', 'TOB', 'constructor', '__proto__', 'toString'],
    ...[43, null, undefined, true, ['JHN'], { id: 'JHN' }],
  ];
  test.each([
    ...notBooks.map((bookId) => ({ given: { bookId }, want: invalidBook })),
    ...[...notIntegers, ...outOfRange, 22].map((chapter) => ({ given: { chapter }, want: invalidChapter })),
    ...[...notIntegers, ...outOfRange, 37].map((verse) => ({ given: { verse }, want: invalidVerse })),
    { given: { bookId: 'JUD', chapter: 2 }, want: 'chapter must be 1: Jude has 1 chapter' },
    // Some divisions have a 3 John 1:15.
    {
      given: { bookId: '3JN', chapter: 1, verse: 15 },
      want: 'verse must be an integer from 1 to 14: 3 John 1 has 14 verses',
    },
  ])('$given', ({ given, want }) => {
    expect(validateVerse({ ...john316, ...given })).toEqual({ error: want });
  });
});

test('the message is that of the first invalid member: bookId, chapter, verse', () => {
  expect(validateVerse({ bookId: 'TOB', chapter: 22, verse: 37 })).toEqual({ error: invalidBook });
  expect(validateVerse({ bookId: 'JHN', chapter: 22, verse: 37 })).toEqual({ error: invalidChapter });
  expect(validateVerse({})).toEqual({ error: invalidBook });
});

test.each(['bookId', 'chapter', 'verse'])('the message does not contain the %s that was sent', (member) => {
  for (const sent of ['sent-by-the-client', 987_654_321]) {
    const { error } = validateVerse({ ...john316, [member]: sent }) as { error: string };
    expect(error).toMatch(new RegExp(`^${member} must be `));
    expect(error).not.toContain(String(sent));
  }
});

test("every message fits the contract's InvalidVerse", () => {
  const invalid = bookIds.flatMap((bookId) => [
    { bookId, chapter: 0 },
    ...versesOf(bookId).map((_, index) => ({ bookId, chapter: index + 1, verse: 0 })),
  ]);
  const faults = [{}, ...invalid].flatMap((verse) =>
    schemaFaults('#/components/schemas/InvalidVerse', validateVerse(verse)),
  );
  expect(faults).toEqual([]);
});

test('the reference is in the usual form', () => {
  expect(reference({ bookId: 'PSA', chapter: 23, verse: 1 })).toBe('Psalm 23:1');
  expect(reference({ bookId: '1CO', chapter: 13, verse: 4 })).toBe('1 Corinthians 13:4');
});
