import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/root.ts';
import { pointerBelow } from '../document/pointer.ts';
import { type ContractFile, readContract } from '../document/read.ts';
import { casesIn, rowsOf } from './rows.ts';

/** A sentence of a contract, and what shows that it is true. */
export interface ShownSentence {
  readonly text: string;
  /** The names of its own cases. */
  readonly cases: readonly string[];
  /** What shows it instead. */
  readonly by?: string | undefined;
  /** Why nothing shows it; undefined if something does, or if nobody has thought of it. */
  readonly none?: string | undefined;
}

/**
 * The sentences of a contract about the wire, each with its cases. Left out is what each response
 * is held against anyway: the numbered checks (`x-checks`), the descriptions of responses, of fixed
 * headers and of members, and what a schema says in one sentence.
 */
export function sentencesIn(file: ContractFile): ShownSentence[] {
  const { by, none } = rowsOf(file);
  const cases = casesIn(file);
  const named = namedByModel();
  return textsIn(readContract(file))
    .flatMap(split)
    .map((text) => {
      const isOf = (beginning: string) => text.startsWith(beginning);
      const reasonIn = (reasons = {}) =>
        Object.entries<readonly string[]>(reasons).find(([, all]) => all.some(isOf))?.[0];
      return {
        text,
        cases: cases.flatMap(({ of, says, row }) => (isOf(says) ? [`${of} ${row.case}`] : [])),
        by: reasonIn(by) ?? (named.some(isOf) ? 'the model, which names it' : undefined),
        none: reasonIn(none),
      };
    });
}

/** The beginnings of sentences by which the model names what is wrong: its texts of some length. */
function namedByModel(): string[] {
  const folder = join(root, 'contract/model');
  const code = readdirSync(folder).map((name) =>
    readFileSync(join(folder, name), 'utf8').replace(/\/\*.*?\*\/|\/\/.*?\n/gs, ''),
  );
  return code.flatMap((text) => Array.from(text.matchAll(/(['"])((?:(?!\1).){10,})\1/g), ([, , says = '']) => says));
}

/** What says nothing about the wire, or what schemas and statuses say more exactly. */
const silent = /^\/(tags|servers|components\/responses)\/|\/responses\/[^/]+\/description$|\/properties\/|\/x-roles\//;

function textsIn(part: unknown, place = ''): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const isPlain = place.startsWith('/components/schemas/') && 'type' in part && part.type !== 'object';
  const isFixed = 'schema' in part && ['enum', 'x-sent'].some((key) => Object.hasOwn(part.schema as object, key));
  return Object.entries(part).flatMap(([key, value]) => {
    const below = pointerBelow(place, key);
    if (key !== 'description' || typeof value !== 'string') return textsIn(value, below);
    return silent.test(below) || isFixed || (isPlain && split(value).length === 1) ? [] : [value];
  });
}

/** The sentences of a text, without the numbered checks. */
function split(text: string): string[] {
  return text
    .split(/\n\n|\n(?=- |\d+\. )/)
    .filter((block) => !/^\d+\. /.test(block))
    .flatMap((block) =>
      block
        .replace(/^- /, '')
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.:;]) (?=[A-Z`*])/),
    )
    .filter((sentence) => sentence !== '' && !/^The (checks run in this|first one that fails ends)/.test(sentence));
}
