import { resolve } from '../document/references.ts';
import { fixedValue } from '../document/schemas.ts';
import type { Ref, Schema } from '../document/types.ts';
import type { Level, Side } from './change.ts';
import type { Difference, Node } from './difference.ts';
import { canReturn, isOfNewParameter, isQuoted, isRejectionOfNewParameters, takesRequests } from './requests.ts';

/** How a value differs. A number, a list of texts and a flag can become `less` or `more`. */
export type Kind = 'new' | 'gone' | 'less' | 'more' | 'other';

export type LevelOf = Level | ((difference: Difference) => Level);

/**
 * The level of each kind. One that is not listed has that of `other`; if there is none, it is
 * breaking.
 */
type Levels = Readonly<Partial<Record<Kind, LevelOf>>>;

export interface Rule extends Readonly<Record<Side, Levels>> {
  readonly keyword: string;
  /** What its value is, for the line of a change. */
  readonly says: string;
  /**
   * `names`: things by name. `whole`: a value that is compared as a whole. `reference`: the name of
   * a schema.
   */
  readonly holds?: 'names' | 'whole' | 'reference';
  /** What identifies an item of a list; without it, the items are texts. */
  readonly identity?: (item: Node) => string;
  /** The level of another order of the list; without it, the order is wording. */
  readonly order?: LevelOf;
  /** Whether the list or the object means the same where it is empty as where it is absent. */
  readonly mayBeAbsent?: true;
  /** Whether another change says it already. */
  readonly isSaid?: (difference: Difference) => boolean;
}

const both = (levels: Levels) => ({ request: levels, response: levels });
const breaking = both({});
const addition = both({ new: 'compatible', more: 'compatible' });
const wording = both({ other: 'wording' });
const breakingIf =
  (isBreaking: (difference: Difference) => boolean, otherwise: Level = 'compatible') =>
  (difference: Difference): Level =>
    isBreaking(difference) ? 'breaking' : otherwise;
const isIgnored = ({ use }: Difference) => use.isIgnored === true;
/** What was ignored before may not count. */
const wider = breakingIf(isIgnored);
/** A request may not become narrower, nor a response wider. Here, more is wider. */
const most: Record<Side, Levels> = {
  request: { more: wider, gone: wider },
  response: { less: 'compatible', new: 'compatible' },
};
/** Here, more is narrower. */
const least: Record<Side, Levels> = {
  request: { less: wider, gone: wider },
  response: { more: 'compatible', new: 'compatible' },
};

const byName = ({ name }: Node) => String(name);
const isRequired = ({ now }: Difference) => (now as Node)['required'] === true;
/** With a key, the client's results of a PUT or a DELETE no longer have the member `retried`. */
const isKeyOfRepeatable = ({ name, use: { method } }: Difference) =>
  name === 'header Idempotency-Key' && (method === 'put' || method === 'delete');

/**
 * The rules, a row for each keyword of `contract/profile.yaml`. A keyword without a rule is
 * breaking. All of an operation but its responses belongs to the request.
 */
export const rules: readonly Rule[] = [
  // The document
  { keyword: 'openapi', says: 'version of OpenAPI', ...breaking },
  { keyword: 'info', says: 'document', ...wording },
  { keyword: 'title', says: 'title', ...wording },
  { keyword: 'version', says: 'version', ...wording },
  { keyword: 'description', says: 'description', ...wording },
  { keyword: 'summary', says: 'summary', ...wording },
  { keyword: 'license', says: 'license', ...wording },
  { keyword: 'x-api-id', says: 'identity of the contract', ...wording },
  { keyword: 'x-audience', says: 'audience', ...wording },
  // The name of a book is a part of references and messages.
  { keyword: 'name', says: 'name', ...both({ other: breakingIf(({ before }) => 'verses' in before, 'wording') }) },
  { keyword: 'url', says: 'address', ...wording },
  // A newly generated client sends its requests to the first server.
  { keyword: 'servers', says: 'server', identity: ({ url }) => String(url), order: 'compatible', ...addition },
  { keyword: 'x-internal', says: 'server for insiders', ...wording },
  // Generated clients export a group of operations by its tag.
  { keyword: 'tags', says: 'tag', identity: byName, ...both({ gone: 'breaking', other: 'wording' }) },
  { keyword: 'security', says: 'need of a token', holds: 'whole', ...breaking },
  { keyword: 'paths', says: 'path', ...addition },
  { keyword: 'components', says: 'component', ...wording },
  { keyword: 'schemas', says: 'schema', ...wording },
  { keyword: '$ref', says: 'component', ...breaking },

  // The token
  { keyword: 'securitySchemes', says: 'security scheme', holds: 'names', mayBeAbsent: true, ...addition },
  { keyword: 'scheme', says: 'scheme', ...breaking },
  { keyword: 'bearerFormat', says: 'form of the token', ...wording },
  { keyword: 'x-not-before-tolerance', says: 'tolerance of `nbf`', ...addition },
  { keyword: 'x-subject', says: 'limits of the player’s id', ...breaking },
  { keyword: 'x-roles', says: 'role', holds: 'names', mayBeAbsent: true, ...addition },
  { keyword: 'includes', says: 'included role', mayBeAbsent: true, ...addition },

  // Operations
  ...['get', 'put', 'post', 'delete'].map((keyword) => ({
    keyword,
    says: 'operation',
    ...both({ new: breakingIf(takesRequests) }),
  })),
  { keyword: 'operationId', says: 'name in clients', ...breaking },
  { keyword: 'deprecated', says: 'deprecation', ...both({ other: 'compatible' }) },
  { keyword: 'x-role', says: 'role', ...both({ gone: 'compatible' }) },
  { keyword: 'x-cooldown', says: 'cooldown', ...breaking },
  { keyword: 'x-time-limit', says: 'time limit', ...breaking },
  { keyword: 'x-max-clock-difference', says: 'largest difference of clocks', ...breaking },

  // The checks: they decide the response.
  {
    keyword: 'x-checks',
    says: 'check',
    identity: byName,
    order: 'breaking',
    mayBeAbsent: true,
    ...both({ new: breakingIf((difference) => !isOfNewParameter(difference, difference.name)) }),
  },
  { keyword: 'status', says: 'status', ...breaking },
  { keyword: 'error', says: 'error', holds: 'reference', ...breaking },
  { keyword: 'otherwise', says: 'rejection', identity: ({ when }) => String(when), mayBeAbsent: true, ...breaking },
  { keyword: 'when', says: 'condition', ...breaking },

  // Requests
  {
    keyword: 'parameters',
    says: 'parameter',
    identity: (parameter) => `${parameter['in']} ${parameter['name']}`,
    mayBeAbsent: true,
    ...both({ new: breakingIf((difference) => isRequired(difference) || isKeyOfRepeatable(difference)) }),
  },
  { keyword: 'in', says: 'place', ...breaking },
  { keyword: 'x-read-by', says: 'reader', ...wording },
  { keyword: 'requestBody', says: 'body', ...both({ new: breakingIf(isRequired) }) },
  { keyword: 'x-max-bytes', says: 'limit in bytes', ...most },
  { keyword: 'x-media-type', says: 'need of the Content-Type', ...most },

  // Responses
  {
    keyword: 'responses',
    says: 'response',
    holds: 'names',
    ...both({
      new: breakingIf(
        (difference) =>
          !isFirst304(difference) &&
          !isRejectionOfNewParameters(difference, ({ status }) => `${status}` === difference.name),
      ),
    }),
  },
  // No request that the contract describes gets a response that belongs to no operation.
  { keyword: 'x-status', says: 'response of no operation', ...both({ new: 'compatible' }) },
  { keyword: 'headers', says: 'header', holds: 'names', mayBeAbsent: true, ...addition },
  // The client's results have no response and no header that middleware sends.
  {
    keyword: 'x-set-by',
    says: 'sender',
    ...both({
      new: breakingIf(isInResults, 'wording'),
      gone: (difference) => (isInResults(difference) ? 'compatible' : 'wording'),
    }),
  },
  // No rule lets clients choose the media type of a response.
  {
    keyword: 'content',
    says: 'content type',
    holds: 'names',
    mayBeAbsent: true,
    request: addition.request,
    response: {},
  },
  { keyword: 'example', says: 'example', holds: 'whole', ...wording },
  { keyword: 'examples', says: 'examples', holds: 'whole', ...wording },

  // Schemas
  { keyword: 'schema', says: 'schema', ...breaking },
  { keyword: 'type', says: 'type', ...breaking },
  { keyword: 'format', says: 'format', ...most },
  // The comparison cannot tell whether another pattern is narrower or wider, hence breaking.
  {
    keyword: 'pattern',
    says: 'pattern',
    request: most.request,
    // Of a text that is one of `x-messages`, these say more.
    response: {
      ...most.response,
      other: ({ before, after }) => (before['x-messages'] && after['x-messages'] ? 'wording' : 'breaking'),
    },
  },
  { keyword: 'minLength', says: 'shortest text', ...least },
  { keyword: 'maxLength', says: 'longest text', ...most },
  { keyword: 'minimum', says: 'lowest value', ...least },
  { keyword: 'maximum', says: 'highest value', ...most },
  { keyword: 'minItems', says: 'fewest items', ...least },
  { keyword: 'maxItems', says: 'most items', ...most },
  {
    keyword: 'enum',
    says: 'allowed value',
    order: breakingIf(isQuoted, 'wording'),
    request: { ...most.request, more: breakingIf((difference) => isQuoted(difference) || isIgnored(difference)) },
    // This service sends the same value on.
    response: { ...most.response, gone: breakingIf(({ before, after }) => fixedOf(before) !== fixedOf(after)) },
  },
  { keyword: 'x-division', says: 'division', holds: 'names', ...both({ new: 'compatible' }) },
  { keyword: 'verses', says: 'number of verses', holds: 'whole', ...breaking },
  // What this service sends is one of the values that clients must read.
  { keyword: 'x-sent', says: 'value that this service sends', ...wording },
  // Clients distinguish errors by their text.
  {
    keyword: 'x-messages',
    says: 'message',
    holds: 'names',
    mayBeAbsent: true,
    ...both({
      other: breakingIf((difference) =>
        [difference.old, difference.now].some((text) => text !== undefined && canReturn(difference, text)),
      ),
    }),
  },
  {
    keyword: 'oneOf',
    says: 'alternative',
    identity: ({ $ref }) => String($ref),
    ...both({
      new: breakingIf(
        (difference) => !isRejectionOfNewParameters(difference, ({ error }) => error.$ref === difference.name),
      ),
    }),
  },
  { keyword: 'items', says: 'items', ...most },
  {
    keyword: 'properties',
    says: 'member',
    holds: 'names',
    mayBeAbsent: true,
    request: { new: breakingIf(({ name, after }) => listOf(after['required']).includes(name)) },
    // Clients of an open schema ignore members that they do not know.
    response: { new: breakingIf(({ before }) => before['additionalProperties'] === false) },
  },
  {
    keyword: 'required',
    says: 'required',
    isSaid: ({ name = '', before, after }) => hasMember(before, name) !== hasMember(after, name),
    ...least,
  },
  { keyword: 'additionalProperties', says: 'other members', ...most },
];

/**
 * Whether a response is the first 304 of an operation that had no `ETag`: no client has one to
 * send.
 */
function isFirst304({ name, before, contracts }: Difference): boolean {
  const [ok] = [(before['responses'] as Readonly<Record<string, Ref | Node>>)['200']];
  const { headers = {} } = ok === undefined ? {} : resolve<Node>(contracts.before, ok);
  return name === '304' && !Object.hasOwn(headers as object, 'ETag');
}

/** Whether the client's results have a header or a response, if middleware does not send it. */
function isInResults({ before, contracts }: Difference): boolean {
  const { schema = {} } = before;
  return fixedValue(resolve<Schema>(contracts.before, schema as Ref | Schema)) === undefined;
}

function fixedOf(schema: Node): string | undefined {
  return fixedValue(schema as unknown as Schema);
}

function hasMember(schema: Node, name: string): boolean {
  return Object.hasOwn((schema['properties'] ?? {}) as object, name);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
