/** How a language says and writes the numbers of a reference. */
export interface Numerals {
  /** How a number from 1 to 199 is said. */
  say(number: number): string[];
  /** How a book with a number begins, by its number. */
  readonly ordinals: Readonly<Record<number, readonly string[]>>;
  /** Words that may stand before the name of a book. */
  readonly fillers: readonly string[];
}

/** No chapter has more verses, and no book more chapters: Psalm 119 has 176 verses. */
export const maxVerses = 176;
const units = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];
const tens = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc'];

/**
 * Returns a function that writes the numbers of a reference in figures, ordinals before the name of
 * its book, and Roman numbers and words after it; and leaves out what else is before the name. `The
 * First Epistle of John iii sixteen` becomes `1 John 3 16`.
 */
export function numberWriter({ say, ordinals, fillers }: Numerals): (text: string) => string {
  const said = new Map<string, number>();
  for (let number = 1; number <= maxVerses; number++) {
    const roman = `${number < 100 ? '' : 'c'}${tens[Math.floor((number % 100) / 10)]}${units[number % 10]}`;
    for (const words of [...say(number), roman]) said.set(words, number);
  }
  const leading = new Map([...said, ['l', 1] as const].filter(([, number]) => number <= 5)); // "l" is a scanned "1"
  for (const [number, all] of Object.entries(ordinals)) for (const words of all) leading.set(words, Number(number));
  const folded = new Map([...said].map(([words, number]) => [fold(words), number]));
  const filled = `(?:(?:${fillers.join('|')})\\s+)*`;
  const ordinal = new RegExp(`^${filled}(?:([1-5]|${anyOf(leading)})[\\s.–—-]+)?${filled}(?=\\p{L})`, 'iu');
  const number = new RegExp(`(?<=\\p{L}\\P{L}+)(?:${anyOf(said)})(?!\\p{L})`, 'giu');

  return (text) => {
    const named = text
      .replace(gluedNumber, '$& ')
      .replace(ordinal, (_, words?: string) => (words ? `${leading.get(words.toLowerCase()) ?? words} ` : ''));
    let hasNumber = false;
    return named.replace(number, (words: string, at: number) => {
      hasNumber ||= /\p{L}.*\d/u.test(named.slice(0, at));
      const next = named.slice(at + words.length);
      // `c 3 v 16` is chapter 3, verse 16, and `Jude v24` is verse 24.
      const isMark = /^c$/i.test(words) || (/^v$/i.test(words) && (hasNumber || /^\d/.test(next)));
      if (isMark && /[\p{L}\p{N}]/u.test(next)) return words;
      hasNumber = true;
      return String(folded.get(fold(words)) ?? words);
    });
  };
}

/** `IIIJohn`, `iijohn`, but not `Isaiah` */
const gluedNumber = /^(?:[iI]{2,3}|I(?=\p{Lu}\p{Ll}))/u;

/** A pattern of any of these words, the longest first, with any spaces, hyphens and accents. */
function anyOf(words: ReadonlyMap<string, unknown>): string {
  const longestFirst = [...words.keys()].sort((a, b) => b.length - a.length);
  return longestFirst.map((each) => each.replace(/[ß-ü]/g, '\\p{L}{1,2}').replaceAll(' ', '[\\s-]*')).join('|');
}

/** Letters and digits alone, without accents and cases. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
