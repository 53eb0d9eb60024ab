import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import {
  type Contract,
  type ContractFile,
  dereference,
  isMethod,
  mediaType,
  type Response,
  readContract,
  refName,
} from './document.ts';

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
 * @param path of the request; one that the contract does not describe has the contract's 404 and no other response
 * @throws Error that lists every deviation from the contract
 */
export function assertDocumented(
  method: string,
  path: string,
  response: ReceivedResponse,
  file: ContractFile = 'openapi.yaml',
): void {
  const where = `${method} ${path} returned ${response.status}`;
  const found = documentedResponse(contracts[file], method, path, response.status);
  if (found === undefined) throw new Error(`${where}, which the contract does not declare there: ${response.text}`);
  const faults = [
    ...headerFaults(file, found.response, response.headers),
    ...bodyFaults(file, found, method, response),
  ];
  if (faults.length > 0) throw new Error(`${where}, but not as documented: ${faults.join('; ')}: ${response.text}`);
}

function documentedResponse(contract: Contract, method: string, path: string, status: number) {
  const [pathname = ''] = path.split('?');
  const item = contract.paths[pathname];
  const key = method === 'HEAD' ? 'get' : method.toLowerCase(); // HEAD is GET without a body
  const operation = isMethod(key) ? item?.[key] : undefined;
  if (operation !== undefined) {
    const written = operation.responses[status];
    const response = written && dereference(contract, written);
    const pointer =
      written && '$ref' in written
        ? written.$ref
        : `#/paths/${pathname.replaceAll('/', '~1')}/${key}/responses/${status}`;
    return response && { response, pointer };
  }
  const expected = item === undefined ? 404 : 405;
  const [name, response] =
    Object.entries(contract.components.responses ?? {}).find(([, r]) => r['x-status'] === expected) ?? [];
  return status === expected && response ? { response, pointer: `#/components/responses/${name}` } : undefined;
}

function headerFaults(file: ContractFile, response: Response, received: Headers): string[] {
  const faults = Object.entries(response.headers ?? {}).flatMap(([name, ref]) => {
    const value = received.get(name);
    const header = contracts[file].components.headers[refName(ref)];
    if (value === null) return header?.required ? [`the header ${name} is missing`] : [];
    const typed = dereference(contracts[file], header?.schema)?.type === 'integer' ? Number(value) : value;
    return validator(`${file}${ref.$ref}/schema`)(typed) ? [] : [`the header ${name} is ${JSON.stringify(value)}`];
  });
  const type = received.get('content-type') ?? 'missing';
  return type in response.content ? faults : [...faults, `the Content-Type is ${type}`];
}

function bodyFaults(
  file: ContractFile,
  { pointer, response }: { pointer: string; response: Response },
  method: string,
  { text }: ReceivedResponse,
): string[] {
  if (method === 'HEAD') return [];
  const type = mediaType(response);
  const schemaPointer = `${pointer}/content/${encodeURIComponent(type.replaceAll('/', '~1'))}/schema`;
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
  const validate = validator(`${file}${pointer}`);
  return validate(body) ? [] : [ajv.errorsText(validate.errors, { dataVar: 'body' })];
}

/** Ajv's validator of the schema that a reference points to, e.g. `openapi.yaml#/components/...`; Ajv compiles each once. */
function validator(reference: string): ValidateFunction {
  const validate = ajv.getSchema(reference);
  if (validate === undefined) throw new Error(`There is no ${reference}`);
  return validate;
}
