import {
  bodySchemas,
  type Contract,
  fixedValue,
  type Operation,
  operationsOf,
  parameterPatterns,
  type Response,
  refName,
  schemaOf,
} from '../../contract/document.ts';

/**
 * What the client needs to know of each operation: where it is, what it takes, and the union of its results, which are the
 * documented answers with their bodies' members and what their headers say, told apart by status.
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
  const answers = Object.entries(responses).map(
    ([status, response]) => `    ${status}: ${JSON.stringify(answerOf(contract, response))},`,
  );
  const patterns = parameterPatterns(contract, operation).map(
    ([name, pattern]) => `    ${JSON.stringify(name)}: new RegExp(${JSON.stringify(pattern)}),`,
  );
  return [
    `/** What ${id} takes. */\nexport type ${name}Request = ${body ? `Schemas['${refName(body)}']` : 'undefined'};`,
    `/** What ${id} can return: switch over \`status\`. */\nexport type ${name}Result =\n${results.join('\n')};`,
    `export const ${id}Operation = {\n  method: '${method.toUpperCase()}',\n  path: '${path}',\n  patterns: {\n${patterns.join('\n')}\n  },\n  responses: {\n${answers.join('\n')}\n  },\n} as const;`,
  ].join('\n\n');
}

function renderResult(contract: Contract, status: string, response: Response): string {
  const schemas = bodySchemas(response).map((schema) => `Schemas['${schema}']`);
  const headers = Object.values(answerOf(contract, response).numbers).map((member) => ` readonly ${member}: number;`);
  return `  | ({ readonly status: ${status};${headers.join('')} } & (${schemas.join(' | ')}))`;
}

/**
 * The members that every body of an answer has, and the headers that say a number, by the member that it becomes.
 *
 * @throws Error that names a member that is no string: the client could not tell whether it is there
 */
function answerOf(contract: Contract, response: Response): { members: string[]; numbers: Record<string, string> } {
  const bodies = bodySchemas(response).map((schema) => contract.components.schemas[schema]?.properties ?? {});
  for (const [member, schema] of bodies.flatMap((body) => Object.entries(body))) {
    if ('$ref' in schema || schema.type !== 'string') {
      throw new Error(`${member} of the response "${response.description}" is no string, as the client takes it to be`);
    }
  }
  const [first = {}, ...others] = bodies;
  const numbers = Object.entries(response.headers ?? {}).flatMap(([name, ref]) => {
    const header = schemaOf(contract, contract.components.headers[refName(ref)]?.schema);
    return header?.type === 'integer' && fixedValue(header) === undefined ? [[name, memberName(name)]] : [];
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
