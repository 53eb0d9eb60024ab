import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Document } from 'openapi-backend';
import { isDecodable } from '../src/api/decodable.ts';
import { Router } from '../src/api/router.ts';
import { operationsOf, sharedResponses } from './document/operations.ts';
import { pointerBelow } from './document/pointer.ts';
import { type ContractFile, contractFiles, readContract } from './document/read.ts';
import { contentOf, mediaType } from './document/responses.ts';
import type { Response } from './document/types.ts';

// Not openapi-backend's validateResponse and validateResponseHeaders: they accept a status that the operation does not have, know neither text nor
// the responses of no operation, and take every header for optional, or every header for required.
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
/** The value of a header arrives as text, whatever type its schema has. */
const headerAjv = new Ajv({ strict: false, coerceTypes: true });
addFormats.default(headerAjv);

const documented = new Map(contractFiles.map((file) => [file, documentedIn(file)]));

function documentedIn(file: ContractFile) {
  const contract = readContract(file);
  ajv.addSchema(contract, file);
  return {
    router: new Router({ definition: contract as object as Document, ignoreTrailingSlashes: false }),
    operations: new Map(operationsOf(contract).map(({ operation }) => [operation.operationId, operation])),
    shared: sharedResponses(contract),
  };
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Checks a response against a contract: its status, headers, content type and body.
 *
 * @param path of the request; one that the contract does not describe has the contract's 404 and no other response. Without it, the request
 *   is one whose path must not be read, which has the contract's 400.
 * @throws Error that lists every deviation from the contract
 */
export function assertDocumented(
  method: string,
  path: string | undefined,
  response: ReceivedResponse,
  file: ContractFile = 'openapi.yaml',
): void {
  const where = `${method} ${path ?? 'of an unreadable path'} returned ${response.status}`;
  const found = deviations(method, path, response, file);
  if (found === undefined) throw new Error(`${where}, which the contract does not declare there: ${response.text}`);
  const faults = [...found.headers, ...found.body];
  if (faults.length > 0) throw new Error(`${where}, but not as documented: ${faults.join('; ')}: ${response.text}`);
}

/** Every deviation of a response from a contract, as `assertDocumented` finds it; undefined if the contract does not declare the status there. */
export function deviations(
  method: string,
  path: string | undefined,
  response: ReceivedResponse,
  file: ContractFile = 'openapi.yaml',
): { readonly headers: readonly string[]; readonly body: readonly string[] } | undefined {
  const expected = documentedResponse(file, method, path, response.status);
  return (
    expected && {
      headers: headerFaults(expected, response.headers),
      body: bodyFaults(file, expected, method, response),
    }
  );
}

function documentedResponse(
  file: ContractFile,
  method: string,
  path: string | undefined,
  status: number,
): Response | undefined {
  const { router, operations, shared } = documented.get(file) as ReturnType<typeof documentedIn>;
  let ofNoOperation = path === undefined ? 400 : 404;
  try {
    if (path !== undefined && isDecodable(path.replace(/\?.*/, ''))) {
      const request = { method: method === 'HEAD' ? 'GET' : method, path, headers: {} }; // HEAD is GET without a body
      return operations.get(router.matchOperation(request, true)?.operationId ?? '')?.responses[status];
    }
  } catch (error) {
    ofNoOperation = Number.parseInt((error as Error).message, 10); // `404-notFound` or `405-methodNotAllowed`
  }
  return shared.find(({ response }) => response['x-status'] === status && status === ofNoOperation)?.response;
}

function headerFaults(response: Response, received: Headers): string[] {
  const faults = Object.entries(response.headers).flatMap(([name, { required, schema }]) => {
    const value = received.get(name);
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    return headerAjv.validate(schema, value) ? [] : [`the header ${name} is ${JSON.stringify(value)}`];
  });
  const type = received.get('content-type') ?? undefined;
  const isDeclared = type === undefined ? contentOf(response) === undefined : type in response.content;
  return isDeclared ? faults : [...faults, `the Content-Type is ${type ?? 'missing'}`];
}

function bodyFaults(file: ContractFile, response: Response, method: string, { text }: ReceivedResponse): string[] {
  if (method === 'HEAD') return [];
  if (contentOf(response) === undefined) return text === '' ? [] : ['there is a body'];
  const type = mediaType(response);
  const pointer = pointerBelow(response.pointer, 'content', type, 'schema');
  if (type !== 'application/json') return schemaFaults(pointer, text, file);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ['the body is not JSON'];
  }
  return schemaFaults(pointer, body, file);
}

/** Every deviation of a body from the contract's schema at a JSON pointer (`#/components/...`); empty if there is none. */
export function schemaFaults(pointer: string, body: unknown, file: ContractFile = 'openapi.yaml'): string[] {
  const [, ...keys] = pointer.split('/');
  const reference = `${file}#/${keys.map(encodeURIComponent).join('/')}`;
  const validate = ajv.getSchema(reference); // Ajv compiles each once
  if (validate === undefined) throw new Error(`There is no ${reference}`);
  return validate(body) ? [] : [ajv.errorsText(validate.errors, { dataVar: 'body' })];
}
