import { localDate } from '../index.ts';
import { dateText } from './dates.ts';
import { create, createButton, isolate, write } from './dom.ts';
import { referenceOf } from './language.ts';
import { fill } from './texts.ts';

/** What a module that is loaded on demand gets from the element, which has it already. */
export const tools = { create, createButton, dateText, fill, isolate, localDate, referenceOf, write };
export type Tools = typeof tools;
