import { isDeepStrictEqual } from 'node:util';
import { isMethod } from '../document.ts';
import type { Level } from './change.ts';
import { sharedPath } from './comparable.ts';
import type { Difference, Pair } from './differences.ts';
import { asList, asNode, type Node } from './node.ts';

/** Finds the level of a difference. */
type Rule = (difference: Difference) => Level;
/** The effect of a difference on the set of values that a schema or a limit allows. */
type Effect = 'none' | 'narrower' | 'wider' | 'different';

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
/** The effect of a restriction that is new, gone or another. */
const narrows = ({ before, after }: Pair): Effect =>
  before === undefined ? 'narrower' : after === undefined ? 'wider' : 'different';
const widens = ({ before, after }: Pair): Effect => narrows({ before: after, after: before });
/** For keywords that are true or false, and false without a value. */
const flag =
  (effectOf: (pair: Pair) => Effect) =>
  (pair: Pair): Effect => {
    if ((pair.before ?? false) === (pair.after ?? false)) return 'none';
    const isSet = (value: unknown) => value === true || undefined;
    return isFlag(pair) ? effectOf({ before: isSet(pair.before), after: isSet(pair.after) }) : 'different';
  };

/** The levels of what changed in a list, or in a map of names, below a keyword. What no row has is breaking. */
const entries = rows([
  ['security', securityLevel],
  // Clients may rely on every documented status, and on the absence of others. Requests that the contract describes never get a new one
  // that belongs to no operation.
  ['responses', (difference) => (isShared(difference) ? mayCome(difference) : 'breaking')],
  // No rule of the contract lets a client choose the media type of a response.
  ['content', (difference) => (difference.side === 'request' ? mayCome(difference) : 'breaking')],
  ['parameters', mayComeUnlessRequired],
  ['properties', (difference) => (isUnexpected(difference) ? 'breaking' : mayCome(difference))],
  // Clients distinguish errors by their text, so every text that comes or goes matters to them.
  ['oneOf', (difference) => (difference.side === 'response' ? 'breaking' : by(widens)(difference))],
  ['servers paths headers links mapping securitySchemes scopes', mayCome],
  ['enum anyOf', by(widens)],
  ['required allOf', by(narrows)],
]);

/** The levels of another value of a keyword. What no row has is breaking. */
const values = rows([
  ['openapi', openapiLevel],
  ['requestBody', mayComeUnlessRequired],
  ['default discriminator', mayCome],
  ['deprecated', ({ before, after }) => ((before ?? false) === (after ?? false) ? 'wording' : 'compatible')],
  ['style explode', serializationLevel],
  // They have their effect on the side that does not have the member.
  ['readOnly writeOnly', () => 'wording'],
  ['required uniqueItems', by(flag(narrows))],
  ['allowEmptyValue allowReserved', by(flag(widens))],
  ['type nullable', by(typeEffect)],
  ['maximum maxLength maxItems maxProperties maxContains x-max-bytes', by(limitEffect)],
  ['minimum minContains', by(minimumEffect)],
  [
    'minLength minItems minProperties',
    by(({ before, after }) => minimumEffect({ before: before ?? 0, after: after ?? 0 })),
  ],
  // A limit of its own since OpenAPI 3.1.
  ['exclusiveMaximum', by((pair) => (isFlag(pair) ? flag(narrows)(pair) : limitEffect(pair)))],
  ['exclusiveMinimum', by((pair) => (isFlag(pair) ? flag(narrows)(pair) : minimumEffect(pair)))],
  ['additionalProperties items', by(schemaEffect)],
  ['pattern format multipleOf enum oneOf anyOf allOf contains propertyNames', by(narrows)],
]);

/** The rule of each keyword. */
function rows(list: readonly (readonly [keywords: string, rule: Rule])[]): ReadonlyMap<string, Rule> {
  return new Map(list.flatMap(([keywords, rule]) => keywords.split(' ').map((keyword) => [keyword, rule])));
}

/** Only readers see these and everything below them. */
const forReaders = new Set(
  'info tags description summary title example examples externalDocs bearerFormat $comment'.split(' '),
);
/** The extensions that clients notice. They cannot know the others: those of other tools, and those that only the service's code reads. */
const noticed = new Set(['x-cooldown', 'x-max-bytes', 'x-messages', 'x-status', 'x-subject', 'x-time-limit']);

/** The level of a difference between two contracts. */
export function levelOf(difference: Difference): Level {
  const { kind, path, side, before, after } = difference;
  const { keyword, name } = path.at(-1) ?? { keyword: '' };
  if (path.some((step) => forReaders.has(step.keyword) || isUnnoticed(step.keyword))) return 'wording';
  if (kind === 'component') return isSchema(before) || isSchema(after) ? 'compatible' : 'wording';
  if (kind === 'wrapper') return 'compatible';
  // A newly generated client sends its requests to the first server.
  if (kind === 'order') return keyword === 'servers' ? 'compatible' : 'wording';
  if (side === 'neither') return 'wording';
  // There, narrower is wider: the service is the client of a callback, and what is forbidden below `not` is allowed above it.
  if (path.some((step) => step.keyword === 'callbacks' || step.keyword === 'not')) return 'breaking';
  if (isMethod(keyword) && path.length === 2) return mayCome(difference);
  // Only headers are matched with parameters of another name: those in another case.
  if (keyword === 'name' && path.at(-2)?.keyword === 'parameters') return 'wording';
  const rule = (name === undefined ? values : entries).get(keyword);
  return rule?.(difference) ?? 'breaking';
}

/** Whether clients may not be ready for a new member: a required one of a request, or any in a response whose schema was closed. */
function isUnexpected({ side, path, parents: { before, after } }: Difference): boolean {
  if (side === 'response') return asNode(before)['additionalProperties'] === false;
  return asList(asNode(after)['required']).includes(path.at(-1)?.name);
}

function isShared({ path }: Difference): boolean {
  return path.some((step) => step.name === sharedPath);
}

/** One of the schemes' combinations that a request may satisfy is new or gone. */
function securityLevel({ before, parents }: Difference): Level {
  const [old, current] = [alternatives(parents.before), alternatives(parents.after)];
  if (before === undefined) return demands(old) || suffices(current, {}) ? 'compatible' : 'breaking';
  // Where nothing is demanded any more, the service no longer knows whose request it is.
  const isKnown = demands(current) || !demands([asNode(before)]);
  return isKnown && suffices(current, asNode(before)) ? 'compatible' : 'breaking';
}

function alternatives(parent: unknown): Node[] {
  const { security } = asNode(parent);
  return Array.isArray(security) && security.length > 0 ? security.map(asNode) : [{}];
}

function demands(list: readonly Node[]): boolean {
  return list.some((schemes) => Object.keys(schemes).length > 0);
}

/** Whether a request that satisfies these schemes satisfies one of the alternatives. */
function suffices(list: readonly Node[], schemes: Node): boolean {
  const scopes = (alternative: Node, scheme: string) => [alternative[scheme] ?? []].flat();
  return list.some((alternative) =>
    Object.keys(alternative).every(
      (scheme) =>
        scheme in schemes && scopes(alternative, scheme).every((scope) => scopes(schemes, scheme).includes(scope)),
    ),
  );
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

function openapiLevel({ before, after }: Pair): Level {
  const minor = (version: unknown) => String(version).split('.').slice(0, 2).join('.');
  // Tools that read 3.0 do not read 3.1, where keywords such as `nullable` have no meaning.
  return minor(before) === minor(after) ? 'wording' : 'breaking';
}

/** Whether a keyword is an extension that clients cannot notice. */
export function isUnnoticed(keyword: string): boolean {
  return keyword.startsWith('x-') && !noticed.has(keyword);
}

function isSchema(reference: unknown): boolean {
  return String(reference).startsWith('#/components/schemas/');
}

/** `type` and `nullable` together list the types that a schema allows. */
function typeEffect({ parents }: Difference): Effect {
  const [old, current] = [typesOf(asNode(parents.before)), typesOf(asNode(parents.after))];
  const [keepsAll, addsNone] = [allows(current, old), allows(old, current)];
  if (keepsAll) return addsNone ? 'none' : 'wider';
  return addsNone ? 'narrower' : 'different';
}

/** Undefined where a schema allows every type. */
function typesOf({ type, nullable }: Node): readonly unknown[] | undefined {
  return type === undefined ? undefined : [type, nullable === true ? ['null'] : []].flat(2);
}

function allows(types: readonly unknown[] | undefined, others: readonly unknown[] | undefined): boolean {
  if (types === undefined || others === undefined) return types === undefined;
  return others.every((type) => types.includes(type) || (type === 'integer' && types.includes('number')));
}

/** The effect of another schema for members or items that no other keyword names; `true` and an empty one allow everything. */
function schemaEffect({ before = true, after = true }: Pair): Effect {
  const [old, current] = [before, after].map((schema) => isDeepStrictEqual(schema, {}) || schema);
  if (isDeepStrictEqual(old, current)) return 'none';
  if (current === false || old === true) return 'narrower';
  return old === false || current === true ? 'wider' : 'different';
}

/** The effect of an upper limit. */
function limitEffect({ before, after }: Pair): Effect {
  if (before === after) return 'none';
  if (typeof before === 'number' && typeof after === 'number') return after < before ? 'narrower' : 'wider';
  if (before === undefined) return 'narrower';
  return after === undefined ? 'wider' : 'different';
}

function minimumEffect({ before, after }: Pair): Effect {
  const negative = (value: unknown) => (typeof value === 'number' ? -value : value);
  return limitEffect({ before: negative(before), after: negative(after) });
}

function isFlag({ before, after }: Pair): boolean {
  return [before, after].some((value) => typeof value === 'boolean');
}
