import { books, localDate } from '../../index.ts';
import { dateText } from '../words/dates.ts';
import { fill } from '../words/fill.ts';
import { bookOf, isSame, languageOf, nameOf, referenceOf, referenceTo, singular } from '../words/language.ts';
import { create, createButton, isolate, write } from './create.ts';
import { loadModule } from './load-module.ts';
import { adoptStyles } from './styles.ts';

/** What a module that is loaded on demand gets from the element, which has it already. */
export const tools = {
  adoptStyles,
  bookOf,
  books,
  create,
  createButton,
  dateText,
  fill,
  isolate,
  isSame,
  languageOf,
  loadModule,
  localDate,
  nameOf,
  referenceOf,
  referenceTo,
  singular,
  write,
};
export type Tools = typeof tools;
