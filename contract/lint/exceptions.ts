import { readFile } from 'node:fs/promises';
import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';
import { keysOf } from '../document/pointer.ts';

/** A rule that a linter does not apply, as its configuration has it. */
export interface LintException {
  readonly linter: string;
  readonly rule: string;
  /** The documents, or the places in them, that are excepted. Empty: all documents. */
  readonly places: readonly string[];
  /** The comment above the exception in the configuration. */
  readonly reason: string;
}

type Ancestor = Document | Node | Pair;

/**
 * Every exception in the configuration of the linters, with its reason.
 *
 * @throws Error that names the file and the rule, where an exception has no comment above it
 */
export async function lintExceptions(): Promise<LintException[]> {
  const read = async (file: string) => await readFile(new URL(file, import.meta.url), 'utf8');
  return [
    ...exceptionsIn('Redocly CLI', 'redocly.yaml', await read('redocly.yaml')),
    ...exceptionsIn('Redocly CLI', '.redocly.lint-ignore.yaml', await read('.redocly.lint-ignore.yaml')),
    ...exceptionsIn('Spectral', '.spectral.yaml', await read('.spectral.yaml')),
  ];
}

/** The exceptions of one file: rules that are `off`, or, in Redocly's list of ignored findings, rules with places in a document. */
export function exceptionsIn(linter: string, file: string, source: string): LintException[] {
  const exceptions: LintException[] = [];
  const ignored = file.includes('ignore');
  visit(parseDocument(source), {
    Pair(_, pair, ancestors) {
      const path = [...ancestors, pair];
      const keys = path.filter(isPair).map(({ key }) => String(key));
      const [rule = '', parent = ''] = keys.toReversed();
      const off = parent === 'rules' && isScalar(pair.value) && pair.value.value === 'off';
      if (!off && !(ignored && isSeq(pair.value))) return;
      const reason = commentAbove(path);
      if (reason === undefined) throw new Error(`${file}: the exception from ${rule} has no comment with its reason`);
      const places = isSeq(pair.value) ? (pair.value.toJSON() as string[]).map((place) => parent + place) : scope(path);
      exceptions.push({ linter, rule, places: places.map(readable), reason });
    },
  });
  return exceptions;
}

/** The nearest comment that stands above an entry or above what contains it. */
function commentAbove(path: readonly Ancestor[]): string | undefined {
  const comments = path.map((node, index) => {
    const parent = path[index - 1];
    if (isPair(node) && isScalar(node.key) && node.key.commentBefore) return node.key.commentBefore;
    // The parser gives the comment above the first entry to the collection.
    if (isCollection(parent) && parent.items[0] === node) return parent.commentBefore;
    return isSeq(parent) && isCollection(node) ? node.commentBefore : undefined;
  });
  return comments
    .findLast((comment) => comment)
    ?.replace(/\s+/g, ' ')
    .trim();
}

/** What a group of rules is limited to: Spectral's `files` or Redocly's `root`. */
function scope(path: readonly Ancestor[]): string[] {
  const group = path.findLast((node) => isMap(node) && (node.has('files') || node.has('root')));
  if (!isMap(group)) return [];
  const { files, root } = group.toJSON() as { files?: string[]; root?: string };
  return files ?? [root ?? ''];
}

/** From `../../openapi.yaml#/paths/~1api~1eligibility/get` to `openapi.yaml /api/eligibility get`. */
function readable(place: string): string {
  const [file = '', pointer = ''] = place.split('#');
  const name = file.startsWith('../../') ? file.slice('../../'.length) : file.replace('../', 'contract/');
  return [name, ...keysOf(pointer)].join(' ');
}
