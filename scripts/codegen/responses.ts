import {
  bodySchemas,
  type Contract,
  dereference,
  fixedValue,
  type Header,
  mediaType,
  type Operation,
  operationsOf,
  type Response,
  refName,
} from '../../contract/document.ts';
import { camel, literal } from './names.ts';
import { handlerParameters, isAuthenticated } from './requests.ts';

/**
 * The responses under `components/responses`: those of several operations, and those that belong to none (`x-status`).
 *
 * @throws Error that names a response without a status
 */
export function renderSharedResponses(contract: Contract): string[] {
  if (contract.components.responses === undefined) return [];
  const documented = operationsOf(contract).flatMap(({ operation }) => Object.entries(operation.responses));
  const responses = Object.entries(contract.components.responses).map(([name, response]): [string, Response] => {
    const status = response['x-status'] ?? documented.find(([, used]) => used === response)?.[0];
    if (status === undefined) throw new Error(`components/responses/${name} has neither x-status nor an operation`);
    return [String(status), response];
  });
  return [renderResponses(contract, 'sharedResponses', responses)];
}

/**
 * The responses that a handler can return, each with status, headers and body. Values that the contract fixes with an enum of one (error texts,
 * most headers) are filled in; the others are arguments. Headers that middleware sets (`x-set-by`) are left out.
 */
export function renderResponses(contract: Contract, name: string, responses: [string, Response][]): string {
  const lines = responses.flatMap(([status, response]) =>
    bodySchemas(response).map((schema) => renderResponse(contract, status, response, schema)),
  );
  return `export const ${name} = {\n${lines.join('\n')}\n} as const;`;
}

function renderResponse(contract: Contract, status: string, response: Response, schema: string): string {
  const { properties, required = [] } = contract.components.schemas[schema] ?? {};
  if (properties === undefined) return renderTextResponse(contract, status, response, schema);
  const freeBody = Object.keys(properties).filter((key) => fixedValue(properties[key]) === undefined);
  const fixedBody = Object.keys(properties).filter((key) => fixedValue(properties[key]) !== undefined);
  const headers = headersOf(contract, response);
  const freeHeaders = headers.filter(({ fixed }) => fixed === undefined);

  const body = [
    ...fixedBody.map((key) => `${key}: ${literal(fixedValue(properties[key]))}`),
    ...freeBody.map((key) =>
      required.includes(key) ? `${key}: body.${key}` : `...(body.${key} !== undefined && { ${key}: body.${key} })`,
    ),
  ].join(', ');
  const headerList = [
    ...headers.flatMap(({ name, fixed }) => (fixed === undefined ? [] : [`${literal(name)}: ${literal(fixed)}`])),
    ...freeHeaders.map(({ name }) => `${literal(name)}: headers[${literal(name)}]`),
  ].join(', ');
  const parameters = [
    ...(freeBody.length > 0 ? [`body: Pick<Schemas[${literal(schema)}], ${freeBody.map(literal).join(' | ')}>`] : []),
    ...(freeHeaders.length > 0
      ? [`headers: { readonly ${freeHeaders.map(({ name, type }) => `${literal(name)}: ${type}`).join('; ')} }`]
      : []),
  ].join(', ');
  const value = `{ status: ${status}, headers: { ${headerList} }, body: { ${body} } }`;
  const comment = renderComment(
    status,
    response.content[mediaType(response)]?.examples?.[schema]?.summary ?? response.description,
  );
  return parameters === ''
    ? `${comment}  ${camel(schema)}: ${value},`
    : `${comment}  ${camel(schema)}: (${parameters}) =>\n    (${value}) as const,`;
}

/** A response whose body is text: the argument is the whole body. */
function renderTextResponse(contract: Contract, status: string, response: Response, schema: string): string {
  const headers = headersOf(contract, response).map(({ name, fixed }) => {
    if (fixed === undefined) throw new Error(`The header ${name} of "${response.description}" has no fixed value`);
    return `${literal(name)}: ${literal(fixed)}`;
  });
  return `${renderComment(status, response.description)}  ${camel(schema)}: (body: Schemas[${literal(schema)}]) =>\n    ({ status: ${status}, headers: { ${headers.join(', ')} }, body }) as const,`;
}

function renderComment(status: string, description: string): string {
  return `  /** ${status}: ${description.trim().replace(/\s+/g, ' ')} */\n`;
}

export function responseTypes(contract: Contract, status: string, response: Response): string[] {
  const headers = headersOf(contract, response)
    .map(({ name, fixed, type }) => `${literal(name)}: ${fixed === undefined ? type : literal(fixed)}`)
    .join('; ');
  return bodySchemas(response).map(
    (schema) =>
      `  | { readonly status: ${status}; readonly headers: { readonly ${headers} }; readonly body: Schemas[${literal(schema)}] }`,
  );
}

function headersOf(contract: Contract, response: Response) {
  const contentType = { name: 'Content-Type', fixed: mediaType(response), type: 'string' };
  const headers = Object.entries(response.headers ?? {}).flatMap(([name, ref]) => {
    const header = dereference<Header>(contract, ref);
    const schema = dereference(contract, header?.schema);
    if (schema === undefined) throw new Error(`The header ${name} refers to ${ref.$ref}, which does not exist`);
    if (header?.['x-set-by'] !== undefined) return [];
    return [{ name, fixed: fixedValue(schema), type: schema.type === 'integer' ? 'number' : 'string' }];
  });
  return [contentType, ...headers];
}

/**
 * The responses of each operation that are returned without its handler: for a request without authentication, for an unexpected failure, and
 * for malformed parameters in the order of `x-checks`.
 *
 * @throws Error that names the operation and the status, where there is no such response or it needs an argument that only a handler has
 */
export function renderFallbackResponses(contract: Contract, operations: Operation[]): string {
  const fallbacks = operations.map((operation) => {
    const names = new Set(handlerParameters(contract, operation).map(({ name }) => name));
    const checks = operation['x-checks'] ?? [];
    const malformed = checks
      .filter(({ name }) => names.has(name))
      .map(
        ({ name, status, error }) =>
          `      ${literal(name)}: ${fixedResponse(contract, operation, status, refName(error))},\n`,
      );
    return [
      `  ${operation.operationId}: {`,
      ...(isAuthenticated(contract, operation)
        ? [`    unauthorized: ${fixedResponse(contract, operation, 401)},`]
        : []),
      `    failed: ${fixedResponse(contract, operation, 500)},`,
      `    malformed: {${malformed.length === 0 ? '' : `\n${malformed.join('')}    `}},`,
      '  },',
    ].join('\n');
  });
  return `/** The responses that are returned without the operation's handler. */\nexport const fallbackResponses = {\n${fallbacks.join('\n')}\n} as const;`;
}

/** The response with a status and a schema, which the contract must fix completely. Without a schema, the status must have only one. */
function fixedResponse(
  contract: Contract,
  { operationId, responses }: Operation,
  status: number,
  schema?: string,
): string {
  const response = responses[status];
  const schemas = response === undefined ? [] : bodySchemas(response);
  const name = schema ?? schemas[0];
  const properties = Object.values(contract.components.schemas[name ?? '']?.properties ?? {});
  const isFixed =
    response !== undefined &&
    (schema !== undefined || schemas.length === 1) &&
    headersOf(contract, response).every(({ fixed }) => fixed !== undefined) &&
    properties.length > 0 &&
    properties.every((property) => fixedValue(property) !== undefined);
  if (!isFixed || name === undefined) {
    throw new Error(
      `${operationId}: responses/${status} is returned without the handler, so the contract must fix all of it`,
    );
  }
  return `${operationId}Responses.${camel(name)}`;
}
