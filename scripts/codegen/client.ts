import {
  bodySchemas,
  type Contract,
  dereference,
  fixedValue,
  type Header,
  type Operation,
  operationsOf,
  parameterPatterns,
  type Response,
  refName,
} from '../../contract/document.ts';

/**
 * The client's part of each operation: its method and path, the type of its request, and the type of its result. A result is a union of the
 * documented responses by status, with the members of their bodies and the numbers in their headers.
 *
 * @throws Error that names a member which the client cannot check
 */
export function renderClient(contract: Contract): string {
  return [
    "import type { components } from './openapi.js';",
    "type Schemas = components['schemas'];",
    ...operationsOf(contract).map(({ path, method, operation }) => renderOperation(contract, path, method, operation)),
    '',
  ].join('\n\n');
}

function renderOperation(contract: Contract, path: string, method: string, operation: Operation): string {
  const { operationId: id, requestBody, responses } = operation;
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  const body = requestBody?.content['application/json']?.schema;
  const results = Object.entries(responses).map(([status, response]) => renderResult(contract, status, response));
  const documented = Object.entries(responses).map(
    ([status, response]) => `    ${status}: ${JSON.stringify(documentedResponse(contract, response))},`,
  );
  const patterns = parameterPatterns(contract, operation).map(
    ([name, pattern]) => `    ${JSON.stringify(name)}: new RegExp(${JSON.stringify(pattern)}),`,
  );
  return [
    `/** What ${id} takes. */\nexport type ${name}Request = ${body ? `Schemas['${refName(body)}']` : 'undefined'};`,
    `/** What ${id} can return: switch over \`status\`. */\nexport type ${name}Result =\n${results.join('\n')};`,
    `export const ${id}Operation = {\n  method: '${method.toUpperCase()}',\n  path: '${path}',\n  patterns: {\n${patterns.join('\n')}\n  },\n  responses: {\n${documented.join('\n')}\n  },\n} as const;`,
  ].join('\n\n');
}

function renderResult(contract: Contract, status: string, response: Response): string {
  const schemas = bodySchemas(response).map((schema) => `Schemas['${schema}']`);
  const headers = Object.values(documentedResponse(contract, response).numbers).map(
    (member) => ` readonly ${member}: number;`,
  );
  return `  | ({ readonly status: ${status};${headers.join('')} } & (${schemas.join(' | ')}))`;
}

/**
 * The members that every body of a response has, and for each header with a number the member that it becomes.
 *
 * @throws Error that names a member which is not a string: the client checks for strings only
 */
function documentedResponse(
  contract: Contract,
  response: Response,
): { members: string[]; numbers: Record<string, string> } {
  const bodies = bodySchemas(response).map((schema) => contract.components.schemas[schema]?.properties ?? {});
  for (const [member, schema] of bodies.flatMap((body) => Object.entries(body))) {
    if ('$ref' in schema || schema.type !== 'string') {
      throw new Error(
        `${member} of the response "${response.description}" is not a string, and the client can check no other type`,
      );
    }
  }
  const [first = {}, ...others] = bodies;
  const numbers = Object.entries(response.headers ?? {}).flatMap(([name, ref]) => {
    const schema = dereference(contract, dereference<Header>(contract, ref)?.schema);
    return schema?.type === 'integer' && fixedValue(schema) === undefined ? [[name, memberName(name)]] : [];
  });
  return {
    members: Object.keys(first).filter((member) => others.every((body) => member in body)),
    numbers: Object.fromEntries(numbers),
  };
}

/** `Retry-After` becomes `retryAfter`. */
function memberName(header: string): string {
  const [first = '', ...rest] = header.split('-');
  return first.toLowerCase() + rest.join('');
}
