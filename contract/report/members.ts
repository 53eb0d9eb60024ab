import { bodySchemas } from '../document/responses.ts';
import { fixedValue, schemasOf } from '../document/schemas.ts';
import type { Contract, Operation, Schema } from '../document/types.ts';

/** What an operation takes or returns: a parameter, a header, a body, or a member of a body. */
export interface Member {
  /** Where it is: the place of a parameter, `body`, or the status with `header` or the name of the body's schema. */
  readonly part: string;
  /** E.g. `submissions[].reference`; empty for a body as a whole. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** The other keywords of its schema that say which values it has, e.g. `maxLength`, each with its values. */
  readonly limits: readonly (readonly [keyword: string, values: readonly unknown[]])[];
}

/** The keywords of a schema that are no limits, or that the type and further members show. */
const otherKeywords = new Set([
  'type',
  'format',
  'nullable',
  'description',
  'example',
  'required',
  'properties',
  'items',
]);

/** All that varies in an operation's requests and responses: without fixed texts, and without headers that middleware sets. */
export function membersOf(contract: Contract, { parameters, requestBody, responses }: Operation): Member[] {
  const schemas = schemasOf(contract);
  return [
    ...parameters.flatMap(({ in: part, name, required = false, schema = {} }) => rows(part, name, required, schema)),
    ...(requestBody?.schema ? rows('body', '', requestBody.required ?? false, requestBody.schema) : []),
    ...Object.entries(responses).flatMap(([status, response]) => [
      ...Object.entries(response.headers)
        .filter(([, header]) => header['x-set-by'] === undefined)
        .flatMap(([name, { required = false, schema }]) => rows(`${status} header`, name, required, schema)),
      ...bodySchemas(response).flatMap((name) => rows(`${status} ${name}`, '', true, schemas[name] ?? {})),
    ]),
  ];
}

/**
 * A value and what is in it.
 *
 * @param within the schemas around it; one that contains itself is shown once
 */
function rows(part: string, name: string, required: boolean, schema: Schema, within: readonly Schema[] = []): Member[] {
  if (required && fixedValue(schema) !== undefined) return [];
  const whole = { part, name, type: typeOf(schema), required, limits: limitsOf(schema) };
  if (within.includes(schema)) return [whole];
  const around = [...within, schema];
  const items = schema.items === undefined ? [] : rows(part, `${name}[]`, true, schema.items, around);
  const members = Object.entries(schema.properties ?? {}).flatMap(([key, member]) =>
    rows(part, name === '' ? key : `${name}.${key}`, schema.required?.includes(key) ?? false, member, around),
  );
  if (schema.properties !== undefined && members.length === 0) return []; // all of them are fixed texts
  const isShownByMembers = members.length > 0 && required && whole.limits.length === 0;
  return [...(isShownByMembers ? [] : [whole]), ...items, ...members];
}

function typeOf({ type = 'any', format, nullable }: Schema): string {
  return `${type}${format === undefined ? '' : ` (${format})`}${nullable ? ' or null' : ''}`;
}

function limitsOf(schema: Schema): Member['limits'] {
  return Object.entries(schema)
    .filter(([keyword]) => !otherKeywords.has(keyword))
    .map(([keyword, value]) => [keyword, typeof value === 'object' ? Object.values(value) : [value]]);
}
