/** The parts of an OpenAPI 3.0 document that the generated code is made of, with this contract's own extensions. */
export interface Contract {
  paths: Record<string, Record<string, Operation>>;
  security?: SecurityRequirement[];
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, Response>;
    securitySchemes?: Record<string, { 'x-subject'?: { minLength: number; maxLength: number } }>;
  };
}

export interface Operation {
  operationId: string;
  summary: string;
  security?: SecurityRequirement[];
  parameters?: (Ref | Parameter)[];
  requestBody?: { 'x-max-bytes'?: number; content: Record<string, { schema: Ref }> };
  responses: Record<string, Response>;
  'x-checks'?: Check[];
  'x-cooldown'?: string;
  'x-time-limit'?: string;
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
  headers?: Record<string, Ref>;
  content: Record<string, { schema: Ref | { oneOf: Ref[] }; examples?: Record<string, { summary: string }> }>;
  /** The status of a response that belongs to no operation. */
  'x-status'?: number;
}

export interface Header {
  schema: Schema | Ref;
  /** Who sets the header, where it is not the response that has it: the responses leave it out. */
  'x-set-by'?: 'middleware';
}

/** The names of the schemes that must all be satisfied. */
export type SecurityRequirement = Record<string, string[]>;

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema | Ref;
  /** Who reads the parameter, where it is not the operation's handler: the handler does not get it. */
  'x-read-by'?: 'middleware';
}

export interface Schema {
  type?: string;
  enum?: string[];
  items?: Schema | Ref;
  pattern?: string;
  properties?: Record<string, Schema | Ref>;
  'x-messages'?: Record<string, string>;
}

export interface Ref {
  $ref: string;
}

/** The keys of a path item that are operations; the others describe all of them. */
export const httpMethods: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
]);

/** Every operation, with its place, and with the parameters that its path has for all operations. */
export function operationsOf(contract: Contract): { path: string; method: string; operation: Operation }[] {
  return Object.entries(contract.paths).flatMap(([path, item]) => {
    const shared = item['parameters'] as unknown as Operation['parameters'];
    return Object.entries(item)
      .filter(([key]) => httpMethods.has(key))
      .map(([method, operation]) => {
        const parameters = [...(operation.parameters ?? []), ...(shared ?? [])];
        return { path, method, operation: { ...operation, parameters } };
      });
  });
}

/** The last segment of a reference: `#/components/schemas/Unauthorized` gives `Unauthorized`. */
export function refName(ref: Ref): string {
  return ref.$ref.slice(ref.$ref.lastIndexOf('/') + 1);
}

/** A schema that stands where it is used, or under `components/schemas`. */
export function schemaOf(contract: Contract, schema: Schema | Ref | undefined): Schema | undefined {
  return schema !== undefined && '$ref' in schema ? contract.components.schemas[refName(schema)] : schema;
}

/**
 * The parameters of an operation, whether they stand there or under `components/parameters`.
 *
 * @throws Error that names the operation and the reference, where there is no such parameter
 */
export function parametersOf(contract: Contract, { operationId, parameters = [] }: Operation): Parameter[] {
  return parameters.map((parameter) => {
    if (!('$ref' in parameter)) return parameter;
    const resolved = contract.components.parameters?.[refName(parameter)];
    if (resolved === undefined) throw new Error(`${operationId}: there is no parameter ${parameter.$ref}`);
    return resolved;
  });
}

/** The patterns that the parameters of an operation must match, by the parameter's name. */
export function parameterPatterns(contract: Contract, operation: Operation): [name: string, pattern: string][] {
  return parametersOf(contract, operation).flatMap(({ name, schema }) => {
    const pattern = schemaOf(contract, schema)?.pattern;
    return pattern === undefined ? [] : [[name, pattern]];
  });
}

/** The one media type that a response has. */
export function mediaType({ content, description }: Response): string {
  const [type, ...others] = Object.keys(content);
  if (type === undefined || others.length > 0) throw new Error(`The response "${description}" has not one media type`);
  return type;
}

/** The names of the schemas that a response can have, in the contract's order. */
export function bodySchemas(response: Response): string[] {
  const schema = response.content[mediaType(response)]?.schema ?? { oneOf: [] };
  return ('oneOf' in schema ? schema.oneOf : [schema]).map((alternative) => {
    if ('$ref' in alternative) return refName(alternative);
    throw new Error(
      `The response "${response.description}" has a schema without a name: put it under components/schemas`,
    );
  });
}

/** The only value that a schema allows, when it is an enum of one. */
export function fixedValue(schema: Schema | Ref | undefined): string | undefined {
  return schema !== undefined && 'enum' in schema && schema.enum?.length === 1 ? schema.enum[0] : undefined;
}

/** Splits `{name}` placeholders from the text around them: text and names alternate, beginning and ending with text. */
export function splitTemplate(template: string): string[] {
  return template.split(/\{(\w+)\}/);
}
