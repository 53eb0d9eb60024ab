import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { root } from '../src/root.ts';

interface Ref {
  $ref: string;
}
interface MediaType {
  schema: Ref | { oneOf: Ref[] };
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Response {
  headers?: Record<string, Ref>;
  content: { 'application/json': MediaType };
  'x-status'?: number;
}
interface Operation {
  requestBody: { content: { 'application/json': MediaType } };
  responses: Record<string, Response>;
  'x-checks': { name: string; status: number }[];
  'x-cooldown': string;
}
interface Schema {
  additionalProperties?: boolean;
  required?: string[];
  properties?: Record<string, { enum?: string[] }>;
}
interface Contract {
  paths: Record<string, Record<string, Operation>> & { '/api/submit-verse': { post: Operation } };
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, { required?: boolean; schema: { type: string } }>;
    /** Those that belong to no operation. */
    responses?: Record<string, Response>;
  };
}

/** `openapi.yaml` is the contract, `openapi.admin.yaml` what the operator's probes may rely on. */
type ContractFile = 'openapi.yaml' | 'contract/openapi.admin.yaml';

function read(file: ContractFile): unknown {
  return parse(readFileSync(join(root, file), 'utf8'));
}

/** The contract as it is written, for tests that ask it what to expect. */
export const contract = read('openapi.yaml') as Contract & { components: { responses: Record<string, Response> } };
const contracts = {
  'openapi.yaml': contract,
  'contract/openapi.admin.yaml': read('contract/openapi.admin.yaml') as Contract,
};

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
for (const [file, document] of Object.entries(contracts)) ajv.addSchema(document, file);

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** @throws Error that lists everything in which a response is not what the contract documents. */
export function assertDocumented(
  method: string,
  path: string,
  response: ReceivedResponse,
  file: ContractFile = 'openapi.yaml',
): void {
  const where = `${method} ${path} answered ${response.status}`;
  const found = documentedResponse(contracts[file], method, path, response.status);
  if (found === undefined) throw new Error(`${where}, which the contract does not declare there: ${response.text}`);
  const faults = [
    ...headerFaults(file, found.response, response.headers),
    ...bodyFaults(file, found, method, response),
  ];
  if (faults.length > 0) throw new Error(`${where}, but not as documented: ${faults.join('; ')}: ${response.text}`);
}

function documentedResponse(contract: Contract, method: string, path: string, status: number) {
  const item = contract.paths[path];
  const operation = item?.[method.toLowerCase()];
  if (operation !== undefined) {
    const response = operation.responses[status];
    const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`;
    return response && { response, pointer };
  }
  const expected = item === undefined ? 404 : 405;
  const [name, response] =
    Object.entries(contract.components.responses ?? {}).find(([, r]) => r['x-status'] === expected) ?? [];
  return status === expected && response ? { response, pointer: `#/components/responses/${name}` } : undefined;
}

function headerFaults(file: ContractFile, response: Response, received: Headers): string[] {
  const faults = Object.entries(response.headers ?? {}).flatMap(([name, { $ref }]) => {
    const value = received.get(name);
    const { required, schema } = contracts[file].components.headers[$ref.split('/').at(-1) ?? ''] ?? {};
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    const typed = schema?.type === 'integer' ? Number(value) : value;
    return validator(`${file}${$ref}/schema`)(typed) ? [] : [`the header ${name} is ${JSON.stringify(value)}`];
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
  const [type = ''] = Object.keys(response.content);
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

/** Everything in which a body is not what the contract's schema at a JSON pointer (`#/components/...`) describes. */
export function schemaFaults(pointer: string, body: unknown, file: ContractFile = 'openapi.yaml'): string[] {
  const validate = validator(`${file}${pointer}`);
  return validate(body) ? [] : [ajv.errorsText(validate.errors, { dataVar: 'body' })];
}

/** What compares a value with the schema that a reference points to, e.g. `openapi.yaml#/components/...`; Ajv compiles it once. */
function validator(reference: string): ValidateFunction {
  const validate = ajv.getSchema(reference);
  if (validate === undefined) throw new Error(`There is no ${reference}`);
  return validate;
}
