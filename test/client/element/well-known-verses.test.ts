import { expect, test } from '@jest/globals';
import { anyWellKnownVerse, wellKnownVerses } from '../../../client/src/element/words/well-known-verses.ts';
import { books } from '../../../client/src/index.ts';

test('well-known verses exist, each once, in canonical order', () => {
  const all = books.flatMap(({ id, verses }) =>
    verses.flatMap((count, index) => Array.from({ length: count }, (_, verse) => `${id}.${index + 1}.${verse + 1}`)),
  );
  const known = new Set(wellKnownVerses);
  expect(wellKnownVerses).toEqual(all.filter((code) => known.has(code)));
  expect(known.size).toBeGreaterThanOrEqual(500);
});

test('a surprise is one of them, and not the verse that is chosen', () => {
  const seen = new Set<string>();
  for (let last = anyWellKnownVerse(), times = 0; times < 100; times++) {
    const next = anyWellKnownVerse(last);
    expect(next).not.toEqual(last);
    seen.add(`${next.bookId}.${next.chapter}.${next.verse}`);
    last = next;
  }
  expect(wellKnownVerses).toEqual(expect.arrayContaining([...seen]));
  expect(seen.size).toBeGreaterThan(50);
});

test('of 14 surprises, no two are the same', () => {
  for (let times = 0; times < 50; times++) {
    const verses = Array.from({ length: 14 }, () => JSON.stringify(anyWellKnownVerse()));
    expect(new Set(verses).size).toBe(14);
  }
});
