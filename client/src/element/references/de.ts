/*! Parts of it are bible-passage-reference-parser, Copyright (c) 2011-2026 Stephen Smith, MIT License. */
export { grammar_options, regexps, translations } from 'bible-passage-reference-parser/esm/lang/de.js';

/** Whether a comma parts chapter and verse. */
export const isEuropean = true;

const small =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const tens = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

/** How a number is said, without spaces. */
export function say(number: number): string[] {
  if (number >= 100) {
    const rest = number === 100 ? [''] : say(number - 100);
    return rest.flatMap((each) => [`hundert${each}`, `einhundert${each}`]);
  }
  if (number < 20) return [small[number] ?? ''];
  const unit = number % 10 === 1 ? 'ein' : small[number % 10];
  return [`${number % 10 === 0 ? '' : `${unit}und`}${tens[Math.floor(number / 10) - 2]}`];
}

/** How a book with a number begins, by its number. */
export const ordinals = {
  1: ['erste', 'erster', 'erstes', 'der erste', 'das erste'],
  2: ['zweite', 'zweiter', 'zweites', 'der zweite', 'das zweite'],
  3: ['dritte', 'dritter', 'drittes', 'der dritte', 'das dritte'],
  4: ['vierte', 'viertes', 'das vierte'],
  5: ['fünfte', 'fünftes', 'das fünfte'],
};

/** Words that may stand before the name of a book. */
export const fillers = 'das der die den des buch brief evangelium an nach apostels paulus'.split(' ');
