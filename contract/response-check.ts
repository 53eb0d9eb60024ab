import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { operationsOf, sharedResponses } from './document/operations.ts';
import { pointerBelow } from './document/pointer.ts';
import { type ContractFile, readContract } from './document/read.ts';
import { contentOf, mediaType } from './document/responses.ts';
import type { Response } from './document/types.ts';

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);

const documented = {
  'openapi.yaml': documentedIn('openapi.yaml'),
  'contract/openapi.admin.yaml': documentedIn('contract/openapi.admin.yaml'),
};

function documentedIn(file: ContractFile) {
  const contract = readContract(file);
  ajv.addSchema(contract, file);
  return { operations: operationsOf(contract), shared: sharedResponses(contract) };
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
  if (path === undefined) return responseOfNoOperation(file, status, 400);
  const [pathname = ''] = path.split('?');
  const key = method === 'HEAD' ? 'get' : method.toLowerCase(); // HEAD is GET without a body
  const atPath = operationsAt(file, pathname);
  const found = atPath.find((operation) => operation.method === key);
  if (found !== undefined) return found.operation.responses[status];
  return responseOfNoOperation(file, status, atPath.length === 0 ? 404 : 405);
}

function responseOfNoOperation(file: ContractFile, status: number, expected: number): Response | undefined {
  if (status !== expected) return undefined;
  return documented[file].shared.find(({ response }) => response['x-status'] === expected)?.response;
}

/** The operations of the path itself, otherwise those of a path whose parameters fit it. */
function operationsAt(file: ContractFile, pathname: string) {
  const { operations } = documented[file];
  const exact = operations.filter(({ path }) => path === pathname);
  return exact.length > 0 ? exact : operations.filter(({ path }) => patternOf(path).test(pathname));
}

function patternOf(path: string): RegExp {
  return RegExp(
    `^${path
      .split(/\{[^}]*\}/)
      .map(RegExp.escape)
      .join('[^/]+')}$`,
  );
}

function headerFaults(response: Response, received: Headers): string[] {
  const faults = Object.entries(response.headers).flatMap(([name, { required, schema }]) => {
    const value = received.get(name);
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    return ajv.validate(schema, typed(schema.type, value)) ? [] : [`the header ${name} is ${JSON.stringify(value)}`];
  });
  const type = received.get('content-type') ?? undefined;
  const isDeclared = type === undefined ? contentOf(response) === undefined : type in response.content;
  return isDeclared ? faults : [...faults, `the Content-Type is ${type ?? 'missing'}`];
}

/** The value of a header, which arrives as text, in the type that its schema has. */
function typed(type: string | undefined, value: string): unknown {
  if (type === 'integer' || type === 'number') return Number(value);
  return type === 'boolean' && /^(true|false)$/.test(value) ? value === 'true' : value;
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
  const validate = validator(file, pointer);
  return validate(body) ? [] : [ajv.errorsText(validate.errors, { dataVar: 'body' })];
}

/** Ajv's validator of the schema at a JSON pointer; Ajv compiles each once. */
function validator(file: ContractFile, pointer: string): ValidateFunction {
  const [, ...keys] = pointer.split('/');
  const reference = `${file}#/${keys.map(encodeURIComponent).join('/')}`;
  const validate = ajv.getSchema(reference);
  if (validate === undefined) throw new Error(`There is no ${reference}`);
  return validate;
}
