import { isMethod } from '../document/types.ts';
import { code, type Level } from './change.ts';
import { sharedPath } from './comparable.ts';
import type { Difference, Pair, Step } from './differences.ts';
import {
  type Effect,
  exclusive,
  flag,
  lower,
  lowerFromZero,
  narrows,
  schemas,
  types,
  upper,
  widens,
} from './narrowing.ts';
import { asList, asNode } from './node.ts';
import { keysOf, of, ownerOf } from './places.ts';
import { securityLevel } from './security.ts';
import {
  became,
  changed,
  comesOrGoes,
  entrySentence,
  enumSentence,
  flagSentence,
  listSentence,
  memberSentence,
  messageSentence,
  othersSentence,
  parameterSentence,
  reference,
  requiredSentence,
  type Sentence,
  schemaSentence,
  valueSentence,
} from './sentences.ts';

/** The level of a difference. */
type Rule = (difference: Difference) => Level;
type Row = readonly [keywords: string, level: Rule, sentence?: Sentence];

const breaking: Rule = () => 'breaking';
/** Clients of the earlier contract can ignore what is new. */
const mayCome: Rule = ({ before }) => (before === undefined ? 'compatible' : 'breaking');
const mayComeUnlessRequired: Rule = (difference) =>
  asNode(difference.after)['required'] === true ? 'breaking' : mayCome(difference);
/** Clients send requests and read responses, so that a request may allow more, and a response less. */
const by =
  (effectOf: (difference: Difference) => Effect): Rule =>
  (difference) => {
    const effect = effectOf(difference);
    if (effect === 'none') return 'wording';
    return effect === (difference.side === 'request' ? 'wider' : 'narrower') ? 'compatible' : 'breaking';
  };

/** Breaking in a response. */
const unlessResponse =
  (rule: Rule): Rule =>
  (difference) =>
    difference.side === 'response' ? 'breaking' : rule(difference);

/** The levels of what is new, gone or another in a list, or in a map of names, below a keyword. What no row has is breaking. */
const entries = table([
  ['security', securityLevel],
  ['paths', mayCome, comesOrGoes('the path')],
  // Clients may rely on every documented status, and on the absence of others. Requests that the contract describes never get a new one
  // that belongs to no operation.
  ['responses', (difference) => (isShared(difference) ? mayCome(difference) : 'breaking'), comesOrGoes('the status')],
  // No rule of the contract lets a client choose the media type of a response.
  ['content', unlessResponse(mayCome), comesOrGoes('the content type NAME')],
  ['headers', mayCome, comesOrGoes('the header NAME')],
  ['parameters', mayComeUnlessRequired, parameterSentence],
  ['properties', (difference) => (isUnexpected(difference) ? 'breaking' : mayCome(difference)), memberSentence],
  ['required', by(narrows), requiredSentence],
  // Clients distinguish errors by their text, so every text that comes or goes matters to them.
  ['oneOf', unlessResponse(by(widens)), schemaSentence],
  ['anyOf', by(widens), schemaSentence],
  ['allOf', by(narrows), schemaSentence],
  ['enum', by(widens), enumSentence],
  ['x-messages', breaking, messageSentence],
  ['servers links mapping securitySchemes scopes', mayCome],
]);

/** The levels of another value of a keyword. What no row has is breaking. */
const values = table([
  ['openapi', openapiLevel],
  ['requestBody', mayComeUnlessRequired, comesOrGoes('the body')],
  ['default discriminator', mayCome],
  ['deprecated', deprecatedLevel, flagSentence],
  ['style explode', serializationLevel],
  // They have their effect on the side that does not have the member.
  ['readOnly writeOnly', () => 'wording'],
  ['required', by(flag(narrows)), flagSentence],
  ['uniqueItems', by(flag(narrows))],
  ['allowEmptyValue allowReserved', by(flag(widens))],
  ['type nullable', by(types)],
  ['maximum maxLength maxItems maxProperties maxContains x-max-bytes', by(upper)],
  ['minimum minContains', by(lower)],
  ['minLength minItems minProperties', by(lowerFromZero)],
  ['exclusiveMaximum', by(exclusive(upper))],
  ['exclusiveMinimum', by(exclusive(lower))],
  ['items', by(schemas)],
  ['additionalProperties', by(schemas), othersSentence],
  ['enum', by(narrows), listSentence],
  ['pattern format multipleOf oneOf anyOf allOf contains propertyNames', by(narrows)],
]);

/** Only readers see these and everything below them. */
const forReaders = new Set(
  'info tags description summary title example examples externalDocs bearerFormat $comment'.split(' '),
);
/** The extensions that clients notice. They cannot know the others: those of other tools, and those that only the service's code reads. */
const noticed = new Set(['x-cooldown', 'x-max-bytes', 'x-messages', 'x-status', 'x-subject', 'x-time-limit']);

/** The row of each keyword. */
function table(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.flatMap((row) => row[0].split(' ').map((keyword) => [keyword, row])));
}

function rowOf({ path }: Difference): Row | undefined {
  const { keyword, name } = path.at(-1) ?? { keyword: '' };
  return (name === undefined ? values : entries).get(keyword);
}

/** The level of a difference between two contracts. */
export function levelOf(difference: Difference): Level {
  const { kind, path, side, before, after } = difference;
  const { keyword } = path.at(-1) ?? { keyword: '' };
  if (path.some((step) => forReaders.has(step.keyword) || isUnnoticed(step.keyword))) return 'wording';
  if (kind === 'component') return isSchema(before) || isSchema(after) ? 'compatible' : 'wording';
  if (kind === 'wrapper') return 'compatible';
  // A newly generated client sends its requests to the first server.
  if (kind === 'order') return keyword === 'servers' ? 'compatible' : 'wording';
  if (side === 'neither') return 'wording';
  // There, narrower is wider: the service is the client of a callback, and what is forbidden below `not` is allowed above it.
  if (path.some((step) => step.keyword === 'callbacks' || step.keyword === 'not')) return 'breaking';
  if (isOperation(path)) return mayCome(difference);
  // Only headers are matched with parameters of another name: those in another case.
  if (keyword === 'name' && path.at(-2)?.keyword === 'parameters') return 'wording';
  return (rowOf(difference)?.[1] ?? breaking)(difference);
}

/** What changed, without the place. */
export function whatOf(difference: Difference): string {
  const { kind, path, before, after } = difference;
  const { keyword, name } = path.at(-1) ?? { keyword: '' };
  if (kind === 'component') return `${ownerOf(path) || 'it'} ${reference(before, after)}`;
  if (kind === 'wrapper') {
    const now = after === undefined ? 'no longer has' : 'now has';
    return `${ownerOf(path) || 'it'} ${now} ${code(after ?? before)} around its schema, which means the same`;
  }
  if (kind === 'order') return `the order${path.length === 1 ? '' : ` of ${code(keyword)}${of(path)}`} changed`;
  const example = path.findIndex((step) => ['example', 'examples'].includes(step.keyword));
  if (example !== -1)
    return `the example${of(path.slice(0, example + 1)).replace(' of the body', '')} ${became(before, after)}`;
  const extension = path.findIndex((step) => isUnnoticed(step.keyword));
  if (extension !== -1) {
    return `the extension ${code(keysOf(path.slice(extension)).join('.'))}${of(path.slice(0, extension + 1))} ${became(before, after)}`;
  }
  if (isOperation(path)) return `the operation ${changed(difference)}`;
  return (rowOf(difference)?.[2] ?? (name === undefined ? valueSentence : entrySentence))(difference);
}

/** Whether clients may not be ready for a new member: a required one of a request, or any in a response whose schema was closed. */
function isUnexpected({ side, path, parents: { before, after } }: Difference): boolean {
  if (side === 'response') return asNode(before)['additionalProperties'] === false;
  return asList(asNode(after)['required']).includes(path.at(-1)?.name);
}

function isShared({ path }: Difference): boolean {
  return path.some((step) => step.name === sharedPath);
}

/** A parameter or header has the style of its place, and `form` is exploded, where it says nothing else (OpenAPI 3.0.3, Parameter Object). */
function serializationLevel({ path, parents }: Difference): Level {
  const keyword = path.at(-1)?.keyword as 'style' | 'explode';
  const [before, after] = [parents.before, parents.after].map((parent) => {
    const { in: place, style: written, explode: exploded } = asNode(parent);
    const isForm = place === 'query' || place === 'cookie' || path.at(-2)?.keyword === 'encoding';
    const style = written ?? (isForm ? 'form' : 'simple');
    return { style, explode: exploded ?? style === 'form' };
  });
  return before?.[keyword] === after?.[keyword] ? 'wording' : 'breaking';
}

function deprecatedLevel({ before, after }: Pair): Level {
  return (before ?? false) === (after ?? false) ? 'wording' : 'compatible';
}

function openapiLevel({ before, after }: Pair): Level {
  const minor = (version: unknown) => String(version).split('.').slice(0, 2).join('.');
  // Tools that read 3.0 do not read 3.1, where keywords such as `nullable` have no meaning.
  return minor(before) === minor(after) ? 'wording' : 'breaking';
}

/** Whether a keyword is an extension that clients cannot notice. */
function isUnnoticed(keyword: string): boolean {
  return keyword.startsWith('x-') && !noticed.has(keyword);
}

function isSchema(reference: unknown): boolean {
  return String(reference).startsWith('#/components/schemas/');
}

/** An operation, which is an entry of its path without a map or a list. */
function isOperation(path: readonly Step[]): boolean {
  return path.length === 2 && isMethod(path[1]?.keyword ?? '');
}
