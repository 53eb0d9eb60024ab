import {
  bodySchemas,
  type Contract,
  dereference,
  fixedValue,
  type Header,
  type Operation,
  operationsOf,
  parameterPatterns,
  parametersOf,
  type Response,
  refName,
} from '../../contract/document.ts';
import { pascal } from './names.ts';

/**
 * What the client needs to know of each operation: a typed method, where it is, what it takes, and the union of its results. A result is a
 * documented response with its body's members and what its headers say, told apart by status.
 */
export function renderClient(contract: Contract): string {
  const operations = operationsOf(contract);
  return [
    "import type { CallOptions, KeyedCallOptions } from '../options.js';\nimport type { components, operations as paths } from './openapi.js';",
    "type Schemas = components['schemas'];",
    ...operations.flatMap(({ operation }) => renderTypes(contract, operation)),
    `export interface Operations {\n${operations.map(({ operation }) => renderMethod(contract, operation)).join('\n')}\n}`,
    `export const operations = {\n${operations.map((operation) => renderOperation(contract, operation)).join('\n')}\n} as const;\n`,
  ].join('\n\n');
}

function renderTypes(contract: Contract, operation: Operation): string[] {
  const { operationId: id, responses } = operation;
  const request = requestType(contract, operation);
  const results = Object.entries(responses).map(([status, response]) => renderResult(contract, status, response));
  return [
    ...(request === undefined ? [] : [`/** What ${id} takes. */\nexport type ${pascal(id)}Request = ${request};`]),
    `/** What ${id} can return: switch over \`status\`. */\nexport type ${pascal(id)}Result =\n${results.join('\n')};`,
  ];
}

function renderMethod(contract: Contract, operation: Operation): string {
  const { operationId: id, summary } = operation;
  const request = requestType(contract, operation) === undefined ? '' : `request: ${pascal(id)}Request, `;
  const options = keyPattern(contract, operation) === undefined ? 'CallOptions' : 'KeyedCallOptions';
  return `  /** ${summary} */\n  ${id}(${request}options?: ${options}): Promise<${pascal(id)}Result>;`;
}

function renderOperation(
  contract: Contract,
  { path, method, operation }: ReturnType<typeof operationsOf>[number],
): string {
  const key = keyPattern(contract, operation);
  const takes =
    operation.requestBody !== undefined ? 'body' : placesOf(contract, operation).length > 0 ? 'parameters' : undefined;
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => `      ${status}: ${JSON.stringify(checksOf(contract, response))},`,
  );
  return [
    `  ${operation.operationId}: {`,
    `    method: '${method.toUpperCase()}',`,
    `    path: '${path}',`,
    ...(takes === undefined ? [] : [`    takes: '${takes}',`]),
    ...(key === undefined ? [] : [`    key: new RegExp(${JSON.stringify(key)}),`]),
    `    responses: {\n${responses.join('\n')}\n    },`,
    '  },',
  ].join('\n');
}

function keyPattern(contract: Contract, operation: Operation): string | undefined {
  return parameterPatterns(contract, operation).find(([name]) => name === 'Idempotency-Key')?.[1];
}

/** The places of the parameters that the caller gives: the client sets headers by itself. */
function placesOf(contract: Contract, operation: Operation): string[] {
  const places = parametersOf(contract, operation).map((parameter) => parameter.in);
  return ['path', 'query'].filter((place) => places.includes(place));
}

/**
 * The members of the body, or the parameters of path and query; undefined if the operation takes neither.
 *
 * @throws Error that names an operation which takes both
 */
function requestType(contract: Contract, operation: Operation): string | undefined {
  const { operationId: id, requestBody } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const places = placesOf(contract, operation);
  if (body !== undefined && places.length > 0) {
    throw new Error(`${id}: the client cannot send a body together with parameters of ${places.join(' and ')}`);
  }
  if (body !== undefined) return `Schemas['${refName(body)}']`;
  return places.map((place) => `NonNullable<paths['${id}']['parameters']['${place}']>`).join(' & ') || undefined;
}

function renderResult(contract: Contract, status: string, response: Response): string {
  const schemas = bodySchemas(response).map((schema) => `Schemas['${schema}']`);
  const headers = Object.values(checksOf(contract, response).numbers).map((member) => ` readonly ${member}: number;`);
  return `  | ({ readonly status: ${status}; readonly requestId: string | null;${headers.join('')} } & (${schemas.join(' | ')}))`;
}

/**
 * The members that every body of a response must have, with their types in JavaScript, and the headers that are numbers, by the member that
 * each becomes.
 *
 * @throws Error that names a member without a type, since the client could not check it
 */
function checksOf(contract: Contract, response: Response) {
  const [first = {}, ...others] = bodySchemas(response).map((schema) => requiredMembers(contract, schema));
  const numbers = Object.entries(response.headers ?? {}).flatMap(([name, ref]) => {
    const schema = dereference(contract, dereference<Header>(contract, ref)?.schema);
    return schema?.type === 'integer' && fixedValue(schema) === undefined ? [[name, memberName(name)]] : [];
  });
  return {
    members: Object.fromEntries(
      Object.entries(first).filter(([member, type]) => others.every((body) => body[member] === type)),
    ),
    numbers: Object.fromEntries(numbers),
  };
}

/** What `typeof` says of a value of each type of OpenAPI. */
const typesInJavaScript: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  array: 'object',
  object: 'object',
};

function requiredMembers(contract: Contract, name: string): Record<string, string> {
  const { properties = {}, required = [] } = contract.components.schemas[name] ?? {};
  return Object.fromEntries(
    required.map((member) => {
      const type = typesInJavaScript[dereference(contract, properties[member])?.type ?? ''];
      if (type === undefined) throw new Error(`components/schemas/${name}: the client needs a type of ${member}`);
      return [member, type];
    }),
  );
}

/** `Retry-After` becomes `retryAfter`. */
function memberName(header: string): string {
  const [first = '', ...rest] = header.split('-');
  return first.toLowerCase() + rest.join('');
}
