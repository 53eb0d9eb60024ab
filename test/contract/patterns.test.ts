import { describe, expect, test } from '@jest/globals';
import { RE2JS } from 're2js';
import { readContract } from '../../contract/document.ts';
import { windowText } from '../../src/calendar/window.ts';

/** Every pattern of the contract, by its place. */
function patternsOf(value: unknown, place = '#'): { place: string; pattern: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'pattern' && typeof item === 'string' ? [{ place, pattern: item }] : patternsOf(item, `${place}/${key}`),
  );
}

const patterns = patternsOf(readContract());

describe('clients in other languages read the patterns as JavaScript does', () => {
  test('there are patterns', () => {
    expect(patterns.length).toBeGreaterThan(5);
  });

  test.each(patterns)('$place', ({ pattern }) => {
    expect(() => RE2JS.compile(pattern)).not.toThrow();
    // What these stand for differs among engines: Unicode's white space and letters, or ASCII's.
    expect(pattern).not.toMatch(/\\[swbSWB]/);
  });
});

describe('windowText', () => {
  const { pattern } = patterns.find(({ place }) => place.endsWith('/windowText')) ?? { pattern: '' };
  const [inJavaScript, inRe2] = [new RegExp(pattern), RE2JS.compile(pattern)];
  const matches = (text: string) => [inJavaScript.test(text), inRe2.matcher(text).find()];

  test('every window of four years matches, whatever its length', () => {
    const start = Temporal.PlainDate.from('2026-11-21');
    const texts = Array.from({ length: 1461 }, (_, day) => start.add({ days: day })).flatMap((first) =>
      [0, 1, 13, 40, 400].map((days) => windowText({ first, last: first.add({ days }) })),
    );
    expect(texts.filter((text) => matches(text).includes(false))).toEqual([]);
  });

  test.each([
    '28, 2026',
    'November 28',
    'November 28 – December 11, 2026',
    'November 28, 2026 – 30, 2026',
    'NOVEMBER 28, 2026',
  ])('%s does not match', (text) => {
    expect(matches(text)).toEqual([false, false]);
  });
});
