/*! Parts of it are bible-passage-reference-parser, Copyright (c) 2011-2026 Stephen Smith, MIT License. */
export { grammar_options, regexps } from 'bible-passage-reference-parser/esm/lang/es.js';

// The type `Grammar` says what each export is.
export const isEuropean = true;

const small =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  );
const tens = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');

export function say(number: number): string[] {
  if (number === 100) return ['cien', 'ciento'];
  if (number > 100) return say(number - 100).map((each) => `ciento ${each}`);
  if (number < 30) return [small[number] ?? ''];
  return [`${tens[Math.floor(number / 10) - 3]}${number % 10 === 0 ? '' : ` y ${small[number % 10]}`}`];
}

export const ordinals = {
  1: ['primera', 'primero', 'primer', '1ra', '1era', '1ero', '1er', '1a', '1o', '1°'],
  2: ['segunda', 'segundo', '2da', '2do', '2a', '2o', '2°'],
  3: ['tercera', 'tercero', 'tercer', '3ra', '3era', '3ero', '3er', '3a', '3o', '3°'],
};

export const fillers =
  'el la los santo libro carta epístola epistola evangelio de del a según segun san apóstol pablo'.split(' ');

export const titles = [
  [/(?<!\p{L})apocalipsis (?:de|del apóstol) (?:san )?juan(?!\p{L})/iu, 'Apocalipsis'],
  [/(?<!\p{L})lamentaciones de jerem[ií]as(?!\p{L})/iu, 'Lamentaciones'],
  [/(?<!\p{L})salmos? de david(?!\p{L})/iu, 'Salmo'],
  [/(?<!\p{L})proverbios de salom[oó]n(?!\p{L})/iu, 'Proverbios'],
] as const;

export const otherBooks = [
  'testamento de job',
  'ascensi[oó]n de isa[ií]as',
  'ap[oó]crifo de \\p{L}+',
  'adiciones (?:a|de) (?:ester|daniel)',
  'evangelio de (?:judas|pedro)',
  'apocalipsis de (?:pedro|esdras)',
  'salmos de salom[oó]n',
  '[2-6] esdras',
];
export const letters = /(?<!\p{L})(?:carta|ep[ií]stola)(?!\p{L})/iu;
export const counted = 'adviento d[ií]a lecci[oó]n n[or] n[uú]mero opci[oó]n parte semana'.split(' ');
export const times = ['[ap]\\.?\\s?m'];
export const chapterWords = 'cap(?:[ií]tulo)?';
export const verseWords = 'vers(?:os?|[ií]culos?)?|vv?';
export const ofWords = 'del?';
