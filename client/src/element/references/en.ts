/*! Parts of it are bible-passage-reference-parser, Copyright (c) 2011-2026 Stephen Smith, MIT License. */
export { grammar_options, regexps } from 'bible-passage-reference-parser/esm/lang/en.js';

// The type `Grammar` says what each export is.
export const isEuropean = false;

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

export function say(number: number): string[] {
  if (number >= 100) {
    const rest = number === 100 ? [''] : say(number - 100).flatMap((each) => [each, `and ${each}`]);
    return rest.flatMap((each) => [`hundred ${each}`.trim(), `one hundred ${each}`.trim()]);
  }
  if (number < 20) return [small[number] ?? ''];
  return [`${tens[Math.floor(number / 10) - 2]}${number % 10 === 0 ? '' : ` ${small[number % 10]}`}`];
}

export const ordinals = { 1: ['first', '1st'], 2: ['second', '2nd'], 3: ['third', '3rd'] };

export const fillers =
  'a the book letter epistle general universal gospel of to according saint st\\.? paul apostle prophet'.split(' ');

export const titles = [
  [
    /\brevelations? (?:of|to) (?:jesus christ|(?:st\.? |saint )?john(?: the (?:divine|apostle|evangelist|theologian))?)\b/i,
    'Revelation',
  ],
  [/\blamentations of jeremiah\b/i, 'Lamentations'],
  [/\bpsalms? of david\b/i, 'Psalms'],
  [/^(?:the )?(\d+)(?:st|nd|rd|th) psalm\b/i, 'Psalm $1'],
  [/\bproverbs of solomon\b/i, 'Proverbs'],
  [/^.*book of moses,? called /i, ''],
  [/\bparalipomenon\b/i, 'Chronicles'],
  [/\bacts of apostles\b/i, 'Acts'],
  [/\bsong of sol\b/i, 'Song of Songs'],
  [/\bking james (?:version|bible)\b/i, ''],
  [/^osee\b/i, 'Hosea'],
  [/^(?:cant|canticles?(?: of canticles)?)\b/i, 'Song of Songs'],
  [/^(?:the )?apoc(?:alypse)?\b\.?(?: of (?:st\.? |saint )?john)?/i, 'Revelation'],
] as const;

export const otherBooks = [
  'testament of job',
  '(?:ascension|martyrdom) of isaiah',
  'apocryphon of j\\w+',
  '(?:additions|rest) (?:to|of) (?:esther|daniel)',
  'esther \\(greek\\)',
  'secret mark',
  'pseudo-matthew',
  'joseph smith\\W+matthew',
  'acts of (?:john|peter)',
  'gospel of (?:james|judas|peter)',
  'apocalypse of (?:daniel|ezra|james|peter)',
  'psalms of solomon',
  '[3-6] ezra',
];
export const letters = /\b(?:epistle|letter)s?\b/i;
export const counted = 'advent day lesson n[or] option part reading week'.split(' ');
export const times = ['[ap]\\.?m', "o['’]?clock"];
export const chapterWords = 'ch(?:ap(?:ter)?)?';
export const verseWords = 'verses?|ver|vs?s?|vv';
export const ofWords = 'of|in|from';
