import { operationsOf } from '../document/operations.ts';
import { pointerBelow } from '../document/pointer.ts';
import { type ContractFile, readContract } from '../document/read.ts';
import { sentencesOf } from './rows.ts';

/** A sentence of a contract, and what shows that it is true. */
export interface ShownSentence {
  /** A JSON pointer without the number sign. */
  readonly place: string;
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
  const contract = readContract(file);
  const rows = sentencesOf(file);
  const operations = operationsOf(contract);
  return [...textsIn(contract)].flatMap(([place, description]) =>
    split(description).map((text) => {
      const row = rows.find((each) => each.place === place && text.startsWith(each.says));
      const of = row?.of ?? operations.find(({ pointer }) => `#${place}`.startsWith(pointer))?.name;
      const cases = row?.cases.map((each) => `${each.of ?? of} ${each.case}`) ?? [];
      return { place, text, cases, by: row?.by, none: row?.none };
    }),
  );
}

/** What says nothing about the wire, or what schemas and statuses say more exactly. */
const silent = /^\/(tags|servers|components\/responses)\/|\/responses\/[^/]+\/description$|\/properties\/|\/x-roles\//;

function* textsIn(part: unknown, place = ''): Generator<readonly [place: string, description: string]> {
  if (typeof part !== 'object' || part === null) return;
  const isPlain = place.startsWith('/components/schemas/') && 'type' in part && part.type !== 'object';
  const isFixed = 'schema' in part && ['enum', 'x-sent'].some((key) => Object.hasOwn(part.schema as object, key));
  for (const [key, value] of Object.entries(part)) {
    const below = pointerBelow(place, key);
    if (key !== 'description' || typeof value !== 'string') yield* textsIn(value, below);
    else if (!silent.test(below) && !isFixed && !(isPlain && split(value).length === 1)) yield [below, value];
  }
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
