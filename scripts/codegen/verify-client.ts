import { operationsOf, type PlacedOperation } from '../../contract/document/operations.ts';
import { pointerTo } from '../../contract/document/pointer.ts';
import { bodySchemas, contentOf } from '../../contract/document/responses.ts';
import { schemasOf } from '../../contract/document/schemas.ts';
import type { Contract, Response } from '../../contract/document/types.ts';
import { freeHeaders, typeInJavaScript } from './client-members.ts';
import { handlerParameters } from './requests.ts';
import { type Problems, pointerOf, throwIfAny } from './verify.ts';

/** The members that the client gives to its results. */
const ownMembers = ['status', 'requestId', 'retried'];

/**
 * Verifies that the client can express a contract that the service can express.
 *
 * @throws Error with one line for each place that it cannot express
 */
export function verifyClient(contract: Contract): void {
  throwIfAny(problemsOf(contract));
}

function* problemsOf(contract: Contract): Problems {
  for (const placed of operationsOf(contract)) {
    yield* requestProblems(contract, placed);
    for (const [status, response] of Object.entries(placed.operation.responses)) {
      yield* responseProblems(contract, `${placed.pointer}/responses/${status}`, response);
    }
  }
}

function* requestProblems(contract: Contract, placed: PlacedOperation): Problems {
  const { operation, pointer } = placed;
  for (const parameter of handlerParameters(operation)) {
    const place = pointerOf(contract, placed, parameter);
    if (parameter.in === 'header' && parameter.required) {
      yield `${place}: the client cannot send the header ${parameter.name}, which is required`;
    }
    if (parameter.name === 'body' && parameter.in !== 'header') {
      yield `${place}: the client takes the body under this name`;
    }
  }
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema !== undefined && !('$ref' in schema)) {
    yield `${pointer}/requestBody: the client needs a reference to a schema under components/schemas`;
  }
}

function* responseProblems(contract: Contract, pointer: string, response: Response): Problems {
  if (contentOf(response) === undefined) return;
  if (response.content['application/json'] === undefined) yield `${pointer}/content: the client reads JSON only`;
  const schemas = bodySchemas(response);
  const lists = schemas.filter((name) => contract.components.schemas[name]?.type === 'array');
  if (lists.length > 0 && lists.length < schemas.length) {
    yield `${pointer}: the client cannot tell an array from an object`;
  }
  const taken = new Set(lists.length > 0 ? ['body', ...ownMembers] : ownMembers);
  for (const name of schemas) {
    const { properties = {}, required = [] } = schemasOf(contract)[name] ?? {};
    for (const member of new Set([...Object.keys(properties), ...required])) {
      const place = pointerTo('components', 'schemas', name, 'properties', member);
      if (ownMembers.includes(member)) yield `${place}: the client's results have a member ${member} of their own`;
      if (required.includes(member) && typeInJavaScript(properties[member]) === undefined)
        yield `${place}: the client needs its type`;
      taken.add(member);
    }
  }
  for (const { name, member } of freeHeaders(response)) {
    if (taken.has(member)) yield `${pointer}/headers/${name}: the client's results have a member ${member} already`;
    taken.add(member);
  }
}
