import {
  operationsOf,
  type PlacedOperation,
  rejectionsOf,
  sharedResponses,
} from '../../contract/document/operations.ts';
import { pointerBelow, pointerTo } from '../../contract/document/pointer.ts';
import { deadReferences, refName, resolve } from '../../contract/document/references.ts';
import { bodySchemas } from '../../contract/document/responses.ts';
import { schemasOf } from '../../contract/document/schemas.ts';
import {
  type Contract,
  isMethod,
  type Parameter,
  type PathItem,
  type Ref,
  type Response,
  type Schema,
  type SecurityRequirement,
  type WrittenSchema,
} from '../../contract/document/types.ts';
import { camel, isIdentifier } from './names.ts';
import { handlerParameters, hasCheck, places, scalarType } from './requests.ts';
import { type ByStatus, fallbacksOf, handlerResponses, isFixed, namedResponses } from './responses.ts';
import { operationRoleProblems, roleProblems } from './verify-roles.ts';

/** A contract's problems, each a line that begins with its place: a JSON pointer. */
export type Problems = Generator<string>;

/** The keys of a parameter that the generated code supports. Extensions are allowed as well. */
const knownKeys = new Set(['name', 'in', 'required', 'schema', 'description', 'example', 'examples', 'deprecated']);

/** The keys of an operation, and of a path beside its methods, that the generated code supports or need not know. */
const operationKeys = new Set([
  ...['operationId', 'tags', 'summary', 'description', 'externalDocs', 'deprecated', 'security'],
  ...['parameters', 'requestBody', 'responses'],
]);
const pathKeys = new Set(['summary', 'description', 'parameters']);

/** Keys of a schema that the code of a parameter, a header or a body cannot express. */
const unsupported = ['nullable', 'default', 'oneOf', 'anyOf', 'allOf'];

/** The security scheme that the service implements. */
const scheme = 'bearerAuth';

/**
 * Verifies that a contract does not contradict itself, and that the generated code can express it.
 *
 * @throws Error with one line for each place that is wrong
 */
export function verifyContract(contract: Contract): void {
  throwIfAny(problemsOf(contract));
}

/** @throws Error with one line for each problem */
export function throwIfAny(problems: Problems): void {
  const lines = [...problems];
  if (lines.length > 0) throw new Error(lines.join('\n'));
}

function* problemsOf(contract: Contract): Problems {
  const dead = deadReferences(contract);
  for (const [pointer, reference] of dead) yield `${pointer}: there is no ${reference}`;
  if (dead.length > 0) return; // what follows reads what the references lead to
  for (const [index, { url }] of (contract.servers ?? []).entries()) {
    if (!/^(https?:\/\/[^/]+)?\/?$/.test(url)) {
      yield `#/servers/${index}/url: it must have no path, since the service has its paths at the root`;
    }
  }
  const schemas = Object.entries(contract.components.schemas);
  for (const [name, schema] of schemas) {
    yield* schemaProblems(pointerTo('components', 'schemas', name), name, schema);
  }
  yield* caseProblems(schemas.map(([name]) => [pointerTo('components', 'schemas', name), name]));
  yield* securityProblems('#', contract.security);
  yield* roleProblems(contract);
  const operations = operationsOf(contract);
  for (const [path, item] of Object.entries(contract.paths)) {
    const pointer = pointerTo('paths', path);
    const beside = Object.keys(resolve(contract, pointer, item)).filter((key) => !isMethod(key));
    yield* keyProblems(pointer, beside, pathKeys);
  }
  for (const placed of operations) yield* operationProblems(contract, placed);
  yield* idProblems(operations);
  yield* sharedResponseProblems(contract);
}

function* idProblems(operations: readonly PlacedOperation[]): Problems {
  const ids = operations.map(
    ({ pointer, operation }) => [`${pointer}/operationId`, operation.operationId ?? ''] as const,
  );
  for (const [index, [pointer, id]] of ids.entries()) {
    if (!isIdentifier(id)) {
      yield `${pointer}: it must be an identifier, since the code has a handler of this name`;
    } else if (ids.slice(0, index).some(([, other]) => other === id)) {
      yield `${pointer}: ${id} is the id of another operation too`;
    }
  }
  yield* caseProblems(ids);
}

/** The code has names that begin in upper or in lower case for one name of the contract. */
function* caseProblems(names: readonly (readonly [pointer: string, name: string])[]): Problems {
  for (const [index, [pointer, name]] of names.entries()) {
    const twin = names.slice(0, index).find(([, other]) => other !== name && camel(other) === camel(name));
    if (twin !== undefined) yield `${pointer}: the code cannot tell ${name} from ${twin[1]}`;
  }
}

function* keyProblems(pointer: string, keys: readonly string[], known: ReadonlySet<string>): Problems {
  for (const key of keys.filter((key) => !known.has(key) && !key.startsWith('x-'))) {
    yield `${pointer}/${key}: the generated code does not support it`;
  }
}

function* sharedResponseProblems(contract: Contract): Problems {
  const shared = sharedResponses(contract);
  const ofResponses = shared.flatMap(({ status, response }) =>
    status === undefined
      ? [`${response.pointer}: it has neither x-status nor an operation`]
      : [...responseProblems(contract, response.pointer, status, response)],
  );
  yield* ofResponses;
  if (ofResponses.length > 0) return; // what follows reads their bodies
  const byStatus = shared.map(({ status, response }): ByStatus => [`${status}`, response]);
  yield* responseNameProblems('#/components/responses', byStatus);
}

function* responseNameProblems(pointer: string, responses: readonly ByStatus[]): Problems {
  const names = namedResponses(responses).map(({ name }) => name);
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) < index))) {
    yield `${pointer}: two would have the name ${name} in the code`;
  }
}

function* schemaProblems(pointer: string, name: string, schema: WrittenSchema): Problems {
  if (!isIdentifier(name)) yield `${pointer}: the name must be an identifier, since the code has types of this name`;
  for (const [member, property] of Object.entries(schema.properties ?? {})) {
    yield* patternProblems(`${pointer}/properties/${member}: it`, property);
  }
  yield* patternProblems(`${pointer}: it`, schema);
}

/** The code and Ajv set the flag `u`, so that both find the same texts. */
function* patternProblems(subject: string, schema: WrittenSchema | Ref | undefined): Problems {
  if (schema === undefined || !('pattern' in schema)) return;
  try {
    new RegExp(`${schema.pattern}`, 'u');
  } catch {
    yield `${subject} has a pattern that is no regular expression with the flag u`;
  }
}

function* securityProblems(pointer: string, security: readonly SecurityRequirement[] = []): Problems {
  if (security.some((names) => Object.keys(names).join() !== scheme)) {
    yield `${pointer}/security: it must be one scheme, ${scheme}, or none`;
  }
}

function* operationProblems(contract: Contract, placed: PlacedOperation): Problems {
  const { path, method, pointer, operation } = placed;
  yield* keyProblems(pointer, Object.keys(operation), operationKeys);
  if (method === 'head') yield `${pointer}: HEAD comes with GET and cannot be an operation of its own`;
  if (operation.security !== contract.security) yield* securityProblems(pointer, operation.security);
  for (const [, name] of path.matchAll(/\{([^}]*)\}/g)) {
    if (!operation.parameters.some((parameter) => parameter.in === 'path' && parameter.name === name)) {
      yield `${pointer}/parameters: there is none for {${name}} of the path`;
    }
  }
  for (const parameter of operation.parameters) yield* parameterProblems(contract, placed, parameter);
  yield* requestBodyProblems(placed);
  yield* operationRoleProblems(contract, placed);

  const ofResponses = Object.entries(operation.responses).flatMap(([status, response]) => [
    ...responseProblems(contract, `${pointer}/responses/${status}`, status, response),
  ]);
  yield* ofResponses;
  if (ofResponses.length > 0) return; // what follows reads the bodies of the responses

  yield* responseNameProblems(`${pointer}/responses`, handlerResponses(operation));
  yield* checkProblems(placed);
  const missing = fallbacksOf(operation).filter((fallback) => !isFixed(contract, operation, fallback));
  for (const status of new Set(missing.map((fallback) => fallback.status))) {
    yield `${pointer}/responses/${status}: it is returned without the handler, so the contract must fix all of it`;
  }
}

function* parameterProblems(contract: Contract, placed: PlacedOperation, parameter: Parameter): Problems {
  const { path, operation } = placed;
  const pointer = `${pointerOf(contract, placed, parameter)}: ${parameter.in} ${parameter.name}`;
  const { parameters } = operation;
  if (parameters.find(({ name }) => name === parameter.name) !== parameter) {
    yield `${pointer} has the name of another parameter`;
  }
  yield* patternProblems(pointer, parameter.schema);
  if (parameter['x-read-by'] !== undefined) return;
  if (parameter.in === 'path' && !(parameter.required && path.includes(`{${parameter.name}}`))) {
    yield `${pointer} must be required and in the path`;
  }
  if (!places.includes(parameter.in)) yield `${pointer} must be in one of ${places.join(', ')}`;
  const unknown = Object.keys(parameter).find((key) => !knownKeys.has(key) && !key.startsWith('x-'));
  if (unknown !== undefined) yield `${pointer} has ${unknown}, which the generated code does not support`;
  // Without a row, the handler rejects a malformed parameter of the path. It cannot be absent.
  if (parameter.required && parameter.in !== 'path' && !hasCheck(operation, parameter.name)) {
    yield `${pointer} is required, but no row of x-checks rejects a request without it`;
  }
  const { schema } = parameter;
  const isList = schema?.type === 'array';
  if (isList && parameter.in !== 'query') yield `${pointer} is an array, which only a query can have`;
  yield* scalarProblems(pointer, isList ? schema.items : schema, ', or an array of these');
}

function* scalarProblems(pointer: string, schema: Schema | undefined, alternative = ''): Problems {
  const key = unsupported.find((name) => name in (schema ?? {}));
  if (key !== undefined) {
    yield `${pointer} has a schema with ${key}, which the generated code does not support`;
  } else if (scalarType(schema) === undefined) {
    yield `${pointer} must have a schema of type string, integer, number, boolean${alternative}`;
  }
}

/** A parameter is written at its operation, or at the path of its operation. */
export function pointerOf(
  contract: Contract,
  { path, method, pointer, operation }: PlacedOperation,
  parameter: Parameter,
): string {
  const itemPointer = pointerTo('paths', path);
  const item = resolve(contract, itemPointer, contract.paths[path] as PathItem);
  const own = item[method]?.parameters?.length ?? 0;
  const index = operation.parameters.indexOf(parameter);
  return index < own ? `${pointer}/parameters/${index}` : `${itemPointer}/parameters/${index - own}`;
}

function* requestBodyProblems({ pointer, operation }: PlacedOperation): Problems {
  const { requestBody } = operation;
  if (requestBody === undefined) return;
  if (Object.keys(requestBody.content).length > 1) yield `${pointer}/requestBody/content: there must be one media type`;
  const { schema } = requestBody;
  yield* bodyKeyProblems(`${pointer}/requestBody`, schema);
  if (Object.keys(schema?.properties ?? {}).length === 0 || requestBody['x-max-bytes'] === undefined) {
    yield `${pointer}/requestBody: it must be a JSON object with properties, and have x-max-bytes`;
  }
  if ('x-media-type' in requestBody && requestBody['x-media-type'] !== 'required') {
    yield `${pointer}/requestBody/x-media-type: its only value is required`;
  }
}

function* responseProblems(contract: Contract, pointer: string, status: string, response: Response): Problems {
  if (!/^[1-5]\d\d$/.test(status)) yield `${pointer}: the status must be a number`;
  for (const [name, { schema }] of Object.entries(response.headers)) {
    yield* scalarProblems(`${pointer}/headers/${name}: it`, schema);
  }
  const [body, ...others] = Object.entries(response.content);
  if (status === '204' || status === '304') {
    if (body !== undefined) yield `${pointer}/content: a ${status} has no body`;
    return;
  }
  if (body === undefined) {
    yield `${pointer}: only a 204 or a 304 can have no content`;
  } else if (others.length > 0) {
    yield `${pointer}/content: there must be one media type`;
  } else {
    const [type, { schema }] = body;
    yield* bodyProblems(contract, pointerBelow(pointer, 'content', type, 'schema'), type, schema);
  }
}

/** The code reads and writes the members under `properties`, so it would overlook those of `allOf`. */
function* bodyKeyProblems(pointer: string, schema: Schema | undefined): Problems {
  const key = unsupported.find((name) => name in (schema ?? {}));
  if (key !== undefined) yield `${pointer}: its schema has ${key}, which the generated code does not support`;
}

/** A body, or each alternative of `oneOf`, is a schema with a name: the code has a response of this name. */
function* bodyProblems(
  contract: Contract,
  pointer: string,
  type: string,
  written: Ref | { oneOf: Ref[] } | undefined,
): Problems {
  const alternatives = written !== undefined && 'oneOf' in written ? written.oneOf : [written];
  for (const alternative of alternatives) {
    const name = alternative !== undefined && '$ref' in alternative ? refName(alternative) : '';
    const schema = schemasOf(contract)[name];
    if (schema === undefined) {
      yield `${pointer}: it must be a reference to a schema under components/schemas`;
    } else if (type === 'application/json' && schema.type !== 'object' && schema.type !== 'array') {
      yield `${pointer}: ${name} must be an object or an array`;
    } else if (type !== 'application/json' && schema.type !== 'string') {
      yield `${pointer}: ${name} must be a string, since the body is ${type}`;
    } else {
      yield* bodyKeyProblems(pointer, schema);
    }
  }
}

/** Every rejection in `x-checks` is a documented response, every documented rejection is in `x-checks`, and parameters come first. */
function* checkProblems({ pointer, operation }: PlacedOperation): Problems {
  const checks = operation['x-checks'];
  if (checks === undefined) return;
  const documented = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => bodySchemas(response).map((schema) => `${status} ${schema}`));
  const checked = checks.flatMap(rejectionsOf).map(({ status, error }) => `${status} ${refName(error)}`);
  const missing = checked.filter((rejection) => !documented.includes(rejection));
  const unchecked = documented.filter((rejection) => !checked.includes(rejection));
  if (missing.length + unchecked.length > 0) {
    yield `${pointer}/x-checks: in x-checks but not in responses: ${missing.join(', ') || 'none'}; ` +
      `in responses but not in x-checks: ${unchecked.join(', ') || 'none'}`;
  }

  // Role and parameters are read before the handler runs, so their rows must come before those of the handler.
  const names = new Set(handlerParameters(operation).map(({ name }) => name));
  const isAllowed = (name: string) => name === 'allowed' && operation['x-role'] !== undefined;
  let ofHandler: string | undefined;
  for (const [index, { name, status }] of checks.entries()) {
    if (!names.has(name)) {
      if (status !== 401 && !isAllowed(name)) ofHandler ??= name;
    } else if (ofHandler !== undefined) {
      yield `${pointer}/x-checks/${index}: the parameter ${name} must come before ${ofHandler}`;
    }
  }
}
