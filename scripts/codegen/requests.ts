import {
  type Contract,
  dereference,
  type Operation,
  type Parameter,
  parametersOf,
  type Schema,
} from '../../contract/document.ts';
import { literal, pascal } from './names.ts';

/** The places of a parameter that handlers can read. */
const places = ['path', 'query', 'header'];

/** The keys of a parameter that the generated code supports. Extensions are allowed as well. */
const knownKeys = new Set(['name', 'in', 'required', 'schema', 'description', 'example', 'examples', 'deprecated']);

export const jsonBodyType = `/** The members of a JSON body that the contract names, or the reason why the body was not read. */
export type JsonBody<Member extends string> =
  | { readonly members: { readonly [name in Member]?: unknown } }
  | { readonly rejected: "too large" | "not JSON" };`;

/**
 * The type of the request that a handler gets: the player's id, the parameters, and a function that reads the body, each only if the contract
 * has it. An optional parameter is undefined if it is absent, or if it is malformed and no row of `x-checks` with its name rejects it.
 *
 * @returns an empty list where the handler gets nothing
 * @throws Error that names the operation and the parameter, where the type cannot express the contract
 */
export function renderRequest(contract: Contract, operation: Operation): string[] {
  const members = requestMembers(contract, operation);
  if (members.length === 0) return [];
  const name = pascal(operation.operationId);
  return [`/** The request as the handler gets it. */\nexport interface ${name}Request {\n${members.join('\n')}\n}`];
}

export function hasRequest(contract: Contract, operation: Operation): boolean {
  return requestMembers(contract, operation).length > 0;
}

/** Whether an operation requires a player's token. */
export function isAuthenticated(contract: Contract, { operationId, security }: Operation): boolean {
  const [schemes, ...others] = security ?? contract.security ?? [];
  if (schemes === undefined) return false;
  if (others.length === 0 && Object.keys(schemes).length === 1) return true;
  throw new Error(`${operationId}: security must be one scheme or none`);
}

/** The parameters of an operation, without those that middleware reads. */
export function handlerParameters(contract: Contract, operation: Operation): Parameter[] {
  return parametersOf(contract, operation).filter((parameter) => parameter['x-read-by'] === undefined);
}

function requestMembers(contract: Contract, operation: Operation): string[] {
  const parameters = handlerParameters(contract, operation);
  verifyOrder(operation, parameters);
  const types = parameters.map((parameter) => ({ ...parameter, type: parameterType(contract, operation, parameter) }));
  const groups = places.flatMap((place) => {
    const members = types
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, type }) => `readonly ${literal(name)}: ${type}${required ? '' : ' | undefined'}`);
    return members.length === 0 ? [] : [`  readonly ${place}: { ${members.join('; ')} };`];
  });
  return [
    ...(isAuthenticated(contract, operation) ? ['  readonly userId: string;'] : []),
    ...groups,
    ...bodyMember(contract, operation),
  ];
}

/** Parameters are read before the handler runs, so their rows in `x-checks` must come before those of the handler. */
function verifyOrder(operation: Operation, parameters: Parameter[]): void {
  const names = new Set(parameters.map(({ name }) => name));
  const checks = operation['x-checks'] ?? [];
  const handlers = checks.findIndex(({ name, status }) => status !== 401 && !names.has(name));
  const late = handlers < 0 ? undefined : checks.slice(handlers).find(({ name }) => names.has(name));
  if (late !== undefined) {
    throw new Error(
      `${operation.operationId}: in x-checks, the parameter ${late.name} must come before ${checks[handlers]?.name}`,
    );
  }
}

function parameterType(contract: Contract, operation: Operation, parameter: Parameter): string {
  const reject = (reason: string) => new Error(`${operation.operationId}: ${parameter.in} ${parameter.name} ${reason}`);
  if (!places.includes(parameter.in)) throw reject(`must be in one of ${places.join(', ')}`);
  const unknown = Object.keys(parameter).find((key) => !knownKeys.has(key) && !key.startsWith('x-'));
  if (unknown !== undefined) throw reject(`has ${unknown}, which the generated code does not support`);
  const isChecked = operation['x-checks']?.some(({ name }) => name === parameter.name);
  if (parameter.required && !isChecked)
    throw reject('is required, but no row of x-checks rejects a request without it');

  const schema = dereference(contract, parameter.schema);
  if (schema?.type !== 'array') return scalarType(schema, reject);
  if (parameter.in !== 'query') throw reject('is an array, which only a query can have');
  return `readonly (${scalarType(dereference(contract, schema.items), reject)})[]`;
}

function scalarType(schema: Schema | undefined, reject: (reason: string) => Error): string {
  const unknown = ['nullable', 'default', 'oneOf', 'anyOf', 'allOf'].find((key) => key in (schema ?? {}));
  if (unknown !== undefined) throw reject(`has a schema with ${unknown}, which the generated code does not support`);
  if (schema?.enum !== undefined) return schema.enum.map(literal).join(' | ');
  switch (schema?.type) {
    case 'string':
    case 'boolean':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    default:
      throw reject('must have a schema of type string, integer, number, boolean, or an array of these');
  }
}

function bodyMember(contract: Contract, { operationId, requestBody }: Operation): string[] {
  if (requestBody === undefined) return [];
  const schema = requestBody.content['application/json']?.schema;
  const properties = schema && dereference<Schema>(contract, schema)?.properties;
  if (properties === undefined || requestBody['x-max-bytes'] === undefined) {
    throw new Error(`${operationId}: the requestBody must be a JSON object with properties, and have x-max-bytes`);
  }
  return [`  readonly readBody: () => Promise<JsonBody<${Object.keys(properties).map(literal).join(' | ')}>>;`];
}
