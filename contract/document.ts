import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../src/root.ts';

/**
 * An OpenAPI 3.0 document, as far as our tools read it, with our extensions (`x-…`). The types of `openapi-types` would need a cast at almost
 * every step: they allow references where our documents have none, and have no place for extensions below an operation.
 */
export interface Contract {
  info: { title: string; version: string; description: string };
  servers?: { url: string }[];
  paths: Record<string, PathItem>;
  security?: SecurityRequirement[];
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    parameters?: Record<string, Parameter>;
    /** The responses that several operations share, and those that belong to none (`x-status`). */
    responses?: Record<string, Response>;
    securitySchemes?: Record<string, SecurityScheme>;
  };
}

export interface SecurityScheme {
  'x-subject'?: { minLength: number; maxLength: number };
  'x-not-before-tolerance'?: string;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
type Method = (typeof methods)[number];

/** The operations of a path by method, and the parameters that all of them share. */
export type PathItem = { [method in Method]?: WrittenOperation } & { parameters?: (Ref | Parameter)[] };

/** An operation as it is written: references may stand for its parameters, its body and its responses. */
export type WrittenOperation = Omit<Operation, 'parameters' | 'requestBody' | 'responses'> & {
  parameters?: (Ref | Parameter)[];
  requestBody?: Ref | RequestBody;
  responses: Record<string, Ref | Response>;
};

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  deprecated?: boolean;
  security?: SecurityRequirement[];
  parameters: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Response>;
  'x-checks'?: Check[];
  'x-cooldown'?: string;
  'x-time-limit'?: string;
  'x-max-clock-difference'?: string;
}

export interface RequestBody {
  description?: string;
  required?: boolean;
  'x-max-bytes'?: number;
  content: Record<string, MediaType<Ref>>;
}

/** One row of `x-checks`: the rejection of a check, and the rejections that can take its place. */
export interface Check extends Rejection {
  name: string;
  otherwise?: (Rejection & { when: string })[];
}

interface Rejection {
  status: number;
  error: Ref;
}

export interface Response {
  description: string;
  headers?: Record<string, Ref | Header>;
  /** By media type; empty in an operation's response without a body. */
  content: Record<string, MediaType<Ref | { oneOf: Ref[] }>>;
  /** The status of a response that belongs to no operation. */
  'x-status'?: number;
}

export interface MediaType<BodySchema> {
  schema: BodySchema;
  example?: unknown;
  /** By the name of the schema that the example has. */
  examples?: Record<string, { summary: string; value: unknown }>;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: Schema | Ref;
  example?: string | number;
  /** Set where middleware sends the header: generated responses leave it out. */
  'x-set-by'?: 'middleware';
}

/** The names of the schemes that must all be satisfied. */
export type SecurityRequirement = Record<string, string[]>;

export interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema?: Schema | Ref;
  example?: string;
  /** Set where middleware reads the parameter: the operation's handler does not get it. */
  'x-read-by'?: 'middleware';
}

export interface Schema {
  type?: string;
  nullable?: boolean;
  enum?: string[];
  items?: Schema | Ref;
  maxItems?: number;
  maximum?: number;
  pattern?: string;
  required?: string[];
  properties?: Record<string, Schema | Ref>;
  additionalProperties?: boolean;
  'x-messages'?: Record<string, string>;
}

export interface Ref {
  $ref: string;
}

/** `openapi.yaml` is the contract with clients, `openapi.admin.yaml` the one with the operator's probes. */
export type ContractFile = 'openapi.yaml' | 'contract/openapi.admin.yaml';

/** Reads a contract of this project. */
export function readContract(file: ContractFile = 'openapi.yaml'): Contract {
  return parse(readFileSync(join(root, file), 'utf8'));
}

/** Whether a key of a path item is a method; the other keys describe all operations of the path. */
export function isMethod(key: string): key is Method {
  return (methods as readonly string[]).includes(key);
}

export interface PlacedOperation {
  /** E.g. `POST /api/submit-verse`. */
  readonly name: string;
  readonly path: string;
  readonly method: Method;
  /** Where it is in the contract: a JSON pointer, e.g. `#/paths/~1api~1submit-verse/post`. */
  readonly pointer: string;
  /** With the parameters of its path. References to parameters, the body and responses are resolved. */
  readonly operation: Operation;
}

/**
 * Every operation of a contract, in its order.
 *
 * @throws Error that names the place of a reference, where it leads nowhere
 */
export function operationsOf(contract: Contract): PlacedOperation[] {
  return Object.entries(contract.paths).flatMap(([path, writtenItem]) => {
    const itemPointer = pointerTo('paths', path);
    const item = resolve(contract, itemPointer, writtenItem);
    return Object.keys(item)
      .filter(isMethod)
      .map((method) => {
        const pointer = pointerTo('paths', path, method);
        const { parameters = [], requestBody, responses, ...rest } = item[method] as WrittenOperation;
        const operation: Operation = {
          ...rest,
          parameters: [
            ...parametersAt(contract, pointer, parameters),
            ...parametersAt(contract, itemPointer, item.parameters ?? []),
          ],
          ...(requestBody && { requestBody: resolve(contract, `${pointer}/requestBody`, requestBody) }),
          responses: Object.fromEntries(
            Object.entries(responses).map(([status, response]) => {
              const resolved = resolve(contract, `${pointer}/responses/${status}`, response);
              return [status, { ...resolved, content: resolved.content ?? {} }];
            }),
          ),
        };
        return { name: `${method.toUpperCase()} ${path}`, path, method, pointer, operation };
      });
  });
}

function parametersAt(contract: Contract, pointer: string, parameters: readonly (Ref | Parameter)[]): Parameter[] {
  return parameters.map((parameter, index) => resolve(contract, `${pointer}/parameters/${index}`, parameter));
}

/** The JSON pointer (RFC 6901) of a part of a document, e.g. `#/paths/~1api~1submit-verse/post`. */
export function pointerTo(...path: string[]): string {
  return ['#', ...path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** A response that a contract documents: a status, or one example of a status that has several. */
export interface DocumentedResponse {
  /** E.g. `POST /api/submit-verse 400 InvalidVerse`, or `404 NotFound` for a response that belongs to no operation. */
  readonly name: string;
  /** The name of the operation, unless the response belongs to none. */
  readonly operation?: string;
  readonly status: string;
  /** The name of the example, where the status has several; test/contract/contract.test.ts checks that its schema has the same name. */
  readonly kind?: string;
  readonly example: unknown;
  readonly response: Response;
}

/** Every response that a contract documents, those of no operation last. */
export function documentedResponses(contract: Contract): DocumentedResponse[] {
  const ofOperations = operationsOf(contract).flatMap(({ name: operation, operation: { responses } }) =>
    Object.entries(responses).flatMap(([status, response]): DocumentedResponse[] => {
      const common = { name: `${operation} ${status}`, operation, status, response };
      const { example, examples } = contentOf(response) ?? {};
      if (examples === undefined) return [{ ...common, example }];
      return Object.entries(examples).map(([kind, { value }]) => ({
        ...common,
        name: `${common.name} ${kind}`,
        kind,
        example: value,
      }));
    }),
  );
  const ofNoOperation = Object.entries(contract.components.responses ?? {})
    .filter(([, response]) => response['x-status'] !== undefined)
    .map(([name, response]) => ({
      name: `${response['x-status']} ${name}`,
      status: String(response['x-status']),
      example: contentOf(response)?.example,
      response,
    }));
  return [...ofOperations, ...ofNoOperation];
}

/** Looks up a path in a document, following references; undefined where the path leads nowhere. */
export function lookUp(document: object, path: readonly PropertyKey[]): unknown {
  let found: unknown = document;
  for (const key of path) {
    found = dereference(document, (found as Record<PropertyKey, unknown> | undefined)?.[key]);
  }
  return found;
}

/** Returns a value itself, or the value that it refers to; undefined where the reference leads nowhere. */
export function dereference<Value>(document: object, value: Value | Ref): Value | undefined {
  const reference = (value as Partial<Ref> | null | undefined)?.$ref;
  return (typeof reference === 'string' ? lookUp(document, keysOf(reference)) : value) as Value | undefined;
}

/** The inverse of `pointerTo`. */
function keysOf(pointer: string): string[] {
  const [, ...keys] = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys;
}

/** The JSON pointer of the same part without a reference on the way, for tools that do not follow them. */
export function directPointer(document: object, pointer: string): string {
  return keysOf(pointer).reduce((place, key) => {
    const value = (lookUp(document, keysOf(place)) as Record<string, Partial<Ref> | undefined> | undefined)?.[key];
    return value?.$ref ?? pointerTo(...keysOf(place), key);
  }, '#');
}

/**
 * Returns a value itself, or the value that it refers to.
 *
 * @param pointer the place of the value, for the error
 * @throws Error that names the place, where the reference leads nowhere
 */
export function resolve<Value>(document: object, pointer: string, value: Value | Ref): Value {
  const resolved = dereference(document, value);
  if (resolved === undefined) throw new Error(`${pointer}: there is no ${(value as Ref).$ref}`);
  return resolved;
}

/** The last segment of a reference: `#/components/schemas/Unauthorized` gives `Unauthorized`. */
export function refName({ $ref }: Ref): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** The patterns that the parameters of an operation must match, by the parameter's name. */
export function parameterPatterns(contract: Contract, operation: Operation): [name: string, pattern: string][] {
  return operation.parameters.flatMap(({ name, schema }) => {
    const pattern = dereference(contract, schema)?.pattern;
    return pattern === undefined ? [] : [[name, pattern]];
  });
}

/**
 * The one media type of a response that has a body.
 *
 * @throws Error that quotes the response's description, where it has none or several
 */
export function mediaType({ content, description }: Response): string {
  const [type, ...others] = Object.keys(content);
  if (type === undefined || others.length > 0) throw new Error(`The response "${description}" has not one media type`);
  return type;
}

/** The schema and the examples of a response's body; undefined if it has no body. */
export function contentOf(response: Response) {
  return Object.keys(response.content).length === 0 ? undefined : response.content[mediaType(response)];
}

/**
 * The names of the schemas that a response's body can have, in the contract's order; none if it has no body.
 *
 * @throws Error that quotes the response's description, where a schema has no name
 */
export function bodySchemas(response: Response): string[] {
  const schema = contentOf(response)?.schema ?? { oneOf: [] };
  return ('oneOf' in schema ? schema.oneOf : [schema]).map((alternative) => {
    if ('$ref' in alternative) return refName(alternative);
    throw new Error(
      `The response "${response.description}" has a schema without a name: put it under components/schemas`,
    );
  });
}

/** The only value that a schema allows, if it is an enum of one. */
export function fixedValue(schema: Schema | Ref | undefined): string | undefined {
  return schema !== undefined && 'enum' in schema && schema.enum?.length === 1 ? schema.enum[0] : undefined;
}

/** Splits `{name}` placeholders from the text around them: text and names alternate, beginning and ending with text. */
export function splitTemplate(template: string): string[] {
  return template.split(/\{(\w+)\}/);
}
