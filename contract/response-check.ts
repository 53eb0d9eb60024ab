import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { type Document, OpenAPIRouter } from 'openapi-backend';
import { isDecodable } from '../src/api/api.ts';
import { securityHeaders } from '../src/http/security-headers.ts';
import { operationsOf, sharedResponses } from './document/operations.ts';
import { pointerBelow } from './document/pointer.ts';
import { type ContractFile, contractFiles, readContract } from './document/read.ts';
import { contentOf, mediaType } from './document/responses.ts';
import { fixedValue } from './document/schemas.ts';
import type { Response } from './document/types.ts';
import { createFindFaults, type Members } from './document/values.ts';

/** The value of a header arrives as text, whatever type its schema has. */
const headerAjv = new Ajv({ strict: false, coerceTypes: true });
addFormats.default(headerAjv);

// Not openapi-backend's validateResponse and validateResponseHeaders: they accept a status that the
// operation does not have, know neither text nor the responses of no operation, and take every
// header for optional, or every header for required.
const documented = new Map(contractFiles.map((file) => [file, documentedIn(file)]));

function documentedIn(file: ContractFile) {
  const contract = readContract(file);
  return {
    findFaults: createFindFaults(contract),
    router: new OpenAPIRouter({ definition: contract as object as Document, ignoreTrailingSlashes: false }),
    operations: operationsOf(contract),
    shared: sharedResponses(contract),
  };
}

function contractOf(file: ContractFile): ReturnType<typeof documentedIn> {
  return documented.get(file) as ReturnType<typeof documentedIn>;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A deviation of a response from the documented one. */
export interface Fault {
  readonly part: 'status' | 'headers' | 'body';
  readonly text: string;
  /** The beginning of the sentence that says otherwise, if it is one. */
  readonly says?: string;
}

/**
 * Checks a response against a contract: its status, headers, content type and body.
 *
 * @param path of the request; one that the contract does not describe has the contract's 404 and
 *   no other response. Without it, the request is one whose path must not be read, which has the
 *   contract's 400.
 * @throws Error that lists every deviation from the contract
 */
export function assertDocumented(
  method: string,
  path: string | undefined,
  response: ReceivedResponse,
  file: ContractFile = 'openapi.yaml',
): void {
  const where = `${method} ${path ?? 'of an unreadable path'} returned ${response.status}`;
  const expected = documentedResponse(file, method, path, response.status);
  if (expected === undefined) throw new Error(`${where}, which the contract does not declare there: ${response.text}`);
  const inBody = method === 'HEAD' ? [] : bodyFaults(file, expected, response.text);
  const faults = [...headerFaults(expected, response.headers), ...inBody];
  if (faults.length > 0) throw new Error(`${where}, but not as documented: ${faults.join('; ')}: ${response.text}`);
}

/**
 * Headers that HTTP, CORS and proxies add to any response. Like those for browsers, no contract
 * lists them.
 */
const transportHeaders = [
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Alt-Svc',
  'Connection',
  'Content-Length',
  'Content-Type',
  'Date',
  'Keep-Alive',
  'Server',
  'Transfer-Encoding',
  'Vary',
  'Via',
];

/**
 * Every deviation of a response from the documented one with its status: it has that one's headers
 * and body, and in `Allow` the methods of the path. Ours has nothing else; another service, or a
 * proxy in front of it, may add headers, UTF-8 to the Content-Type, and methods that it accepts.
 *
 * @param request with its path as the contract writes it
 * @param members `open` for a service that may not be ours
 */
export function deviations(
  request: { readonly path: string; readonly method: string },
  received: ReceivedResponse,
  response: Response,
  file: ContractFile = 'openapi.yaml',
  members: Members = 'exact',
): Fault[] {
  const declared = [...transportHeaders, ...Object.keys(securityHeaders), ...Object.keys(response.headers)].map(
    (name) => name.toLowerCase(),
  );
  const undeclared = [...received.headers.keys()].filter((header) => !declared.includes(header) && members === 'exact');
  const headers = [
    ...headerFaults(response, received.headers, members),
    ...undeclared.map((header) => `the header ${header} is not declared`),
    ...allowFault(request, received.headers, file, members),
  ];
  return [
    ...headers.map((text) => ({ part: 'headers', text }) as const),
    ...bodyFaults(file, response, received.text, members).map((text) => ({ part: 'body', text }) as const),
  ];
}

function allowFault(
  { path, method }: { readonly path: string; readonly method: string },
  received: Headers,
  file: ContractFile,
  members: Members,
): string[] {
  const allow = received.get('Allow');
  if (allow === null) return [];
  const { operations } = contractOf(file);
  const own = operations.flatMap((each) => (each.path === path ? each.method.toUpperCase() : []));
  const methods = own.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : each));
  const named = allow.split(/, */);
  const isRight =
    methods.every((each) => named.includes(each)) &&
    !named.includes(method) &&
    (members === 'open' || named.every((each) => methods.includes(each)));
  return isRight ? [] : [`the header Allow is ${quoted(allow)} instead of ${quoted(methods.join(', '))}`];
}

/** The response with a status that a contract documents for a request; undefined if it has none. */
export function documentedResponse(
  file: ContractFile,
  method: string,
  path: string | undefined,
  status: number,
): Response | undefined {
  const { router, operations, shared } = contractOf(file);
  let ofNoOperation = path === undefined ? 400 : 404;
  try {
    if (path !== undefined && isDecodable(path.replace(/\?.*/, ''))) {
      const request = { method: method === 'HEAD' ? 'GET' : method, path, headers: {} }; // HEAD is GET without a body
      const id = router.matchOperation(request, true)?.operationId;
      return operations.find(({ operation }) => operation.operationId === id)?.operation.responses[status];
    }
  } catch (error) {
    ofNoOperation = Number.parseInt((error as Error).message, 10); // `404-notFound` or `405-methodNotAllowed`
  }
  return shared.find(({ response }) => response['x-status'] === status && status === ofNoOperation)?.response;
}

function headerFaults(response: Response, received: Headers, members: Members = 'exact'): string[] {
  const faults = Object.entries(response.headers).flatMap(([name, { required, schema }]) => {
    const value = received.get(name);
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    if (headerAjv.validate(schema, value)) return [];
    const fixed = fixedValue(schema);
    return [`the header ${name} is ${quoted(value)}${fixed === undefined ? '' : ` instead of ${quoted(fixed)}`}`];
  });
  return [...faults, ...contentTypeFault(response, received.get('content-type'), members)];
}

function contentTypeFault(response: Response, received: string | null, members: Members): string[] {
  const type = contentOf(response) === undefined ? null : mediaType(response);
  if (received === type) return [];
  const [bare, charset] = received?.split(/ *; */) ?? [];
  if (members === 'open' && bare === type && /^charset="?utf-8"?$/i.test(charset ?? '')) return [];
  if (bare === type) return [`the Content-Type has ${charset}, which the contract does not declare`];
  return [`the Content-Type is ${received ?? 'missing'}${type === null ? '' : ` instead of ${type}`}`];
}

function bodyFaults(file: ContractFile, response: Response, text: string, members?: Members): string[] {
  if (contentOf(response) === undefined) return text === '' ? [] : ['there is a body'];
  const type = mediaType(response);
  const pointer = pointerBelow(response.pointer, 'content', type, 'schema');
  if (type !== 'application/json') return schemaFaults(pointer, text, file, members);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ['the body is not JSON'];
  }
  return schemaFaults(pointer, body, file, members);
}

/**
 * Every deviation of a body from the contract's schema at a JSON pointer (`#/components/...`);
 * empty if there is none.
 */
export function schemaFaults(
  pointer: string,
  body: unknown,
  file: ContractFile = 'openapi.yaml',
  members: Members = 'exact',
): string[] {
  return contractOf(file).findFaults(pointer, body, members).map(inWords);
}

function inWords({ keyword, instancePath, schema, data, message }: ErrorObject): string {
  const place = `body${instancePath}`;
  if (keyword !== 'enum' && keyword !== 'x-messages') return `${place} ${message}`;
  return `${place} is ${quoted(data)} instead of ${Object.values(schema as object)
    .map(quoted)
    .join(' or ')}`;
}

function quoted(value: unknown): string {
  return JSON.stringify(value);
}
