import { sharedResponses } from '../../contract/document/operations.ts';
import { refName, resolveAll } from '../../contract/document/references.ts';
import { bodySchemas, contentOf, mediaType } from '../../contract/document/responses.ts';
import { rolesFor } from '../../contract/document/roles.ts';
import { fixedValue, schemasOf } from '../../contract/document/schemas.ts';
import type { Contract, Header, Operation, Rejection, Response } from '../../contract/document/types.ts';
import { camel, comment, constant, literal } from './names.ts';
import { handlerParameters, scalarType } from './requests.ts';

/** A response by its status. */
export type ByStatus = readonly [status: string, response: Response];

/** The responses of an operation, without those that middleware sends. */
export function handlerResponses({ responses }: Operation): ByStatus[] {
  return Object.entries(responses).filter(([, response]) => response['x-set-by'] === undefined);
}

/**
 * The responses under `components/responses`: those of several operations, and those that belong to
 * none (`x-status`).
 */
export function renderSharedResponses(contract: Contract): string[] {
  const responses = sharedResponses(contract).map(({ status, response }): ByStatus => [`${status}`, response]);
  return responses.length === 0 ? [] : [renderResponses(contract, 'sharedResponses', responses)];
}

/**
 * The responses that a handler can return, each with status, headers and body. Values that the
 * contract fixes with an enum of one (error texts, most headers) are filled in; the others are
 * arguments. Headers that middleware sets (`x-set-by`) are left out. These are values, which no
 * type over openapi-typescript's `operations` can give.
 */
export function renderResponses(contract: Contract, name: string, responses: readonly ByStatus[]): string {
  const lines = namedResponses(responses).map((response) => renderResponse(contract, response));
  return `export const ${name} = {\n${lines.join('\n')}\n} as const;`;
}

interface NamedResponse {
  /**
   * Its name in code: that of its schema, with the status where several statuses have the schema.
   */
  readonly name: string;
  readonly status: string;
  /** Undefined for a response without a body. */
  readonly schema: string | undefined;
  readonly response: Response;
}

/**
 * The responses of an operation, or the shared ones: one for each schema that a status can have.
 */
export function namedResponses(responses: readonly ByStatus[]): NamedResponse[] {
  const all = responses.flatMap(([status, response]) => {
    const schemas = bodySchemas(response);
    return (schemas.length === 0 ? [undefined] : schemas).map((schema) => ({ status, schema, response }));
  });
  return all.map((one) => {
    const isAmbiguous = all.some(({ status, schema }) => schema === one.schema && status !== one.status);
    return { ...one, name: camel(one.schema ?? 'NoContent') + (isAmbiguous ? one.status : '') };
  });
}

/** The name of an operation's response in code. Without a schema, the status must have only one. */
function responseNameOf(operation: Operation, { status, schema }: Fallback): string | undefined {
  return namedResponses(handlerResponses(operation)).find(
    (response) => response.status === String(status) && (schema === undefined || response.schema === schema),
  )?.name;
}

/**
 * The members of a body that are arguments, and those that the contract fixes; undefined for a
 * text, which is an argument as a whole.
 */
function bodyOf(contract: Contract, schema: string) {
  const { properties, required = [] } = schemasOf(contract)[schema] ?? {};
  if (properties === undefined) return undefined;
  const isFixed = (key: string) => required.includes(key) && fixedValue(properties[key]) !== undefined;
  return {
    free: Object.keys(properties).filter((key) => !isFixed(key)),
    fixed: Object.keys(properties).filter(isFixed),
  };
}

function renderResponse(contract: Contract, { name, status, schema, response }: NamedResponse): string {
  const { properties = {}, required = [] } = schemasOf(contract)[schema ?? ''] ?? {};
  const body = schema === undefined ? { free: [], fixed: [] } : bodyOf(contract, schema);
  const freeHeaders = headersOf(response).filter(({ fixed }) => fixed === undefined);
  const fixedHeaders = headersOf(response)
    .filter(({ fixed }) => fixed !== undefined)
    .map(({ name, fixed }) => `${literal(name)}: ${literal(fixed)}`);
  const isCommon = common.every((header) => fixedHeaders.includes(header));
  const headers = [
    ...(isCommon ? ['...applicationJson'] : []),
    ...fixedHeaders.filter((header) => !isCommon || !common.includes(header)),
    ...freeHeaders.map(({ name }) => `${literal(name)}: headers[${literal(name)}]`),
  ];
  const members = body && [
    ...body.fixed.map((key) => `${key}: ${literal(fixedValue(properties[key]))}`),
    ...body.free.map((key) => memberGiven(key, required.includes(key))),
  ];
  const bodyType = body
    ? `Pick<Schemas[${literal(schema)}], ${body.free.map(literal).join(' | ')}>`
    : `Schemas[${literal(schema)}]`;
  const headersType = freeHeaders.map(({ name, type }) => `readonly ${literal(name)}: ${type}`).join('; ');
  const parameters = [
    ...(body?.free.length === 0 ? [] : [`body: ${bodyType}`]),
    ...(freeHeaders.length === 0 ? [] : [`headers: { ${headersType} }`]),
  ].join(', ');

  const bodyValue = schema === undefined ? '' : members ? `, body: { ${members.join(', ')} }` : ', body';
  const headersValue = headers.join() === '...applicationJson' ? 'applicationJson' : `{ ${headers.join(', ')} }`;
  const value = `{ status: ${status}, headers: ${headersValue}${bodyValue} }`;
  const description = contentOf(response)?.examples?.[schema ?? '']?.summary ?? response.description;
  const result = parameters === '' ? value : `(${parameters}) =>\n    (${value}) as const`;
  return `  ${comment(`${status}: ${description}`)}\n  ${name}: ${result},`;
}

/** A member that the argument gives: an optional one is left out where the argument has none. */
function memberGiven(key: string, isRequired: boolean): string {
  return isRequired ? `${key}: body.${key}` : `...(body.${key} !== undefined && { ${key}: body.${key} })`;
}

/** The fixed headers of most responses, which the code writes once. */
const common = ['"Content-Type": "application/json"', '"Cache-Control": "no-store"'];
export const commonHeaders = `const applicationJson = { ${common.join(', ')} } as const;`;

interface GeneratedHeader {
  readonly name: string;
  /** The only value that the contract allows. */
  readonly fixed: string | undefined;
  readonly type: string;
}

/** The headers that a handler's response has. */
function headersOf(response: Response): GeneratedHeader[] {
  const headers = Object.entries(response.headers)
    .filter(([, header]) => header['x-set-by'] === undefined)
    .map(([name, { schema }]) => ({ name, fixed: fixedValue(schema), type: scalarType(schema) }));
  if (contentOf(response) === undefined) return headers;
  return [{ name: 'Content-Type', fixed: mediaType(response), type: 'string' }, ...headers];
}

/**
 * The headers that a page of another origin must be allowed to read
 * (`Access-Control-Expose-Headers`): those of the operations' responses that say something. A fixed
 * header says nothing that the status does not say.
 */
export function renderExposedHeaders(operations: Operation[]): string[] {
  const names = operations
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ headers }) => Object.entries(headers))
    .filter(([, { schema }]) => fixedValue(schema) === undefined)
    .map(([name]) => name);
  return names.length === 0
    ? []
    : [
        `/** The headers that a page of another origin may read. */\nexport const exposedHeaders = ${literal([...new Set(names)].toSorted())};`,
      ];
}

/** The largest value of each header under `components/headers` that has one. */
export function renderHeaderMaximums(contract: Contract): string[] {
  const headers = resolveAll<Record<string, Header>>(contract, contract.components.headers);
  return constant(
    'headerMaximums',
    Object.entries(headers).map(([name, { schema }]) => [name, schema.maximum]),
  );
}

/**
 * The responses of each operation that are returned without its handler: for a request without
 * authentication, for a token without a role, for an unexpected failure, for malformed parameters in
 * the order of `x-checks`, and for a body that cannot be read.
 */
export function renderFallbackResponses(contract: Contract, operations: Operation[]): string {
  const fallbacks = operations.map((operation) => {
    const { unauthorized, forbidden, failed, malformed, unreadable } = fallbacksBy(operation);
    const nameOf = (fallback: Fallback) => `${operation.operationId}Responses.${responseNameOf(operation, fallback)}`;
    const named = (responses: Readonly<Record<string, Fallback>>) =>
      Object.entries(responses).map(([name, fallback]) => `      ${literal(name)}: ${nameOf(fallback)},\n`);
    const unless = JSON.stringify(rolesFor(contract, operation));
    return [
      `  ${operation.operationId}: {`,
      ...(unauthorized ? [`    unauthorized: ${nameOf(unauthorized)},`] : []),
      ...(forbidden ? [`    forbidden: { unless: ${unless}, response: ${nameOf(forbidden)} },`] : []),
      `    failed: ${nameOf(failed)},`,
      `    malformed: {\n${named(malformed).join('')}    },`,
      ...(unreadable ? [`    unreadable: {\n${named(unreadable).join('')}    },`] : []),
      '  },',
    ].join('\n');
  });
  return `/** The responses that are returned without the operation's handler. */\nexport const fallbackResponses = {\n${fallbacks.join('\n')}\n} as const;`;
}

/**
 * A response that is returned without the handler. Without a schema, the status must have only one.
 */
interface Fallback {
  readonly status: number;
  readonly schema?: string;
}

/** The rows of `x-checks` have them: `allowed`, those of parameters, and `readable` with its 413. */
function fallbacksBy(operation: Operation) {
  const { security, 'x-role': role, 'x-checks': checks = [], requestBody } = operation;
  const by = ({ status, error }: Rejection): Fallback => ({ status, schema: refName(error) });
  const row = (name: string) => checks.find((check) => check.name === name);
  const allowed = role === undefined ? undefined : row('allowed');
  const readable = requestBody && row('readable');
  const ofParameters = checks.filter(({ name }) => handlerParameters(operation).some((each) => each.name === name));
  return {
    unauthorized: security.length > 0 ? { status: 401 } : undefined,
    forbidden: allowed && by(allowed),
    failed: { status: 500 },
    malformed: Object.fromEntries(ofParameters.map((check) => [check.name, by(check)])),
    unreadable: readable && {
      'not JSON': by(readable),
      'too large': by(readable.otherwise?.find(({ status }) => status === 413) ?? readable),
    },
  };
}

/** Every response of an operation that is returned without its handler. */
export function fallbacksOf(operation: Operation): Fallback[] {
  const { unauthorized, forbidden, failed, malformed, unreadable } = fallbacksBy(operation);
  const single = [unauthorized, forbidden, failed].filter((fallback) => fallback !== undefined);
  return [...single, ...Object.values(malformed), ...(unreadable ? Object.values(unreadable) : [])];
}

/**
 * Whether the contract fixes all of a response: nobody but the handler could give it an argument.
 */
export function isFixed(contract: Contract, { responses }: Operation, { status, schema }: Fallback): boolean {
  const response = responses[status];
  if (response === undefined || response['x-set-by'] !== undefined) return false;
  const schemas = bodySchemas(response);
  const body = bodyOf(contract, schema ?? schemas[0] ?? '');
  return (
    (schema !== undefined || schemas.length === 1) &&
    headersOf(response).every(({ fixed }) => fixed !== undefined) &&
    body?.free.length === 0 &&
    body.fixed.length > 0
  );
}
