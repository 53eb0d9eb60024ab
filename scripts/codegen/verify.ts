import {
  operationsOf,
  type PlacedOperation,
  rejectionsOf,
  sharedResponses,
} from '../../contract/document/operations.ts';
import { pointerBelow, pointerTo } from '../../contract/document/pointer.ts';
import { refName, resolve } from '../../contract/document/references.ts';
import { bodySchemas, mediaType } from '../../contract/document/responses.ts';
import { rolesOf } from '../../contract/document/roles.ts';
import { schemasOf } from '../../contract/document/schemas.ts';
import type { Contract, Ref, Schema } from '../../contract/document/types.ts';
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

const ofContract: readonly Row<Contract>[] = [
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
    allowed: 'a text, a number or a truth value, since it is a parameter or a header',
    *findings(contract) {
      for (const [place, { type }] of scalarsIn(contract))
        if (type === 'object' || type === 'array') yield [`${place}/schema`, `is an ${type}`];
    },
  },
  {
    allowed: 'visible characters and spaces, since it is a header',
    *findings(contract) {
      for (const [place, { enum: values = [] }] of scalarsIn(contract))
        if (place.startsWith('#/components/headers/') && values.some((value) => /[^ -~]/.test(value)))
          yield [`${place}/schema`, `is ${JSON.stringify(values)}`];
    },
  },
  {
    allowed: 'x-status, unless an operation has the response',
    *findings(contract) {
      for (const { operations, response } of sharedResponses(contract)) {
        const { pointer, 'x-status': status } = response;
        if ((status === undefined) === (operations.length === 0))
          yield [`${pointer}/x-status`, status === undefined ? 'is missing' : `is of ${operations.join(', ')}`];
      }
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

/** Of a contract that is right without its values. */
const ofValues: readonly Row<Contract>[] = [
  {
    allowed: 'what its schema allows',
    *findings(contract) {
      const findFaults = createFindFaults(contract);
      for (const { place, schema, value } of valuesIn(contract))
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
      for (const [place, { schema, examples = {} }] of nodesIn(contract)) {
        if (schema?.oneOf === undefined) continue;
        const [described, named] = [schema.oneOf.map(refName), Object.keys(examples)];
        for (const name of described) if (!named.includes(name)) yield [`${place}/examples`, `lacks ${name}`];
        for (const name of named) if (!described.includes(name)) yield [`${place}/examples`, `has ${name}`];
      }
    },
  },
];

const ofOperation: readonly Row<PlacedOperation>[] = [
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
    allowed: 'a required parameter of the query that a row of x-checks rejects',
    *findings({ pointer, operation }) {
      for (const [index, { name, in: place, required }] of operation.parameters.entries())
        if (place === 'query' && required && !hasCheck(operation, name))
          yield [`${pointer}/parameters/${index}`, `is ${name}, which no row rejects`];
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
    allowed: 'responses that differ in status or schema',
    findings: ({ pointer, operation }) => repeatedNames(`${pointer}/responses`, handlerResponses(operation)),
  },
  {
    allowed: 'a name of its own',
    findings: ({ pointer, operation: { 'x-checks': checks = [] } }) =>
      repeated(checks.map(({ name }, index) => [`${pointer}/x-checks/${index}/name`, name])),
  },
  {
    // The service looks at the token before all else, and reads the parameters before the handler runs.
    allowed: 'first 401 if a token is needed, then allowed with 403 if there is x-role, the parameters, the others',
    *findings({ pointer, operation }) {
      const { security, 'x-role': role, 'x-checks': checks = [] } = operation;
      const names = handlerParameters(operation).map(({ name }) => name);
      const ranks = checks.map(({ name, status }) => {
        if (status === 401) return 0;
        if (name === 'allowed' && status === 403 && role !== undefined) return 1;
        return names.includes(name) ? 2 : 3;
      });
      const first = [...(security.length > 0 ? [0] : []), ...(role === undefined ? [] : [1])];
      const right = [...first, ...ranks.filter((rank) => rank > 1).toSorted()];
      const index = [...right, undefined].findIndex((rank, index) => rank !== ranks[index]);
      const { name, status } = checks[index] ?? {};
      if (index >= 0)
        yield [`${pointer}/x-checks/${index}`, name === undefined ? 'is missing' : `is ${name} with ${status}`];
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
    allowed: 'a role of x-roles for each operation with a token, if there are roles, and for no other',
    *findings({ pointer, operation: { security, 'x-role': role } }, contract) {
      const roles = Object.keys(rolesOf(contract));
      const isRight = security.length > 0 && roles.length > 0 ? roles.includes(`${role}`) : role === undefined;
      if (!isRight) yield [`${pointer}/x-role`, role === undefined ? 'is missing' : `is ${role}`];
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
  return faults.length > 0 ? faults : ofValues.flatMap((row) => linesOf(row, contract, contract));
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

/** What an object of a contract can have of these. */
interface Node extends Partial<Schema> {
  readonly schema?: Ref & Schema & { readonly oneOf?: Ref[] };
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** Every object of a contract, with its place, except the values that it shows. */
function* nodesIn(part: unknown, place = '#'): Generator<readonly [place: string, node: Node]> {
  if (typeof part !== 'object' || part === null) return;
  // The names in it are those of members.
  const isMap = place.endsWith('/properties');
  if (!isMap) yield [place, part as Node];
  for (const [key, value] of Object.entries(part))
    if (isMap || !['example', 'examples'].includes(key)) yield* nodesIn(value, pointerBelow(place, key));
}

/** Every value that a contract names for a schema, and where that schema is. */
function* valuesIn(contract: Contract) {
  for (const [place, node] of nodesIn(contract)) {
    const { schema, example, examples = {}, enum: values = [], 'x-messages': messages = {} } = node;
    const own = schema === undefined ? place : `${place}/schema`;
    if (example !== undefined) yield { place: `${place}/example`, schema: own, value: example };
    for (const [index, value] of values.entries()) yield { place: `${place}/enum/${index}`, schema: own, value };
    for (const [name, value] of Object.entries(messages))
      if (!value.includes('{')) yield { place: `${place}/x-messages/${name}`, schema: own, value };
    for (const { $ref } of schema?.oneOf ?? []) {
      const name = refName({ $ref });
      if (examples[name]) yield { place: `${place}/examples/${name}/value`, schema: $ref, value: examples[name].value };
    }
  }
}

/** The schema of every parameter and header, with the place of what has it. */
function* scalarsIn(contract: Contract): Generator<readonly [place: string, schema: Schema]> {
  for (const [place, { schema, required }] of nodesIn(contract))
    if (schema && required !== undefined) yield [place, resolve<Schema>(contract, schema)];
}
