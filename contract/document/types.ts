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
export type Method = (typeof methods)[number];

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

/** Whether a key of a path item is a method; the other keys describe all operations of the path. */
export function isMethod(key: string): key is Method {
  return (methods as readonly string[]).includes(key);
}
