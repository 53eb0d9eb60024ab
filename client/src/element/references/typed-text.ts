/** What readers call a chapter, in every language. */
export const chapterWords = 'ch(?:ap(?:ter)?)?|kap(?:itel)?|cap(?:[ií]tulo)?';
/** What readers call a verse. */
export const verseWords = 'vers(?:es?|en?|o|[ií]culos?)?|ver|vs?s?|vv';
/** What stands between a verse and its chapter or book. */
export const ofWords = 'of|in|from|aus|von|del?';

/** What stands between a name and its numbers: `John, chapter 3`, `John (3`. */
const behindName = new RegExp(
  `(\\p{L}{2})(?:[\\s.,;:/([–—-]+(?:${chapterWords})(?!\\p{L}))?[\\s.,;:/()[\\]–—-]+(?=\\d)`,
  'giu',
);
/** `3, verse 16` */
const behindChapter = new RegExp(`(\\d)[\\s.,;:([]*(?<!\\p{L})(?:${verseWords})(?!\\p{L})[.\\s]*(?=\\d)`, 'giu');
/** `verse 16 of John 3`, `verse 16 of 3 in John` */
const verseFirst = new RegExp(
  `^(?:${verseWords})(?!\\p{L})[\\s.]*(\\d+(?:-\\d+)?)\\s+((?:${ofWords})\\s\\D*?(?:[1-5]\\s*\\p{L}\\D*)?)(\\d+)(?=\\D*$)`,
  'iu',
);
/** Another sign than the language's mark. The number of a book is no chapter: `1 John 4;8`. */
const missedMark = /^((?:[1-5][\s.]*\p{L})?\D*\d+)\s*[,;/]\s*(\d+)$/u;

/**
 * Writes a reference in the language's punctuation. "Joh. 3:16" is "Joh 3,16" in Europe, and in
 * "3;16" and "3/16", a key was missed.
 *
 * @param isEuropean whether a comma parts chapter and verse
 */
export function punctuate(text: string, isEuropean: boolean): string {
  const mark = isEuropean ? ',' : ':';
  const plain = text
    .replace(behindName, '$1 ')
    .replace(/(\p{L})[.,]\s*(?=\d)/gu, '$1 ')
    .replace(behindChapter, `$1${mark}`)
    .replace(verseFirst, `$2$3${mark}$1`)
    .replace(missedMark, `$1${mark}$2`);
  if (!isEuropean) return plain;
  if (/\d\s*:\s*\d/.test(plain)) {
    return plain.replace(/(\d)\s*,\s*(?=\d)/g, '$1.').replace(/(\d)\s*:\s*(?=\d)/g, '$1,');
  }
  return plain.includes(',') ? plain : plain.replace(/(\d)\.(?=\d)/, '$1,');
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

/**
 * Writes digits and punctuation of other keyboards in ASCII, and what stands for a space: "1-John",
 * "john_3_16".
 */
export function inAscii(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)))
    .replace(/[‐‑‒−]/g, '-')
    .replace(/[٫،]/g, ',')
    .replace(/[_+]/g, ' ')
    .replace(/^\s*([1-5])\s*[-–—_]\s*(?=\p{L})/u, '$1 ');
}

/** Digits stand in rows of ten, from zero on. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) as number;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
  return code - zero;
}
