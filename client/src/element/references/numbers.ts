/** How a language says and writes the numbers of a reference. */
export interface Numerals {
  /** How a number from 0 to 199 is said, without spaces. */
  say(number: number): string[];
  /** How a book with a number begins, by its number. */
  readonly ordinals: Readonly<Record<number, readonly string[]>>;
}

/** No chapter has more verses, and no book more chapters: Psalm 119 has 176 verses. */
export const mostVerses = 176;
/** Words of the longest number: "one hundred and seventy six". */
const mostWords = 5;
const roman = /^c?(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/**
 * Returns a function that writes the numbers of a reference in figures: Roman ones and words after
 * the name of the book, and ordinals before it. `First John iii sixteen` becomes `1 John 3 16`.
 */
export function numberWriter({ say, ordinals }: Numerals): (typed: string) => string {
  const said = new Map(
    Array.from({ length: mostVerses + 1 }, (_, number) =>
      say(number).map((words) => [fold(words), number] as const),
    ).flat(),
  );
  const leading = Object.entries(ordinals).flatMap(([number, all]) => all.map((words) => ({ number, words })));
  leading.push(...['i', 'ii', 'iii', 'iv', 'v'].map((words, index) => ({ number: String(index + 1), words })));
  leading.push({ number: '1', words: 'l' }); // as it is often scanned
  // `primera de` comes before `primera`.
  leading.sort((a, b) => b.words.length - a.words.length);

  /** Words from a place on that are a number, and how many they are. */
  function numberAt(words: readonly string[], gaps: readonly string[], from: number): [number, number] | undefined {
    for (let count = Math.min(mostWords, words.length - from); count > 0; count--) {
      // Only spaces and hyphens within a number.
      if (gaps.slice(from, from + count - 1).some((gap) => !/^[\s-]+$/.test(gap))) continue;
      const number = said.get(fold(words.slice(from, from + count).join('')));
      if (number !== undefined) return [number, count];
    }
    return undefined;
  }

  return (typed) => {
    const start = typed.trim();
    const ordinal = leading.find(
      ({ words }) => start.toLowerCase().startsWith(words) && /^[\s.]+\p{L}/u.test(start.slice(words.length)),
    );
    // "I love John 3:16" has no number: of two words after it, the second is one.
    const [, , second] = start.split(/[\s.,:]+/);
    const isPronoun = ordinal?.words === 'i' && second !== undefined && !/^\d/.test(second) && !isRoman(second);
    const text =
      ordinal === undefined || (isPronoun && !said.has(fold(second)))
        ? start
        : `${ordinal.number} ${start.slice(ordinal.words.length).replace(/^[\s.]+/, '')}`;
    // Words at even places, and what is between them at odd ones.
    const parts = text.split(/([^\p{L}]+)/u);
    const words = parts.filter((_, index) => index % 2 === 0);
    const gaps = parts.filter((_, index) => index % 2 === 1);
    const hasName = (index: number) => words.slice(0, index).some((word) => word !== '');
    let hasNumber = false;
    let written = '';
    for (let index = 0; index < words.length; index++) {
      const word = words[index] ?? '';
      const before = gaps[index - 1] ?? '';
      hasNumber ||= hasName(index) && /\d/.test(before);
      const found = numberAt(words, gaps, index);
      const next = gaps[index] ?? '';
      const isBeforeNumber =
        /\d/.test(next) || numberAt(words, gaps, index + 1) !== undefined || isRoman(words[index + 1]);
      // `c 3 v 16` is chapter 3, verse 16, and `Jude v24` is verse 24.
      const isMark = isBeforeNumber && (/^c$/i.test(word) || (/^v$/i.test(word) && (hasNumber || /^\d/.test(next))));
      if (found !== undefined && (hasName(index) || index + found[1] < words.length)) {
        written += found[0];
        index += found[1] - 1;
        hasNumber ||= hasName(index);
      } else if (hasName(index) && isRoman(word) && !isMark) {
        written += valueOfRoman(word);
        hasNumber = true;
      } else {
        written += word;
      }
      written += gaps[index] ?? '';
    }
    return written;
  };
}

/** Letters and digits alone, without accents and cases. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function isRoman(word = ''): boolean {
  return word !== '' && roman.test(word.toLowerCase());
}

function valueOfRoman(word: string): number {
  const digits = [...word.toLowerCase()].map((letter) => values[letter] ?? 0);
  return digits.reduce((sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit), 0);
}
