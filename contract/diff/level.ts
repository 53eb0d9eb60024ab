import type { Diff } from 'api-smart-diff';
import { sample, stringMatching } from 'fast-check';
import { dereference, lookUp } from '../document.ts';
import type { Level } from './change.ts';

/** Two contracts in the form that api-smart-diff compares. */
export interface Documents {
  readonly before: object;
  readonly after: object;
}

/** Only readers see these keys and everything below them. */
const wordingKeys = new Set([
  'openapi',
  'info',
  'tags',
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'externalDocs',
  'bearerFormat',
  'x-internal',
]);
/** Below these, a key is a name that the contract's author chose, not a keyword. */
const mapsOfNames = new Set(['paths', 'properties', 'headers', 'responses', 'schemas', 'securitySchemes', 'content']);

const lists = new Set(['enum', 'oneOf', 'anyOf']);
const constraints = new Set(['pattern', 'format', 'multipleOf']);

/** The effect of a change on the set of values that a schema or a limit allows. */
type Effect = 'narrower' | 'wider' | 'different';

/**
 * The level of a difference. api-smart-diff proposes one, which is used only at the end: it does not know extensions or headers, nor that a
 * tighter limit is breaking in a request and compatible in a response.
 */
export function levelOf(difference: Diff, documents: Documents): Level {
  const { action, type, after } = difference;
  const keys = difference.path.map(String);
  const keyword = keys.findLast((key) => !/^\d+$/.test(key)) ?? '';
  if (keys.some((key, index) => wordingKeys.has(key) && !mapsOfNames.has(keys[index - 1] ?? ''))) return 'wording';
  if (keys[0] === 'security' || keys[3] === 'security') return 'breaking';
  if (keyword === 'servers') return action === 'add' ? 'compatible' : 'breaking';
  if (keys[0] === 'servers') return 'breaking';
  // Generated clients name their function after it.
  if (keyword === 'operationId') return 'breaking';

  const side = keys[3] === 'responses' ? 'response' : 'request';
  // Clients may rely on every documented status, and on the absence of others.
  if (side === 'response' && keys.at(-2) === 'responses') return 'breaking';
  if (keys.at(-2) === 'headers') return action === 'add' ? 'compatible' : 'breaking';
  if (keys.at(-2) === 'parameters') {
    const { required } = (dereference(documents.after, after) ?? {}) as { required?: boolean };
    return action === 'add' && !required ? 'compatible' : 'breaking';
  }
  if (keys.at(-2) === 'properties') return memberLevel(difference, side, documents);

  // Clients distinguish errors by their text, so every text that comes or goes matters to them.
  if (side === 'response' && keys.at(-2) === 'oneOf') return 'breaking';

  const effect = effectOf(difference, documents);
  if (effect !== undefined) return effect === (side === 'request' ? 'wider' : 'narrower') ? 'compatible' : 'breaking';
  if (keyword.startsWith('x-')) return 'breaking';
  return type === 'non-breaking' || type === 'deprecated' || type === 'annotation' ? 'compatible' : 'breaking';
}

/** A new member of a request is breaking if it is required; a new member of a response is breaking if the schema was closed. */
function memberLevel({ path, action }: Diff, side: 'request' | 'response', { before, after }: Documents): Level {
  if (action !== 'add') return 'breaking';
  const schema = path.slice(0, -2);
  const { additionalProperties } = (lookUp(before, schema) ?? {}) as { additionalProperties?: unknown };
  if (side === 'response') return additionalProperties === false ? 'breaking' : 'compatible';
  return isRequired(after, schema, path.at(-1)) ? 'breaking' : 'compatible';
}

/** Whether a document's schema requires a member. */
export function isRequired(document: object, schema: readonly PropertyKey[], member: unknown): boolean {
  const { required } = (lookUp(document, schema) ?? {}) as { required?: unknown[] };
  return required?.includes(member) ?? false;
}

function effectOf({ path, action, before, after }: Diff, documents: Documents): Effect | undefined {
  const keys = path.map(String);
  const isItem = /^\d+$/.test(keys.at(-1) ?? '');
  const keyword = keys.findLast((key) => !/^\d+$/.test(key)) ?? '';
  if (/^(exclusiveM|m)ax|^x-max/.test(keyword)) return limitEffect(before, after);
  if (/^(exclusiveM|m)in/.test(keyword)) return limitEffect(negative(before), negative(after));
  if (lists.has(keyword) && isItem) {
    const list = path.slice(0, -1);
    // No list allows every value.
    if (lookUp(documents.before, list) === undefined) return 'narrower';
    if (lookUp(documents.after, list) === undefined) return 'wider';
    return ({ add: 'wider', remove: 'narrower' } as const)[action as string] ?? 'different';
  }
  if (keyword === 'pattern' && typeof before === 'string' && typeof after === 'string')
    return patternEffect(before, after);
  if (constraints.has(keyword)) return ({ add: 'narrower', remove: 'wider' } as const)[action as string] ?? 'different';
  if (keyword === 'required')
    return isItem ? (action === 'add' ? 'narrower' : 'wider') : after === true ? 'narrower' : 'wider';
  if (keyword === 'nullable') return after === true ? 'wider' : 'narrower';
  if (keyword === 'additionalProperties')
    return after === false ? 'narrower' : before === false ? 'wider' : 'different';
  if (keyword === 'type') return 'different';
  return undefined;
}

/**
 * Compares two patterns by a thousand random texts that match each. A difference that is rarer than that is missed: two patterns which seem to
 * match the same count as different.
 */
function patternEffect(before: string, after: string): Effect {
  const matchesAll = (pattern: string, texts: string) =>
    sample(stringMatching(new RegExp(texts)), { numRuns: 1_000, seed: 0 }).every((text) =>
      new RegExp(pattern).test(text),
    );
  const keepsBefore = matchesAll(after, before);
  const addsNothing = matchesAll(before, after);
  if (keepsBefore === addsNothing) return 'different';
  return keepsBefore ? 'wider' : 'narrower';
}

/** The effect of an upper limit. */
function limitEffect(before: unknown, after: unknown): Effect {
  if (typeof before === 'number' && typeof after === 'number') return after < before ? 'narrower' : 'wider';
  if (before === undefined) return 'narrower';
  return after === undefined ? 'wider' : 'different';
}

function negative(value: unknown): unknown {
  return typeof value === 'number' ? -value : value;
}
