import { fold } from './numbers.ts';

/** How a language parts chapter and verse, and what it calls them, as patterns. */
export interface Marks {
  /** Whether a comma parts chapter and verse: "Johannes 3,16". */
  readonly isEuropean: boolean;
  readonly chapterWords: string;
  readonly verseWords: string;
  /** What stands between a verse and its chapter or book. */
  readonly ofWords: string;
}

/** Another sign than a colon: `John 3;16`. The number of a book is no chapter: `1 John 4;8`. */
export const otherMark = /^((?:[1-5][\s.]*\p{L})?\D*\d+)\s*[,;/]\s*(\d+)$/u;

/**
 * Returns a function that writes a reference with a colon: `John, chapter 3, verse 16`, `verse 16 of
 * John 3` and, in Europe, `Johannes 3,16`.
 */
export function punctuator({ isEuropean, chapterWords, verseWords, ofWords }: Marks): (text: string) => string {
  const chapterWord = new RegExp(`(?<=\\p{L}{2}[^\\p{L}\\d]+)(?:${chapterWords})[.\\s]*(?=\\d)`, 'iu');
  const verseWord = new RegExp(`(?<=\\d)[^\\p{L}\\d]*(?:${verseWords})[.\\s]*(?=\\d)`, 'giu');
  const verseFirst = new RegExp(
    `^(?:${verseWords})[\\s.]*(\\d+(?:-\\d+)?)\\s+(?:${ofWords})\\s+(\\D*?(?:[1-5]\\s*\\p{L}\\D*)?\\d+)`,
    'iu',
  );
  return (text) => {
    const plain = text
      .replace(/(?<=\d)\s*(?:ff?|ss)(?!\p{L})/giu, '')
      .replace(chapterWord, '')
      .replace(verseWord, ':')
      .replace(verseFirst, '$2:$1');
    return (isEuropean ? inColons(plain) : plain).replace(/(?<=\d)\s*(?:and|und|y)\s*(?=\d)/gi, ' & ');
  };
}

/** `3,16.18` is 3:16,18, and `3.16` is 3:16. */
function inColons(text: string): string {
  if (/\d\s*:\s*\d/.test(text)) return text;
  if (!/\d\s*,\s*\d/.test(text)) return text.replace(/(?<=\d)\.(?=\d)/, ':');
  return text.replace(/(?<=\d)\s*,\s*(?=\d)/g, ':').replace(/(?<=\d)\.(?=\d)/g, ',');
}

/**
 * Returns what an address of a page names: what is searched for, or else its end from the last name
 * on, such as `JHN.3.16.NIV`, `romans/8-28.htm` or `john/3/16`. It returns nothing if the address has
 * a place in the page, which may be another verse. Any other text stays, without its addresses.
 */
export function withoutAddress(typed: string): string {
  const [, address] = /^(?:https?:\/\/)?([\w.-]+\.\w+\/\S*)$/i.exec(typed) ?? [];
  if (address === undefined || !URL.canParse(`https://${address}`)) return typed.replace(/https?:\S+/gi, '');
  const { pathname, searchParams, hash } = new URL(`https://${address}`);
  const path = (new URLSearchParams(`path=${pathname}`).get('path') ?? '').replace(/(?:\.html?|\/)$/, '');
  const [named = ''] = /[^/]*\p{L}[^/]*(?:\/[^/\p{L}]*)*$/u.exec(path) ?? [];
  // Names of files have no colon: "8-28", "john-3-16".
  const written = named.replace(/\//g, ' ').replace(/^((?:[1-5]\D+)?\D*\d+)-(\d+)$/, '$1:$2');
  return searchParams.get('search') ?? (/\d$/.test(hash) ? '' : written);
}

/** Writes digits and punctuation of other keyboards in ASCII, without quotation marks before them. */
export function inAscii(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '') // apps copy marks of direction
    .replace(/^[\s\p{Ps}\p{Pi}"']+/u, '')
    .replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)))
    .replace(/[‐‑‒−]/g, '-')
    .replace(/[٫،]/g, ',')
    .replace(/[_+]/g, ' ');
}

/** Digits stand in rows of ten, from zero on. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) as number;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
  return code - zero;
}

/** Whether a verse has every word of a text with four letters or more; each may be cut short. */
export function hasWords(verse: string, text: string): boolean {
  const [own = [], typed = []] = [verse, text].map((each) => each.match(/[\p{L}\p{N}'’]+/gu)?.map(fold) ?? []);
  const sought = typed.filter(({ length }) => length >= 4);
  return sought.length > 0 && sought.every((word) => own.some((each) => each.startsWith(word)));
}
