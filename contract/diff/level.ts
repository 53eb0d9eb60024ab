import { isMethod } from '../document.ts';
import type { Level } from './change.ts';
import { sharedPath } from './comparable.ts';
import type { Difference } from './differences.ts';
import { type Effect, effectOf } from './effect.ts';
import { asNode, type Node, type Side } from './node.ts';

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
  // A client that is generated anew sends its requests to the first server.
  if (kind === 'order') return keyword === 'servers' ? 'compatible' : 'wording';
  if (side === 'neither') return 'wording';
  if (keyword === 'openapi') return openapiLevel(String(before), String(after));
  // There, narrower is wider: the service is the client of a callback, and what is forbidden below `not` is allowed above it.
  if (path.some((step) => step.keyword === 'callbacks' || step.keyword === 'not')) return 'breaking';

  const isNew = before === undefined;
  if (keyword === 'deprecated') return (before ?? false) === (after ?? false) ? 'wording' : 'compatible';
  if (isMethod(keyword) && path.length === 2) return isNew ? 'compatible' : 'breaking';
  if (name !== undefined) {
    const level = entryLevel(difference, keyword, name);
    if (level !== undefined) return level;
  }
  if (keyword === 'requestBody') return isNew && asNode(after)['required'] !== true ? 'compatible' : 'breaking';
  if (keyword === 'default' || keyword === 'discriminator') return isNew ? 'compatible' : 'breaking';
  // Only headers are matched with parameters of another name: those in another case.
  if (keyword === 'name' && path.at(-2)?.keyword === 'parameters') return 'wording';
  if (keyword === 'style' || keyword === 'explode') return serializationLevel(difference, keyword);
  const effect = effectOf(difference);
  return effect === undefined ? 'breaking' : effectLevel(effect, side);
}

/** The level of an entry of a list or of a map of names, such as a header; undefined where it has the effect of its keyword. */
function entryLevel(difference: Difference, keyword: string, name: string): Level | undefined {
  const { before, after, side, path, parents } = difference;
  const isNew = before === undefined;
  switch (keyword) {
    case 'security':
      return securityLevel(difference);
    case 'responses':
      // Clients may rely on every documented status, and on the absence of others. Requests that the contract describes never get a new one
      // that belongs to no operation.
      return isNew && path.some((step) => step.name === sharedPath) ? 'compatible' : 'breaking';
    case 'content':
      // No rule of the contract lets a client choose the media type of a response.
      return isNew && side === 'request' ? 'compatible' : 'breaking';
    case 'parameters':
      return isNew && asNode(after)['required'] !== true ? 'compatible' : 'breaking';
    case 'properties':
      return isNew && !isUnexpected(side, parents, name) ? 'compatible' : 'breaking';
    case 'oneOf':
      // Clients distinguish errors by their text, so every text that comes or goes matters to them.
      return side === 'response' ? 'breaking' : undefined;
    case 'servers':
    case 'paths':
    case 'headers':
    case 'links':
    case 'mapping':
    case 'securitySchemes':
    case 'scopes':
      return isNew ? 'compatible' : 'breaking';
    default:
      return undefined;
  }
}

/** Whether clients may not be ready for a new member: a required one of a request, or any in a response whose schema was closed. */
function isUnexpected(side: Side, { before, after }: Difference['parents'], member: string): boolean {
  if (side === 'response') return asNode(before)['additionalProperties'] === false;
  const { required } = asNode(after);
  return Array.isArray(required) && required.includes(member);
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
function serializationLevel({ path, parents }: Difference, keyword: 'style' | 'explode'): Level {
  const [before, after] = [parents.before, parents.after].map((parent) => {
    const { in: place, style: written, explode: exploded } = asNode(parent);
    const isForm = place === 'query' || place === 'cookie' || path.at(-2)?.keyword === 'encoding';
    const style = written ?? (isForm ? 'form' : 'simple');
    return { style, explode: exploded ?? style === 'form' };
  });
  return before?.[keyword] === after?.[keyword] ? 'wording' : 'breaking';
}

function openapiLevel(before: string, after: string): Level {
  const minor = (version: string) => version.split('.').slice(0, 2).join('.');
  // Tools that read 3.0 do not read 3.1, where keywords such as `nullable` have no meaning.
  return minor(before) === minor(after) ? 'wording' : 'breaking';
}

function effectLevel(effect: Effect, side: Side): Level {
  if (effect === 'none') return 'wording';
  return effect === (side === 'request' ? 'wider' : 'narrower') ? 'compatible' : 'breaking';
}

/** Whether a keyword is an extension that clients cannot notice. */
export function isUnnoticed(keyword: string): boolean {
  return keyword.startsWith('x-') && !noticed.has(keyword);
}

function isSchema(reference: unknown): boolean {
  return String(reference).startsWith('#/components/schemas/');
}
