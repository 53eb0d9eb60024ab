import { operationsOf, sharedResponses } from '../../contract/document/operations.ts';
import { refName, resolveAll } from '../../contract/document/references.ts';
import { bodySchemas, contentOf, mediaType } from '../../contract/document/responses.ts';
import { rolesFor } from '../../contract/document/roles.ts';
import { fixedValue, schemasOf } from '../../contract/document/schemas.ts';
import type { Contract, Header, Operation, Response } from '../../contract/document/types.ts';
import { camel, comment, literal } from './names.ts';
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
  const common = commonHeaders(contract);
  const lines = namedResponses(responses).map((response) => renderResponse(contract, common, response));
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
function responseNameOf(operation: Operation, status: number, schema?: string): string | undefined {
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

function renderResponse(
  contract: Contract,
  common: readonly CommonHeaders[],
  { name, status, schema, response }: NamedResponse,
): string {
  const { properties = {}, required = [] } = schemasOf(contract)[schema ?? ''] ?? {};
  const body = schema === undefined ? { free: [], fixed: [] } : bodyOf(contract, schema);
  const freeHeaders = headersOf(response).filter(({ fixed }) => fixed === undefined);
  const fixedHeaders = fixedHeadersOf(response);
  const shared = common.find(({ headers }) => headers.every((header) => fixedHeaders.includes(header)));
  const headerList = [
    ...(shared === undefined ? [] : [`...${shared.name}`]),
    ...fixedHeaders.filter((header) => !shared?.headers.includes(header)),
    ...freeHeaders.map(({ name }) => `${literal(name)}: headers[${literal(name)}]`),
  ].join(', ');
  const headers = headerList === `...${shared?.name}` ? shared?.name : `{ ${headerList} }`;
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
  const value = `{ status: ${status}, headers: ${headers}${bodyValue} }`;
  const description = contentOf(response)?.examples?.[schema ?? '']?.summary ?? response.description;
  return parameters === ''
    ? `  ${comment(`${status}: ${description}`)}\n  ${name}: ${value},`
    : `  ${comment(`${status}: ${description}`)}\n  ${name}: (${parameters}) =>\n    (${value}) as const,`;
}

/** A member that the argument gives: an optional one is left out where the argument has none. */
function memberGiven(key: string, isRequired: boolean): string {
  return isRequired ? `${key}: body.${key}` : `...(body.${key} !== undefined && { ${key}: body.${key} })`;
}

/** Headers that several responses have in common, and the name of their constant. */
interface CommonHeaders {
  readonly name: string;
  readonly headers: readonly string[];
}

/**
 * For each media type, the fixed headers that most of its responses have; nothing where only one
 * response has it.
 */
function commonHeaders(contract: Contract): CommonHeaders[] {
  const responses = [
    ...operationsOf(contract).flatMap(({ operation }) => Object.values(operation.responses)),
    ...sharedResponses(contract).map(({ response }) => response),
  ];
  const withBody = responses.filter((response) => contentOf(response) !== undefined);
  return [...Map.groupBy(withBody, mediaType)].flatMap(([type, ofType]) => {
    const bySet = Map.groupBy(
      ofType.map((response) => fixedHeadersOf(response)),
      (headers) => headers.join(),
    );
    const [most = []] = [...bySet.values()].toSorted((a, b) => b.length - a.length);
    return most.length < 2
      ? []
      : [{ name: camel(type.replace(/\W(.)/g, (_, letter) => letter.toUpperCase())), headers: most[0] ?? [] }];
  });
}

export function renderCommonHeaders(contract: Contract): string[] {
  return commonHeaders(contract).map(({ name, headers }) => `const ${name} = { ${headers.join(', ')} } as const;`);
}

/** The headers of a response that the contract fixes, as members in code. */
function fixedHeadersOf(response: Response): string[] {
  return headersOf(response).flatMap(({ name, fixed }) =>
    fixed === undefined ? [] : [`${literal(name)}: ${literal(fixed)}`],
  );
}

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
  const maximums = Object.entries(headers).flatMap(([name, { schema }]) =>
    schema.maximum === undefined ? [] : [`  ${literal(name)}: ${schema.maximum},`],
  );
  return maximums.length === 0
    ? []
    : [`/** The largest value of a header. */\nexport const headerMaximums = {\n${maximums.join('\n')}\n} as const;`];
}

/**
 * The responses of each operation that are returned without its handler: for a request without
 * authentication, for a token without a role, for an unexpected failure, and for malformed
 * parameters in the order of `x-checks`.
 */
export function renderFallbackResponses(contract: Contract, operations: Operation[]): string {
  const fallbacks = operations.map((operation) => {
    const responseName = ({ status, schema }: Fallback) =>
      `${operation.operationId}Responses.${responseNameOf(operation, status, schema)}`;
    const malformed = malformedFallbacks(operation).map(
      (fallback) => `      ${literal(fallback.parameter)}: ${responseName(fallback)},\n`,
    );
    return [
      `  ${operation.operationId}: {`,
      ...(operation.security.length > 0 ? [`    unauthorized: ${responseName({ status: 401 })},`] : []),
      ...forbiddenFallbacks(operation).map((fallback) => {
        const roles = rolesFor(contract, operation);
        return `    forbidden: { unless: ${JSON.stringify(roles)}, response: ${responseName(fallback)} },`;
      }),
      `    failed: ${responseName({ status: 500 })},`,
      `    malformed: {\n${malformed.join('')}    },`,
      ...unreadableFallbacks(operation).map(
        ({ notJson, tooLarge }) =>
          `    unreadable: { 'not JSON': ${responseName(notJson)}, 'too large': ${responseName(tooLarge)} },`,
      ),
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

/** For a token without the operation's role; none if any token will do. */
function forbiddenFallbacks({ 'x-role': role, 'x-checks': checks = [] }: Operation): Fallback[] {
  if (role === undefined) return [];
  return checks
    .filter(({ name }) => name === 'allowed')
    .map(({ status, error }) => ({ status, schema: refName(error) }));
}

function malformedFallbacks(operation: Operation): (Fallback & { readonly parameter: string })[] {
  const names = new Set(handlerParameters(operation).map(({ name }) => name));
  return (operation['x-checks'] ?? [])
    .filter(({ name }) => names.has(name))
    .map(({ name, status, error }) => ({ parameter: name, status, schema: refName(error) }));
}

/**
 * For a body that cannot be read: the row `readable` of `x-checks`, and its 413 if it has one; none
 * without a body.
 */
function unreadableFallbacks({
  requestBody,
  'x-checks': checks = [],
}: Operation): Record<'notJson' | 'tooLarge', Fallback>[] {
  if (requestBody === undefined) return [];
  return checks
    .filter(({ name }) => name === 'readable')
    .map((notJson) => ({ notJson, tooLarge: notJson.otherwise?.find(({ status }) => status === 413) ?? notJson }))
    .map(({ notJson, tooLarge }) => ({
      notJson: { status: notJson.status, schema: refName(notJson.error) },
      tooLarge: { status: tooLarge.status, schema: refName(tooLarge.error) },
    }));
}

/** Every response of an operation that is returned without its handler. */
export function fallbacksOf(operation: Operation): Fallback[] {
  return [
    ...(operation.security.length > 0 ? [{ status: 401 }] : []),
    ...forbiddenFallbacks(operation),
    { status: 500 },
    ...malformedFallbacks(operation),
    ...unreadableFallbacks(operation).flatMap(({ notJson, tooLarge }) => [notJson, tooLarge]),
  ];
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
