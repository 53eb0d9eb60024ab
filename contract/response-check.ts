import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { operationsOf } from './document/operations.ts';
import { dereference, directPointer, pointerTo } from './document/pointer.ts';
import { type ContractFile, readContract } from './document/read.ts';
import { contentOf, mediaType } from './document/responses.ts';
import type { Contract, Response } from './document/types.ts';

const contracts = {
  'openapi.yaml': readContract('openapi.yaml'),
  'contract/openapi.admin.yaml': readContract('contract/openapi.admin.yaml'),
};

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
for (const [file, document] of Object.entries(contracts)) ajv.addSchema(document, file);

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
  const found = documentedResponse(contracts[file], method, path, response.status);
  return (
    found && {
      headers: headerFaults(file, found, response.headers),
      body: bodyFaults(file, found, method, response),
    }
  );
}

function documentedResponse(
  contract: Contract,
  method: string,
  path: string | undefined,
  status: number,
): Documented | undefined {
  if (path === undefined) return responseOfNoOperation(contract, status, 400);
  const [pathname = ''] = path.split('?');
  const key = method === 'HEAD' ? 'get' : method.toLowerCase(); // HEAD is GET without a body
  const atPath = operationsAt(contract, pathname);
  const found = atPath.find((operation) => operation.method === key);
  if (found !== undefined) {
    const response = found.operation.responses[status];
    return response && { response, pointer: `${found.pointer}/responses/${status}` };
  }
  return responseOfNoOperation(contract, status, atPath.length === 0 ? 404 : 405);
}

function responseOfNoOperation(contract: Contract, status: number, expected: number): Documented | undefined {
  const [name = '', response] =
    Object.entries(contract.components.responses ?? {}).find(([, r]) => r['x-status'] === expected) ?? [];
  return status === expected && response
    ? { response, pointer: pointerTo('components', 'responses', name) }
    : undefined;
}

/** The operations of the path itself, otherwise those of a path whose parameters fit it. */
function operationsAt(contract: Contract, pathname: string) {
  const operations = operationsOf(contract);
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

interface Documented {
  readonly response: Response;
  /** Its place in the contract. */
  readonly pointer: string;
}

function headerFaults(file: ContractFile, { response, pointer }: Documented, received: Headers): string[] {
  const faults = Object.entries(response.headers ?? {}).flatMap(([name, written]) => {
    const value = received.get(name);
    const header = dereference(contracts[file], written);
    if (value === null) return header?.required ? [`the header ${name} is missing`] : [];
    const type = dereference(contracts[file], header?.schema)?.type ?? 'string';
    const isValid = validator(file, `${pointer}/headers/${name}/schema`)(typed(type, value));
    return isValid ? [] : [`the header ${name} is ${JSON.stringify(value)}`];
  });
  const type = received.get('content-type') ?? undefined;
  const isDeclared = type === undefined ? contentOf(response) === undefined : type in response.content;
  return isDeclared ? faults : [...faults, `the Content-Type is ${type ?? 'missing'}`];
}

/** The value of a header, which arrives as text, in the type that its schema has. */
function typed(type: string, value: string): unknown {
  if (type === 'integer' || type === 'number') return Number(value);
  return type === 'boolean' && /^(true|false)$/.test(value) ? value === 'true' : value;
}

function bodyFaults(
  file: ContractFile,
  { pointer, response }: Documented,
  method: string,
  { text }: ReceivedResponse,
): string[] {
  if (method === 'HEAD') return [];
  if (contentOf(response) === undefined) return text === '' ? [] : ['there is a body'];
  const type = mediaType(response);
  const schemaPointer = `${pointer}${pointerTo('content', type, 'schema').slice(1)}`;
  if (type !== 'application/json') return schemaFaults(schemaPointer, text, file);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ['the body is not JSON'];
  }
  return schemaFaults(schemaPointer, body, file);
}

/** Every deviation of a body from the contract's schema at a JSON pointer (`#/components/...`); empty if there is none. */
export function schemaFaults(pointer: string, body: unknown, file: ContractFile = 'openapi.yaml'): string[] {
  const validate = validator(file, pointer);
  return validate(body) ? [] : [ajv.errorsText(validate.errors, { dataVar: 'body' })];
}

/** Ajv's validator of the schema at a JSON pointer; Ajv compiles each once, and follows no reference on the way to it. */
function validator(file: ContractFile, pointer: string): ValidateFunction {
  const [, ...keys] = directPointer(contracts[file], pointer).split('/');
  const reference = `${file}#/${keys.map(encodeURIComponent).join('/')}`;
  const validate = ajv.getSchema(reference);
  if (validate === undefined) throw new Error(`There is no ${reference}`);
  return validate;
}
