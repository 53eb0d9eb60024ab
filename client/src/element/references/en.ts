/*! Parts of it are bible-passage-reference-parser, Copyright (c) 2011-2026 Stephen Smith, MIT License. */
export { grammar_options, regexps } from 'bible-passage-reference-parser/esm/lang/en.js';

/** Whether a comma parts chapter and verse. */
export const isEuropean = false;

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** How a number is said, without spaces. */
export function say(number: number): string[] {
  if (number >= 100) {
    const rest = number === 100 ? [''] : say(number - 100).flatMap((each) => [each, `and${each}`]);
    return rest.flatMap((each) => [`hundred${each}`, `onehundred${each}`]);
  }
  if (number < 20) return [small[number] ?? ''];
  return [`${tens[Math.floor(number / 10) - 2]}${number % 10 === 0 ? '' : small[number % 10]}`];
}

/** How a book with a number begins, by its number. */
export const ordinals = { 1: ['first', '1st'], 2: ['second', '2nd'], 3: ['third', '3rd'] };

/** Words that may stand before the name of a book. */
export const fillers = 'the book letter epistle general gospel of to according saint st.'.split(' ');

/** Titles that Bibles print, and older names. */
export const titles = [
  [
    /\brevelations? (?:of|to) (?:jesus christ|(?:st\.? |saint )?john(?: the (?:divine|apostle|evangelist|theologian))?)\b/i,
    'Revelation',
  ],
  [/\blamentations of jeremiah\b/i, 'Lamentations'],
  [/\bpsalms? of david\b/i, 'Psalms'],
  [/\bproverbs of solomon\b/i, 'Proverbs'],
  [
    /\b(?:the )?(?:general |universal )?(epistle|letter) (?:general )?of (?:st\.? |saint )?paul (?:the apostle )?to\b/i,
    '',
  ],
  [/^(?:the )?(?:gospel (?:according to|of) )(?:st\.? |saint )/i, ''],
  [/^.*book of moses,? called (?=\p{L}{5})/iu, ''],
  [/\bparalipomenon\b/i, 'Chronicles'],
  [/\bacts of (?:the )?apostles\b/i, 'Acts'],
  [/\bsong of sol\b\.?/i, 'Song of Songs'],
  [/\bking james (?:version|bible)\b/i, ''],
  [/^osee\b/i, 'Hosea'],
  [/^(?:cant\b\.?|canticles?\b(?: of canticles)?)/i, 'Song of Songs'],
  [/^(?:the )?apoc(?:alypse)?\b\.?(?: of (?:st\.? |saint )?john)?/i, 'Revelation'],
] as const;
