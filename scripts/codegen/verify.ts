import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import {
  operationsOf,
  type PlacedOperation,
  rejectionsOf,
  sharedResponses,
} from '../../contract/document/operations.ts';
import { pointerBelow, pointerTo } from '../../contract/document/pointer.ts';
import { isRef, refName } from '../../contract/document/references.ts';
import { bodySchemas, contentOf, mediaType } from '../../contract/document/responses.ts';
import { rolesOf } from '../../contract/document/roles.ts';
import { schemasOf } from '../../contract/document/schemas.ts';
import type { Body, Contract, Schema } from '../../contract/document/types.ts';
import { createFindFaults } from '../../contract/document/values.ts';
import { StartError } from '../../src/start-error.ts';
import { freeHeaders } from './client-members.ts';
import { pascal } from './names.ts';
import { handlerParameters, hasCheck } from './requests.ts';
import { type ByStatus, fallbacksOf, handlerResponses, isFixed, namedResponses } from './responses.ts';

/** Where a contract is wrong, as a JSON pointer, and what stands there. */
type Finding = readonly [place: string, found: string];

/** What a contract must be like that a schema cannot say. */
interface Row<Given> {
  /** What is allowed. */
  readonly allowed: string;
  readonly findings: (given: Given, contract: Contract) => Iterable<Finding>;
}

/** The members that the client gives to its results. */
const ownMembers = ['status', 'requestId', 'retried'];

/** Each keyword of a lower limit, with that of the upper one. */
const limits = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const;

const ajv = new Ajv({ strict: false });
addFormats.default(ajv);

const ofContract: readonly Row<Contract>[] = [
  ...limits.map(([least, most]) => ({
    allowed: `at most ${most}`,
    *findings(contract: Contract): Iterable<Finding> {
      for (const [place, { [least]: lower, [most]: upper }] of nodesIn(contract))
        if (Number(lower) > Number(upper)) yield [`${place}/${least}`, `is ${lower}, above ${upper}`];
    },
  })),
  {
    allowed: 'what the other keywords of its schema allow',
    *findings(contract) {
      for (const [place, node] of nodesIn(contract)) {
        const { enum: values = [], 'x-messages': messages = {}, ...schema } = node as Partial<Schema>;
        if (schema.type !== 'string') continue;
        const allows = ajv.compile(schema);
        const index = values.findIndex((value) => !allows(value));
        if (index >= 0) yield [`${place}/enum/${index}`, `is ${values[index]}`];
        for (const [name, text] of Object.entries(messages))
          if (!text.includes('{') && !allows(text)) yield [`${place}/x-messages/${name}`, `is ${text}`];
      }
    },
  },
  {
    allowed: 'x-division of BookId, with each of its values in their order',
    *findings({ components }) {
      for (const [name, { enum: values = [], 'x-division': division }] of Object.entries(components.schemas)) {
        const place = pointerTo('components', 'schemas', name, 'x-division');
        const codes = Object.keys(division ?? {});
        if (name === 'BookId' ? codes.join() !== values.join() : division !== undefined)
          yield [place, `is of ${codes.join(', ') || 'none'}`];
      }
    },
  },
  {
    // Generators make a type of each component: `Date` of `date`.
    allowed: 'names that are no globals of JavaScript, with a capital or without',
    *findings({ components }) {
      for (const [kind, parts] of Object.entries(components))
        for (const name of Object.keys(parts))
          if ([name, pascal(name)].some((each) => each in globalThis))
            yield [pointerTo('components', kind, name), `is ${name}`];
    },
  },
  {
    allowed: `from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}, which numbers hold exactly`,
    *findings(contract) {
      for (const [place, { type, format, ...limits }] of nodesIn(contract)) {
        for (const keyword of ['minimum', 'maximum']) {
          const limit = limits[keyword];
          if (type !== 'integer' || (limit === undefined && format !== 'int64')) continue;
          if (!Number.isSafeInteger(limit))
            yield [`${place}/${keyword}`, limit === undefined ? 'is missing' : `is ${limit}`];
        }
      }
    },
  },
  {
    allowed: 'texts that do not end a comment of the code',
    *findings(contract) {
      for (const [place, text] of textsIn(contract)) if (text.includes('*/')) yield [place, 'has */'];
    },
  },
  {
    allowed: 'an id of its own',
    findings: (contract) =>
      repeated(
        operationsOf(contract).map(({ pointer, operation: { operationId: id } }) => [`${pointer}/operationId`, id]),
      ),
  },
  {
    allowed: 'an id that no object has by itself, nor a promise',
    *findings(contract) {
      for (const { pointer, operation } of operationsOf(contract))
        if (operation.operationId in Promise.prototype) yield [`${pointer}/operationId`, `is ${operation.operationId}`];
    },
  },
  {
    allowed: 'a path of a shape of its own',
    findings: ({ paths }) =>
      repeated(Object.keys(paths).map((path) => [pointerTo('paths', path), path.replace(/\{\w+\}/g, '{}')])),
  },
  {
    allowed: 'members that properties describes',
    *findings({ components }) {
      for (const [name, { properties = {}, required = [] }] of Object.entries(components.schemas)) {
        const place = pointerTo('components', 'schemas', name, 'required');
        for (const [index, member] of required.entries())
          if (!Object.hasOwn(properties, member)) yield [`${place}/${index}`, `is ${member}`];
      }
    },
  },
  {
    allowed: 'a text or a number without parts, since it is a header',
    *findings(contract) {
      for (const [name, schema] of headersOf(contract))
        if (hasParts(schema)) yield [pointerTo('components', 'headers', name, 'schema'), `is an ${schema.type}`];
    },
  },
  {
    allowed: 'visible characters and spaces, since it is a header',
    *findings(contract) {
      for (const [name, { enum: values = [] }] of headersOf(contract))
        if (values.some((value) => /[^ -~]/.test(value)))
          yield [pointerTo('components', 'headers', name, 'schema'), `is ${JSON.stringify(values)}`];
    },
  },
  {
    allowed: 'a status, as x-status or by an operation that has the response',
    *findings(contract) {
      for (const { status, response } of sharedResponses(contract)) if (!status) yield [response.pointer, 'has none'];
    },
  },
  {
    allowed: 'x-status of a response that no operation has',
    *findings(contract) {
      for (const { operations, response } of sharedResponses(contract))
        if (response['x-status'] !== undefined && operations.length > 0)
          yield [`${response.pointer}/x-status`, `is of ${operations.join(', ')}`];
    },
  },
  {
    allowed: 'bearerAuth, since an operation needs a token',
    *findings(contract) {
      if (contract.components.securitySchemes) return;
      if (operationsOf(contract).some(({ operation }) => operation.security.length > 0))
        yield ['#/components/securitySchemes', 'is missing'];
    },
  },
  {
    allowed: 'responses that differ in status or schema',
    findings: (contract) =>
      repeatedNames(
        '#/components/responses',
        sharedResponses(contract).map(({ status, response }) => [`${status}`, response]),
      ),
  },
  {
    allowed: 'a role of x-roles, with all that it includes',
    *findings(contract) {
      const roles = new Map(Object.entries(rolesOf(contract)));
      for (const [name, { includes = [] }] of roles) {
        const place = pointerTo('components', 'securitySchemes', 'bearerAuth', 'x-roles', name, 'includes');
        for (const included of includes) {
          if (!roles.has(included)) yield [place, `has ${included}`];
          for (const further of roles.get(included)?.includes ?? [])
            if (!includes.includes(further)) yield [place, `has ${included} without ${further}`];
        }
      }
    },
  },
];

/** Of a contract that is right without its examples. */
const ofExamples: readonly Row<Contract>[] = [
  {
    allowed: 'what its schema allows',
    *findings(contract) {
      const findFaults = createFindFaults(contract);
      for (const { place, schema, value } of examplesIn(contract))
        for (const { keyword, instancePath, params, data, message } of findFaults(schema, value)) {
          const key = keyword === 'required' ? params['missingProperty'] : params['additionalProperty'];
          if (key === undefined) yield [place + instancePath, `is ${JSON.stringify(data)}, but ${message}`];
          else
            yield [pointerBelow(place + instancePath, key), keyword === 'required' ? 'is missing' : 'is not described'];
        }
    },
  },
  {
    allowed: 'an example of each schema of oneOf, by its name',
    *findings(contract) {
      for (const { place, schema, examples } of bodiesIn(contract)) {
        if (!('oneOf' in schema)) continue;
        const [described, named] = [schema.oneOf.map(refName), Object.keys(examples ?? {})];
        for (const name of described) if (!named.includes(name)) yield [`${place}/examples`, `lacks ${name}`];
        for (const name of named) if (!described.includes(name)) yield [`${place}/examples`, `has ${name}`];
      }
    },
  },
];

const ofOperation: readonly Row<PlacedOperation>[] = [
  {
    allowed: 'a body of PUT or POST',
    *findings({ pointer, method, operation: { requestBody } }) {
      if (requestBody && ['get', 'delete'].includes(method))
        yield [`${pointer}/requestBody`, `is of ${method.toUpperCase()}`];
    },
  },
  {
    allowed: 'the parameters of the path, and no others in it',
    *findings({ path, pointer, operation: { parameters } }) {
      const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).toSorted();
      const described = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      if (inPath.join() !== described.toSorted().join())
        yield [`${pointer}/parameters`, `has ${described.join(', ') || 'none'} in the path`];
    },
  },
  {
    allowed: 'a name of its own, in any case',
    findings: ({ pointer, operation: { parameters } }) =>
      repeated(parameters.map(({ name }, index) => [`${pointer}/parameters/${index}`, name.toLowerCase()])),
  },
  {
    // OpenAPI ignores the three, and the client looks for Idempotency-Key as it is written here.
    allowed: 'a header written as X-Request-Id is, and not Accept, Authorization or Content-Type',
    *findings({ pointer, operation: { parameters } }) {
      for (const [index, { in: place, name }] of parameters.entries())
        if (place === 'header' && !/^(?!(Accept|Authorization|Content-Type)$)[A-Z][a-z]*(-[A-Z][a-z]*)*$/.test(name))
          yield [`${pointer}/parameters/${index}/name`, `is ${name}`];
    },
  },
  {
    allowed: 'true in the path; false in a header, which the client does not send',
    *findings({ pointer, operation: { parameters } }) {
      for (const [index, { in: place, required }] of parameters.entries())
        if ((place === 'path' && !required) || (place === 'header' && required))
          yield [`${pointer}/parameters/${index}/required`, `is ${required} in the ${place}`];
    },
  },
  {
    allowed: 'a text, a number or a truth value, since it is a parameter',
    *findings({ pointer, operation: { parameters } }) {
      for (const [index, { schema }] of parameters.entries())
        if (hasParts(schema)) yield [`${pointer}/parameters/${index}/schema`, `is an ${schema.type}`];
    },
  },
  {
    allowed: 'a required parameter of the query that a row of x-checks rejects',
    *findings({ pointer, operation }) {
      for (const [index, { name, in: place, required }] of operation.parameters.entries())
        if (place === 'query' && required && !hasCheck(operation, name))
          yield [`${pointer}/parameters/${index}`, `is ${name}, which no row rejects`];
    },
  },
  {
    allowed: 'a pattern, since the client makes keys',
    *findings({ pointer, operation: { parameters } }) {
      for (const [index, { name, schema }] of parameters.entries())
        if (name === 'Idempotency-Key' && schema.pattern === undefined)
          yield [`${pointer}/parameters/${index}/schema`, 'has none'];
    },
  },
  {
    allowed: 'an object as JSON, a text in any other media type',
    *findings({ pointer, operation: { requestBody, responses } }, contract) {
      if (requestBody && requestBody.schema.type !== 'object')
        yield [`${pointer}/requestBody`, `is a ${requestBody.schema.type}`];
      const schemas = schemasOf(contract);
      for (const response of Object.values(responses)) {
        const type = mediaType(response);
        for (const name of bodySchemas(response))
          if (schemas[name]?.type !== (type === 'application/json' ? 'object' : 'string'))
            yield [pointerBelow(response.pointer, 'content', type), `is ${name}`];
      }
    },
  },
  {
    allowed: 'a body, except with 204 and 304',
    *findings({ pointer, operation: { responses } }) {
      for (const [status, response] of Object.entries(responses))
        if ((contentOf(response) === undefined) !== ['204', '304'].includes(status))
          yield [`${pointer}/responses/${status}`, contentOf(response) ? 'has one' : 'has none'];
    },
  },
  {
    allowed: 'no header that the service sets by itself, and no cookie',
    *findings({ pointer, operation: { responses } }) {
      for (const [status, { headers }] of Object.entries(responses))
        for (const name of Object.keys(headers))
          if (['content-length', 'content-type', 'set-cookie', 'transfer-encoding'].includes(name.toLowerCase()))
            yield [`${pointer}/responses/${status}/headers`, `has ${name}`];
    },
  },
  {
    allowed: 'each header once, in any case',
    *findings({ pointer, operation: { responses } }) {
      for (const [status, { headers }] of Object.entries(responses)) {
        const place = `${pointer}/responses/${status}/headers`;
        yield* repeated(Object.keys(headers).map((name) => [pointerBelow(place, name), name.toLowerCase()]));
      }
    },
  },
  {
    allowed: 'responses that differ in status or schema',
    findings: ({ pointer, operation }) => repeatedNames(`${pointer}/responses`, handlerResponses(operation)),
  },
  {
    allowed: 'a name of its own',
    findings: ({ pointer, operation: { 'x-checks': checks = [] } }) =>
      repeated(checks.map(({ name }, index) => [`${pointer}/x-checks/${index}/name`, name])),
  },
  {
    // The service looks at the token before all else.
    allowed: 'the one row with 401 first if a token is needed, and none otherwise',
    *findings({ pointer, operation: { security, 'x-checks': checks = [] } }) {
      for (const [index, { name, status }] of checks.entries())
        if ((status === 401) !== (index === 0 && security.length > 0))
          yield [`${pointer}/x-checks/${index}`, `is ${name} with ${status}`];
    },
  },
  {
    allowed: 'the rejections of the responses that middleware does not send, each in a row',
    *findings({ pointer, operation }) {
      const { 'x-checks': checks } = operation;
      if (checks === undefined) return;
      const documented = handlerResponses(operation)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, response]) => bodySchemas(response).map((schema) => `${status} ${schema}`));
      const checked = checks.flatMap(rejectionsOf).map(({ status, error }) => `${status} ${refName(error)}`);
      const place = `${pointer}/x-checks`;
      for (const rejection of new Set(checked).difference(new Set(documented))) yield [place, `has ${rejection}`];
      for (const rejection of new Set(documented).difference(new Set(checked))) yield [place, `lacks ${rejection}`];
    },
  },
  {
    // The service reads the parameters before the handler runs.
    allowed: 'the rows of parameters before those of the handler',
    *findings({ pointer, operation }) {
      const names = handlerParameters(operation).map(({ name }) => name);
      const isEarly = ({ name, status }: { name: string; status: number }) =>
        status === 401 || names.includes(name) || (name === 'allowed' && operation['x-role'] !== undefined);
      const checks = operation['x-checks'] ?? [];
      const first = checks.findIndex((check) => !isEarly(check));
      for (const [index, { name }] of checks.entries())
        if (index > first && first >= 0 && names.includes(name))
          yield [`${pointer}/x-checks/${index}`, `is ${name}, after ${checks[first]?.name}`];
    },
  },
  {
    allowed: 'a role of x-roles for each operation with a token, if there are roles, and for no other',
    *findings({ pointer, operation: { security, 'x-role': role } }, contract) {
      const roles = Object.keys(rolesOf(contract));
      const isRight = security.length > 0 && roles.length > 0 ? roles.includes(`${role}`) : role === undefined;
      if (!isRight) yield [`${pointer}/x-role`, role === undefined ? 'is missing' : `is ${role}`];
    },
  },
  {
    allowed: 'the row allowed with 403 after that of the token, since there is x-role',
    *findings({ pointer, operation: { 'x-role': role, 'x-checks': checks = [] } }) {
      const index = checks.findIndex(({ status }) => status === 401) + 1;
      const { name, status } = checks[index] ?? {};
      if (role !== undefined && !(name === 'allowed' && status === 403))
        yield [`${pointer}/x-checks/${index}`, name === undefined ? 'is missing' : `is ${name} with ${status}`];
    },
  },
  {
    allowed: 'a row readable, whose response a body gets that cannot be read',
    *findings({ pointer, method, operation: { requestBody, 'x-checks': checks = [] } }) {
      if (requestBody && ['put', 'post'].includes(method) && !checks.some(({ name }) => name === 'readable'))
        yield [`${pointer}/x-checks`, 'has none'];
    },
  },
  {
    allowed: 'a response that the contract fixes, since it is returned without the handler',
    *findings({ pointer, operation }, contract) {
      const free = fallbacksOf(operation).filter((fallback) => !isFixed(contract, operation, fallback));
      for (const status of new Set(free.map((fallback) => fallback.status)))
        yield [
          `${pointer}/responses/${status}`,
          operation.responses[status] ? 'varies or is sent by middleware' : 'is missing',
        ];
    },
  },
];

/** What only the client needs. */
const ofClient: readonly Row<PlacedOperation>[] = [
  {
    allowed: 'another name than body, which the client gives to the body',
    *findings({ pointer, operation: { parameters } }) {
      for (const [index, { name }] of parameters.entries())
        if (name === 'body') yield [`${pointer}/parameters/${index}`, 'is body'];
    },
  },
  {
    allowed: 'names that results do not have: not status, requestId, retried, or a member of the body',
    *findings({ pointer, operation }, contract) {
      const schemas = schemasOf(contract);
      for (const [status, response] of handlerResponses(operation)) {
        const taken = new Set(ownMembers);
        for (const name of bodySchemas(response)) {
          const { type, properties = {} } = schemas[name] as Schema;
          if (type === 'string') taken.add('text'); // the client's name of it
          for (const member of Object.keys(properties)) {
            if (ownMembers.includes(member))
              yield [pointerTo('components', 'schemas', name, 'properties', member), `is ${member}`];
            taken.add(member);
          }
        }
        for (const { name, member } of freeHeaders(response)) {
          if (taken.has(member)) yield [`${pointer}/responses/${status}/headers/${name}`, `is ${member} in a result`];
          taken.add(member);
        }
      }
    },
  },
];

/**
 * Checks that code can be made of a contract.
 *
 * @param name of the contract, for the errors
 * @throws StartError with one line for each place where the contract contradicts itself, or says
 *   what the code cannot express
 */
export function assertExpressible(name: string, contract: Contract, { hasClient = false } = {}): void {
  const faults = [...contractFaults(contract), ...(hasClient ? clientFaults(contract) : [])];
  if (faults.length > 0) throw new StartError(faults.map((fault) => `${name}: ${fault}`).join('\n'));
}

/**
 * Where a contract of the profile contradicts itself, or says what the generated code cannot
 * express: a line for each place, with what stands there and what is allowed.
 */
export function contractFaults(contract: Contract): string[] {
  const faults = [
    ...ofContract.flatMap((row) => linesOf(row, contract, contract)),
    ...operationsOf(contract).flatMap((placed) => ofOperation.flatMap((row) => linesOf(row, placed, contract))),
  ];
  return faults.length > 0 ? faults : ofExamples.flatMap((row) => linesOf(row, contract, contract));
}

/** Where a contract says what the client cannot express, as `contractFaults` does. */
export function clientFaults(contract: Contract): string[] {
  const lines = operationsOf(contract).flatMap((placed) => ofClient.flatMap((row) => linesOf(row, placed, contract)));
  return [...new Set(lines)]; // several responses can have one schema
}

function linesOf<Given>({ allowed, findings }: Row<Given>, given: Given, contract: Contract): string[] {
  return Array.from(findings(given, contract), ([place, found]) => `${place.slice(1)}: ${found}; allowed: ${allowed}`);
}

/** The places whose value stands at an earlier place too. */
function* repeated(values: readonly (readonly [place: string, value: string])[]): Generator<Finding> {
  const seen = new Set<string>();
  for (const [place, value] of values) {
    if (seen.has(value)) yield [place, `is ${value} again`];
    seen.add(value);
  }
}

/** The code has a response of each name. */
function* repeatedNames(place: string, responses: readonly ByStatus[]): Generator<Finding> {
  yield* repeated(namedResponses(responses).map(({ name }) => [place, name]));
}

/** Every object of a contract, with its place. */
function* nodesIn(part: unknown, place = '#'): Generator<readonly [place: string, node: Record<string, unknown>]> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield [place, part as Record<string, unknown>];
  for (const [key, value] of Object.entries(part)) yield* nodesIn(value, pointerBelow(place, key));
}

/** The texts of a contract that become comments: all but patterns. */
function* textsIn(part: unknown, place = '#'): Generator<readonly [place: string, text: string]> {
  if (typeof part === 'string') yield [place, part];
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part))
    if (key !== 'pattern') yield* textsIn(value, pointerBelow(place, key));
}

/** An example, and where its schema is. */
interface PlacedExample {
  readonly place: string;
  readonly schema: string;
  readonly value: unknown;
}

/** Every example of a contract: of its schemas, parameters, headers and bodies. */
function* examplesIn(contract: Contract): Generator<PlacedExample> {
  for (const [schema, { type, example }] of nodesIn(contract))
    if (type !== undefined && example !== undefined) yield { place: `${schema}/example`, schema, value: example };
  const { parameters = {}, headers } = contract.components;
  const own = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      (operation.parameters ?? []).map((parameter, index) => ({
        place: pointerTo('paths', path, method, 'parameters', `${index}`),
        part: parameter,
      })),
    ),
  );
  const shared = Object.entries({ parameters, headers }).flatMap(([kind, parts]) =>
    Object.entries(parts).map(([name, part]) => ({ place: pointerTo('components', kind, name), part })),
  );
  for (const { place, part } of [...own, ...shared])
    if (!isRef(part) && part.example !== undefined)
      yield { place: `${place}/example`, schema: `${place}/schema`, value: part.example };
  for (const { place, schema, example, examples = {} } of bodiesIn(contract)) {
    if (!('oneOf' in schema)) yield { place: `${place}/example`, schema: `${place}/schema`, value: example };
    else
      for (const reference of schema.oneOf) {
        const name = refName(reference);
        const named = examples[name];
        if (named)
          yield { place: pointerBelow(place, 'examples', name, 'value'), schema: reference.$ref, value: named.value };
      }
  }
}

/** Every body of a contract, of requests and of responses, with its place. */
function bodiesIn(contract: Contract): (Body & { readonly place: string })[] {
  const operations = operationsOf(contract);
  const requests = operations.flatMap(({ pointer, operation: { requestBody } }) =>
    requestBody === undefined ? [] : [{ pointer: `${pointer}/requestBody`, content: requestBody.content }],
  );
  const responses = [
    ...operations.flatMap(({ operation }) => Object.values(operation.responses)),
    ...sharedResponses(contract).map(({ response }) => response),
  ];
  const byPlace = new Map(
    [...requests, ...responses].flatMap(({ pointer, content }) =>
      Object.entries<Body>(content).map(([type, body]) => [pointerBelow(pointer, 'content', type), body] as const),
    ),
  );
  return Array.from(byPlace, ([place, body]) => ({ ...body, place }));
}

function headersOf(contract: Contract): [name: string, schema: Schema][] {
  const schemas = schemasOf(contract);
  return Object.entries(contract.components.headers).map(([name, { schema }]) => [
    name,
    '$ref' in schema ? (schemas[refName(schema)] as Schema) : (schema as Schema),
  ]);
}

function hasParts({ type }: Schema): boolean {
  return type === 'object' || type === 'array';
}
