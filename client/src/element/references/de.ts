import type { Verse } from '../words/language.ts';

/*! Parts of it are bible-passage-reference-parser, Copyright (c) 2011-2026 Stephen Smith, MIT License. */
export { grammar_options, regexps } from 'bible-passage-reference-parser/esm/lang/de.js';

// The type `Grammar` says what each export is.
export const isEuropean = true;

const small =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const tens = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

export function say(number: number): string[] {
  if (number >= 100) {
    const rest = number === 100 ? [''] : say(number - 100);
    return rest.flatMap((each) => [`hundert${each}`, `einhundert${each}`]);
  }
  if (number < 20) return [small[number] ?? ''];
  const unit = number % 10 === 1 ? 'ein' : small[number % 10];
  return [`${number % 10 === 0 ? '' : `${unit}und`}${tens[Math.floor(number / 10) - 2]}`];
}

export const ordinals = {
  1: ['erste', 'erster', 'erstes'],
  2: ['zweite', 'zweiter', 'zweites'],
  3: ['dritte', 'dritter', 'drittes'],
  4: ['vierte', 'viertes'],
  5: ['fünfte', 'fünftes'],
};

export const fillers = 'das der die den des buch brief evangelium an nach apostels paulus'.split(' ');

export const titles = [
  [
    /(?<!\p{L})(?:offenbarung|off\.?|apokalypse|apk\.?)(?: (?:des|von|an)?\s*johannes| jesu christi)?(?!\p{L})/iu,
    'Offenbarung',
  ],
  [/(?<!\p{L})matth\.?(?!\p{L})/iu, 'Matthäus'],
  [/(?<!\p{L})klagelieder (?:des )?jeremias?(?!\p{L})/iu, 'Klagelieder'],
  [/(?<!\p{L})psalm(?:en)? davids(?!\p{L})/iu, 'Psalm'],
  [/^(?:der )?(\d+)\. psalm(?!\p{L})/iu, 'Psalm $1'],
  [/(?<!\p{L})sprüche salomos?(?!\p{L})/iu, 'Sprüche'],
  [/(?<!\p{L})prediger salomos?(?!\p{L})/iu, 'Prediger'],
  [/(?<!\p{L})hohe?slied salomos?(?!\p{L})/iu, 'Hohelied'],
  [/(?<!\p{L})apostelgeschichte des lukas(?!\p{L})/iu, 'Apostelgeschichte'],
  [/(\p{L})[\s-]?(?:brief|evangelium)(?!\p{L})/iu, '$1'],
] as const;

export const otherBooks = [
  'sirach',
  'testament (?:des )?(?:hiob|ijob)s?',
  'himmelfahrt (?:des )?jesajas?',
  'apokryphon des \\p{L}+',
  '(?:zusätze|stücke) zu (?:ester|daniel)',
  'brief (?:des )?jeremias?',
  '(?:judas|petrus)-?(?:evangelium|apokalypse)',
  '(?:evangelium|apokalypse) (?:des|nach) (?:judas|petrus|esra)',
  'psalmen salomos?',
  '[3-6]\\. ?esra',
];
export const letters = /brief(?!\p{L})/iu;
export const counted = 'advent lektion nr tag teil woche'.split(' ');
export const times = ['uhr'];
export const chapterWords = 'kap(?:itel)?';
export const verseWords = 'verse?n?|v';
export const ofWords = 'aus|von|in';

/**
 * Where German Bibles count the verses of a chapter otherwise, or one of them, and by how much:
 * `GEN 32` is -1 if its second verse is the first one here.
 */
const offsets = offsetsOf(
  'GEN 32 -1,EXO 8 4,EXO 22 1,LEV 6 7,NUM 17 -15,NUM 30 -1,DEU 13 -1,DEU 23 -1,DEU 29 1,1SA 21 -1,1SA 24 -1,' +
    '2SA 19 -1,1KI 5 -14,2KI 12 -1,1CH 6 15,2CH 2 1,2CH 14 1,NEH 4 6,NEH 10 -1,JOB 41 8,ECC 5 1,SNG 7 -1,ISA 9 1,' +
    'ISA 64 1,JER 9 1,EZK 21 -5,DAN 4 3,DAN 6 -1,HOS 2 -2,HOS 12 -1,HOS 14 -1,JOL 3 -5,JOL 4 -21,JON 2 -1,MIC 5 1,' +
    'NAM 2 -1,ZEC 2 -4,2CO 13:13 1',
);
for (const psalm of [51, 52, 54, 60]) offsets[`PSA ${psalm}`] = -2;
const titled =
  '3 4 5 6 7 8 9 12 13 18 19 20 21 22 30 31 34 36 38 39 40 41 42 44 45 46 47 48 49 53 55 56 57 58 59 61 62 63 64 65 67 68 69 70 75 76 77 80 81 83 84 85 88 89 92 102 108 140 142';
for (const psalm of titled.split(' ')) offsets[`PSA ${psalm}`] = -1;

function offsetsOf(list: string): Record<string, number> {
  return Object.fromEntries(
    list.split(',').map((each) => {
      const [book, chapter, offset] = each.split(' ');
      return [`${book} ${chapter}`, Number(offset)];
    }),
  );
}

/** The most verses that a chapter has beyond its end here: 1 Chronicles 5 has 41, not 26. */
const maxBeyond = 15;

/**
 * Luther's and other German Bibles count the verses of some chapters as the Hebrew text does, and
 * the title of a psalm as a verse.
 */
export function otherwiseCounted(
  { bookId, chapter, verse }: Verse,
  counts: readonly number[],
): Pick<Verse, 'chapter' | 'verse'> | undefined {
  const offset = offsets[`${bookId} ${chapter}:${verse}`] ?? offsets[`${bookId} ${chapter}`] ?? 0;
  const counted = verse + offset;
  const size = counts[chapter - 1] ?? 0;
  if (counted < 1 && bookId === 'PSA') return undefined; // a title is a part of the first verse
  if (counted < 1) return { chapter: chapter - 1, verse: (counts[chapter - 2] ?? 0) + counted };
  // What is beyond a chapter's end begins the next one.
  const isBeyond = counted > size && counted <= size + maxBeyond && counts[chapter] !== undefined;
  if (isBeyond) return { chapter: chapter + 1, verse: counted - size };
  return offset === 0 ? undefined : { chapter, verse: counted };
}
